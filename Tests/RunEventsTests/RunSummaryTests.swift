import HTTP
import RunEvents
import Testing
import Values

@Suite struct RunSummaryTests {
  private func failure(_ kind: RunFailure.Kind, node: Int = 0, _ message: String = "m") -> RunFailure {
    RunFailure(kind: kind, message: message, node: node)
  }

  @Test func gathersRequestsNotesAndTimes() throws {
    var script = Script([("a", []), ("b", [0])])
    script.add(1, .nodeStarted(node: 0))
    script.add(2, .requestStarted(request(7, node: 0)))
    script.add(12, .requestFailed(request: 7, failure(.transport, "connection refused")))
    script.add(12, .retrying(node: 0, step: fetch, attempt: 1, delay: .milliseconds(10), failure(.transport)))
    script.add(22, .requestStarted(request(8, node: 0, attempt: 2)))
    script.add(30, .requestFinished(request: 8, response(200, body: "hello")))
    script.add(31, .checkPassed(node: 0, step: fetch))
    script.add(32, .recovered(node: 0, step: fetch, failure(.transport)))
    script.add(33, .message(node: 0, .log, "line"))
    script.add(34, .nodeFinished(node: 0, .succeeded(values: 1)))
    script.add(35, .output(.null))
    let summary = RunSummary(script.events)
    let node = summary.nodes[0]
    #expect(node.requestCount == 2)
    #expect(node.requestsFailed == 1)
    #expect(node.requestsUnderWay == 0)
    #expect(node.requests.map(\.attempt) == [1, 2])
    #expect(
      node.requests.map(\.result) == [
        .failure(.transport, message: "connection refused"), .response(status: 200, bodySize: 5),
      ])
    #expect(node.requests[1].startedAt == .milliseconds(22))
    #expect(node.requests[1].endedAt == .milliseconds(30))
    #expect(node.checksPassed == 1)
    #expect(node.retryCount == 1)
    #expect(node.recoveryCount == 1)
    #expect(node.notes.count == 3)
    #expect(summary.activeDuration(0) == .milliseconds(33))
    #expect(summary.activeDuration(1) == nil)
    #expect(summary.outputs == 1)
    #expect(summary.duration == .milliseconds(35))
    #expect(summary.underWay.isEmpty)
    let counts = summary.counts
    #expect((counts.passed, counts.recovered, counts.unfinished) == (1, 1, 1))
    #expect((counts.requests, counts.retries, counts.checksPassed) == (2, 1, 1))
  }

  @Test func keepsNumbersOnlyWhereOnlyTheyAreAsked() {
    var script = Script([("a", [])])
    script.add(1, .requestStarted(request(1)))
    script.add(2, .requestFinished(request: 1, response(200)))
    script.add(3, .message(node: 0, .log, "x"))
    let summary = RunSummary(script.events, detail: .counts)
    #expect(summary.nodes[0].requests.isEmpty)
    #expect(summary.nodes[0].notes.isEmpty)
    #expect(summary.nodes[0].requestCount == 1)
  }

  @Test func sameWhetherFoldedAtOnceOrOneByOne() {
    var script = Script([("a", [])])
    script.node(0, from: 1, to: 2)
    script.end(3)
    var summary = RunSummary()
    for event in script.events { summary.apply(event) }
    #expect(String(reflecting: summary) == String(reflecting: RunSummary(script.events)))
  }

  private static let endings: [([RunFailure.Kind], RunOutcome, Int32)] = [
    ([], .succeeded, 0),
    ([.transport], .failed, 3), ([.timeout], .failed, 3), ([.io], .failed, 3), ([.stall], .failed, 3),
    ([.status], .failed, 4), ([.decode], .failed, 4), ([.expect], .failed, 4), ([.expression], .failed, 4),
    ([.custom], .failed, 4), ([.expect, .timeout], .failed, 3), ([.io, .status], .failed, 3),
    ([.expect], .cancelled(reason: .failFast), 4), ([.transport], .cancelled(reason: .failFast), 3),
    ([], .cancelled(reason: .deadline), 3), ([.expect], .cancelled(reason: .signal(2)), 130),
    ([.transport], .cancelled(reason: .signal(15)), 143),
  ]

  @Test(arguments: endings)
  func exitStatus(_ failures: [RunFailure.Kind], _ outcome: RunOutcome, _ expected: Int32) {
    var script = Script(failures.indices.map { ("n\($0)", []) })
    for (node, kind) in failures.enumerated() { script.node(node, from: 1, to: 2, .failed(failure(kind, node: node))) }
    script.end(3, outcome)
    #expect(RunSummary(script.events).exitStatus == expected)
  }

  @Test func isAFaultWhereTheEndIsMissing() {
    #expect(RunSummary(Script([("a", [])]).events).exitStatus == 3)
    #expect(RunSummary([]).exitStatus == 3)
  }

  @Test func listsFailuresInDeclaredOrderHoweverTheyCame() {
    var script = Script([("a", []), ("b", []), ("c", [])])
    script.node(2, from: 1, to: 2, .failed(failure(.expect, node: 2, "third")))
    script.node(0, from: 1, to: 9, .failed(failure(.expect, node: 0, "first")))
    script.node(1, from: 1, to: 9, .blocked(by: 0))
    let summary = RunSummary(script.events)
    #expect(summary.failures.map(\.message) == ["first", "third"])
    #expect((summary.counts.failed, summary.counts.blocked) == (2, 1))
  }

  @Test func criticalPathFollowsTheLatestInput() {
    var script = Script([("audio", []), ("background", []), ("synced", [0, 1]), ("lone", [])])
    script.node(0, from: 0, to: 31)
    script.node(1, from: 0, to: 25)
    script.node(2, from: 0, to: 35)
    script.node(3, from: 0, to: 34)
    let path = RunSummary(script.events).criticalPath
    #expect(path.map(\.node) == [0, 2])
    #expect(path.map(\.share) == [.milliseconds(31), .milliseconds(4)])
  }

  @Test func criticalPathOfALongChainAndOfACycleEnds() {
    var script = Script((0..<20_000).map { ("n\($0)", $0 == 0 ? [19_999, -1, 1 << 40] : [$0 - 1]) })
    for node in 0..<20_000 { script.node(node, from: node, to: node + 1) }
    let path = RunSummary(script.events).criticalPath
    #expect(path.count == 20_000)
    #expect(path.last?.node == 19_999)
  }

  @Test func aNodeWorksFromItsFirstActivityOrTheEndOfItsInputs() {
    var script = Script([("a", []), ("b", []), ("join", [0, 1]), ("streaming", [0]), ("early", [1])])
    for node in 0..<5 { script.add(1, .nodeStarted(node: node)) }
    script.add(5, .requestStarted(request(1, node: 3)))
    #expect(RunSummary(script.events).awaitedInput(2) == 0)
    #expect(RunSummary(script.events).awaitedInput(3) == nil)
    script.add(7, .nodeFinished(node: 4, .succeeded(values: 1)))
    script.add(10, .nodeFinished(node: 0, .succeeded(values: 1)))
    #expect(RunSummary(script.events).awaitedInput(2) == 1)
    script.add(20, .nodeFinished(node: 1, .succeeded(values: 1)))
    #expect(RunSummary(script.events).awaitedInput(2) == nil)
    #expect(RunSummary(script.events).activeSince(2) == .milliseconds(20))
    script.add(25, .nodeFinished(node: 2, .succeeded(values: 1)))
    script.add(26, .nodeFinished(node: 3, .succeeded(values: 1)))
    let summary = RunSummary(script.events)
    #expect((0..<5).map { summary.activeDuration($0) } == [9, 19, 5, 21, 6].map { .milliseconds($0) })
    #expect(summary.activeSince(9) == nil)
    #expect(summary.awaitedInput(-1) == nil)
  }

  @Test func leavesOutOfTheCriticalPathWhatNeverRan() {
    var script = Script([("a", []), ("b", [0])])
    script.node(0, from: 0, to: 5, .failed(failure(.expect)))
    script.add(6, .nodeFinished(node: 1, .blocked(by: 0)))
    #expect(RunSummary(script.events).criticalPath.map(\.node) == [0])
  }

  @Test func passesOverNodesAndRequestsNobodyIntroduced() {
    var script = Script([("a", [])])
    for node in [-1, 1, Int.max, Int.min] {
      script.add(1, .nodeStarted(node: node))
      script.add(1, .checkPassed(node: node, step: fetch))
      script.add(1, .message(node: node, .log, "x"))
      script.add(1, .requestStarted(request(node, node: node)))
      script.add(1, .requestFinished(request: node, response(200)))
      script.add(1, .requestCancelled(request: 99))
      script.add(1, .nodeFinished(node: node, .blocked(by: node)))
    }
    let summary = RunSummary(script.events)
    #expect(summary.counts.unfinished == 1)
    #expect(summary.counts.requests == 0)
  }

  @Test func firstEndOfANodeStands() {
    var script = Script([("a", [])])
    script.node(0, from: 0, to: 5, .failed(failure(.expect)))
    script.add(6, .nodeFinished(node: 0, .cancelled))
    #expect(RunSummary(script.events).counts.failed == 1)
  }
}
