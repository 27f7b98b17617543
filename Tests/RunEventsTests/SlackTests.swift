import RunEvents
import Testing

@Suite struct SlackTests {
  private func slacks(_ script: Script) -> [Int?] {
    RunSummary(script.events).slacks.map { $0.map { Int($0 / .milliseconds(1)) } }
  }

  @Test func isZeroOnTheCriticalPathAndTheRestElsewhere() {
    // a feeds b and c, which d joins; c ends 30 ms before b.
    var script = Script([("a", []), ("b", [0]), ("c", [0]), ("d", [1, 2])])
    script.node(0, from: 0, to: 10)
    script.node(2, from: 10, to: 50)
    script.node(1, from: 10, to: 80)
    script.node(3, from: 80, to: 100)
    script.end(100)
    #expect(slacks(script) == [0, 0, 30, 0])
    let summary = RunSummary(script.events)
    #expect(summary.criticalPath.allSatisfy { summary.slacks[$0.node] == .zero })
  }

  @Test func passesOnTheSlackOfWhatComesBehind() {
    var script = Script([("last", []), ("a", []), ("b", [1])])
    script.node(1, from: 0, to: 10)
    script.node(2, from: 10, to: 30)
    script.node(0, from: 0, to: 100)
    script.end(100)
    #expect(slacks(script) == [0, 70, 70])
  }

  @Test func knowsNoneOfWhatDidNotRunToAnEnd() {
    var script = Script([("a", []), ("b", [0]), ("c", [0]), ("d", []), ("e", [])])
    script.node(0, from: 0, to: 10)
    script.node(1, from: 10, to: 20, .blocked(by: 0))
    script.node(2, from: 10, to: 20, .skipped(needs: nil))
    script.node(3, from: 10, to: 20, .cancelled)
    #expect(slacks(script) == [0, nil, nil, nil, nil])
  }

  @Test func measuresNestedNodesByTheOneRoundThem() {
    var script = Script([("outer", []), ("inner", []), ("slow", []), ("teardown", [])])
    script.change { nodes in
      nodes[1].parent = 0
      nodes[3].isTeardown = true
    }
    script.node(1, from: 0, to: 20)
    script.node(0, from: 0, to: 50)
    script.node(2, from: 0, to: 90)
    script.node(3, from: 90, to: 95)
    #expect(slacks(script) == [40, 70, 0, nil])
  }

  @Test func endsOnCirclesAndOnPlacesThatAreNotThere() {
    var script = Script([("a", [1]), ("b", [0]), ("c", [9]), ("d", [3])])
    script.change { nodes in nodes[2].parent = 2 }
    for node in 0..<4 { script.node(node, from: 0, to: 10) }
    #expect(slacks(script) == [nil, nil, nil, nil])
  }

  @Test func takesTimeInStepWithTheNumberOfNodes() {
    let count = 20_000
    var script = Script((0..<count).map { ("n\($0)", $0 == 0 ? [] : [$0 - 1]) })
    for node in 0..<count { script.node(node, from: node, to: node + 1) }
    #expect(slacks(script).allSatisfy { $0 == 0 })
  }
}
