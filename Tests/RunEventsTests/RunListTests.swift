import RunEvents
import Testing

@Suite struct RunListTests {
  /// The events of runs of one node each.
  private func events(_ runs: [(SuitePlace, RunOutcome)]) -> [RunEvent] {
    runs.flatMap { suite, outcome -> [RunEvent] in
      let node = NodeDescription(
        name: "a", description: nil, place: SourcePlace(file: "f", line: 1, column: 1), inputs: [])
      let run = RunDescription(
        id: "", pipeline: "p", description: nil, file: "f", startedAt: Double(suite.place.number), nodes: [node],
        suite: suite)
      var kinds: [RunEvent.Kind] = [.runStarted(run)]
      if case .failed = outcome {
        kinds.append(.nodeFinished(node: 0, .failed(RunFailure(kind: .expect, message: "no", node: 0))))
      }
      return (kinds + [.runFinished(outcome)]).enumerated()
        .map { RunEvent(sequence: $0, time: .milliseconds($0), kind: $1) }
    }
  }

  private func place(_ number: Int, attempt: Int, of attempts: Int = 3) -> SuitePlace {
    SuitePlace(place: Ordinal(number, of: 2), attempt: Ordinal(attempt, of: attempts))
  }

  @Test func theLastTryCountsAndHoldsThoseBeforeIt() {
    let list = RunList(
      events([
        (place(1, attempt: 1), .failed), (place(1, attempt: 2), .failed), (place(1, attempt: 3), .succeeded),
        (place(2, attempt: 1), .succeeded),
      ]))
    #expect(list.runs.map(\.exitStatus) == [0, 0])
    #expect(list.runs[0].earlierAttempts.map(\.exitStatus) == [4, 4])
    #expect(list.runs[0].earlierAttempts.map(\.earlierAttempts.count) == [0, 0])
    #expect(list.runs[1].earlierAttempts.isEmpty)
  }

  /// The same file named twice is two runs.
  @Test func firstTriesStandBesideEachOther() {
    let list = RunList(events([(place(1, attempt: 1), .failed), (place(2, attempt: 1), .succeeded)]))
    #expect(list.runs.map(\.exitStatus) == [4, 0])
  }

  @Test func tellsWhetherAnotherTryMayFollow() {
    func mayBe(_ attempt: Int, _ outcome: RunOutcome) -> Bool? {
      RunList(events([(place(1, attempt: attempt), outcome)])).runs.first?.mayBeTriedAgain
    }
    #expect(mayBe(1, .failed) == true)
    #expect(mayBe(2, .failed) == true)
    #expect(mayBe(3, .failed) == false)
    #expect(mayBe(1, .succeeded) == false)
    #expect(mayBe(1, .cancelled(reason: .signal(2))) == false)
    #expect(mayBe(1, .cancelled(reason: .deadline)) == false)
    // Stopped by another's failure, not by one of its own.
    #expect(mayBe(1, .cancelled(reason: .failFast)) == false)
  }

  @Test func aSuiteCountsARunOnceHoweverOftenItWasTried() {
    var suite = SuiteSummary()
    for event in events([
      (place(1, attempt: 1), .failed), (place(1, attempt: 2), .succeeded), (place(2, attempt: 1, of: 1), .failed),
    ]) {
      suite.apply(event)
    }
    suite.close()
    #expect(suite.count == 2)
    #expect((suite.passed, suite.recovered, suite.failed, suite.notRun) == (1, 1, 1, 0))
    #expect(suite.exitStatus == 4)
    #expect(suite.failures.map(\.title) == ["p"])
    // From the first start, at second 1, to the last end.
    #expect(suite.duration == .seconds(1) + .milliseconds(2))
  }

  @Test func whatOthersStoppedIsNoFailureOfItsOwn() {
    var suite = SuiteSummary()
    for event in events([
      (place(1, attempt: 1), .failed), (place(2, attempt: 1), .cancelled(reason: .failFast)),
    ]) {
      suite.apply(event)
    }
    suite.close()
    #expect((suite.failed, suite.cancelled) == (1, 1))
  }
}
