import Streams
import Testing

/// The high-water marks of operators that hold values of an edge, and of sources fed from outside.
@Suite struct HeldValueTests {
  private func marks(
    _ name: String, demand: Demand = .unlimited, of make: (Recorder) -> AnyPublisher<String>
  ) -> [Int] {
    let monitor = EdgeMonitor()
    let scheduler = VirtualScheduler(edgeMonitor: monitor)
    let token = Probe<String>().subscribe(make(Recorder()), on: scheduler.makeQueue(label: "q"), demand: demand)
    scheduler.run()
    withExtendedLifetime(token) {}
    return monitor.marks.filter { $0.name == name }.map(\.highWaterMark)
  }

  private func script(_ text: String, _ recorder: Recorder) -> AnyPublisher<String> {
    ScriptSource(name: "A", events: Timeline.events(text), recorder: recorder).eraseToAnyPublisher()
  }

  @Test func delayTellsOfItsLine() {
    #expect(marks("delay") { script("1@0 2@1 3@2 |@2", $0).delay(for: .milliseconds(9)) } == [3])
  }

  @Test func waitingTellsOfWhatWaits() {
    let held = marks("waiting") { recorder in
      script("1@0 2@1 3@2 4@9 |@9", recorder).waiting(for: [script("x@5", recorder)]) { value, _ in value }
    }
    #expect(held == [3])
  }

  @Test func debounceAndThrottleHoldOne() {
    #expect(marks("debounce") { script("1@0 2@1 3@2 |@9", $0).debounce(for: .milliseconds(2)) } == [1])
    #expect(marks("throttle") { script("1@0 2@1 3@2 |@9", $0).throttle(for: .milliseconds(5)) } == [1])
  }

  @Test func flatMapTellsOfItsInnerStreams() {
    let held = marks("flatMap inner") { recorder in
      script("1@0 2@0 3@0 |@0", recorder).flatMap(max: 3) { value in
        script(value == "1" ? "|@9" : value == "2" ? "a@1 b@2 c@3 |@3" : "d@1 |@1", recorder)
      }
    }
    // One mark for all of that name.
    #expect(held == [3])
    let byArrival = marks("flatMap inner", demand: .max(1)) { recorder in
      script("1@0 2@0 |@0", recorder).flatMap(max: 2, order: .arrival) { _ in
        script("a@1 b@2 c@3 |@3", recorder)
      }
    }
    #expect(byArrival == [1])
  }

  @Test func aFeedTellsOfItsInbox() {
    let held = marks("debounce") { _ in
      PushSource<String>(capacity: 2) { feed in
        for value in 0..<5 { feed.send("\(value)") }
        feed.finish()
        return nil
      }.debounce(for: .milliseconds(1))
    }
    #expect(held == [5])
  }
}
