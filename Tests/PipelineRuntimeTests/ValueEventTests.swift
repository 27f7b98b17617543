import HTTP
import PipelineRuntime
import RunEvents
import Testing
import Values

/// What is told of values and of waits, where a reporter wants it.
@Suite struct ValueEventTests {
  private static let pipeline = """
    clients: { api: { baseURL: 'http://a.test', concurrency: 2 } }
    nodes:
      a:
        - sequence: [30, 20]
        - fetch: { client: api, get: '/${ . }' }
      b: { fetch: { client: api, get: /10 } }
    """

  private func trial(wants detail: EventDetail) throws -> Trial {
    let trial = try Trial(Self.pipeline, wants: detail) { request, _ in
      let wait = Int(request.url.split(separator: "/").last ?? "") ?? 0
      return .json("\(wait)", after: .milliseconds(wait))
    }
    trial.start()
    trial.finish()
    return trial
  }

  @Test func tellsEachValueWithItsPlaceAndWhichRequestIsForWhich() throws {
    let events = try trial(wants: [.requests, .values]).events
    let values = events.compactMap { event -> String? in
      guard case .value(let node, let value) = event.kind else { return nil }
      return "\(node) \(value.index) \(value.preview) \(event.time)"
    }
    // The second answer waits for the first.
    #expect(values == ["0 0 30 0.03 seconds", "0 1 20 0.03 seconds", "1 0 10 0.03 seconds"])
    let sent = events.compactMap { event -> String? in
      guard case .requestStarted(let request) = event.kind else { return nil }
      return "\(request.url) \(request.value ?? -1) \(request.waited.map { "\($0)" } ?? "-")"
    }
    // Two places for three: the last waits until the second has its answer.
    #expect(
      sent == ["http://a.test/30 0 0.0 seconds", "http://a.test/20 1 0.0 seconds", "http://a.test/10 0 0.02 seconds"])
  }

  @Test func tellsNeitherWhereNobodyWantsThem() throws {
    for event in try trial(wants: .requests).events {
      switch event.kind {
      case .value: Issue.record("a value was told of")
      case .requestStarted(let request): #expect(request.waited == nil)
      default: break
      }
    }
  }

  @Test func tellsSoManyValuesOnlyAndTheNumberOfAll() throws {
    let trial = try Trial("nodes: { a: [{ sequence: '[range(1500)]' }] }", wants: .values)
    trial.start()
    trial.finish()
    let told = trial.events.count { if case .value = $0.kind { true } else { false } }
    #expect(told == ValueDescription.mostTold)
    #expect(trial.ends == ["a: succeeded 1500"])
  }
}
