import Testing

@Suite("Nodes that were asked for")
struct SelectionTests {
  private let text = """
    nodes:
      login: { fetch: http://a.test/login }
      items: [ just: '${ $nodes.login }', fetch: http://a.test/items ]
      other: { fetch: http://a.test/other }
      both: { zipMany: [ items, other ] }
      needless: [ from: both, fetch: http://a.test/needless ]
    teardown:
      logout: [ just: '${ $nodes.login }', fetch: http://a.test/logout ]
      undo: [ just: '${ $nodes.other }', fetch: http://a.test/undo ]
    """

  @Test func runWithWhatTheyNeedAndNothingElseIsSent() throws {
    let trial = try Trial.run(text, only: ["items"])
    #expect(trial.transport.started == ["/login", "/items", "/logout"].map { "GET http://a.test\($0)" })
    #expect(
      trial.ends == [
        "login: succeeded 1", "items: succeeded 1", "other: not selected", "both: not selected",
        "needless: not selected", "logout: succeeded 1", "undo: skipped, needs other",
      ])
    #expect(trial.output == [#""http://a.test/items""#])
    #expect(trial.outcome == "succeeded")
  }

  @Test func severalGiveAnObjectInDeclaredOrder() throws {
    let trial = try Trial.run(text, only: ["other", "login"])
    #expect(trial.output == [#"{"login":"http://a.test/login","other":"http://a.test/other"}"#])
  }

  @Test func outputStaysWhereAllOfItIsSelected() throws {
    let trial = try Trial.run(
      """
      nodes:
        a: { just: 1 }
        b: { from: a }
        c: { just: 2 }
      output: { first: a }
      """, only: ["b"])
    #expect(trial.output == [#"{"first":1}"#])
    #expect(trial.ends == ["a: succeeded 1", "b: succeeded 1", "c: not selected"])
  }

  @Test func failureOfOneIsTheRuns() throws {
    let trial = try Trial.run(
      "nodes: { a: { fail: no }, b: { from: a }, c: { just: 1 } }", only: ["b"])
    #expect(trial.ends == ["a: failed custom", "b: blocked by a", "c: not selected"])
    #expect(trial.outcome == "failed")
    #expect(trial.output == [])
  }

  @Test func conditionsOfTheOthersAreNotAsked() throws {
    let trial = try Trial.run(
      "nodes: { a: { when: 'error(\"asked\")', steps: { just: 1 } }, b: { just: 2 }, c: { from: a } }", only: ["b"])
    #expect(trial.ends == ["a: not selected", "b: succeeded 1", "c: not selected"])
    #expect(trial.outcome == "succeeded")
  }

  @Test func whatTakesFromASelectedNodeLaterIsNoTaker() throws {
    let trial = try Trial.run(
      """
      nodes:
        a: { sequence: [1, 2, 3] }
        late: [ just: 0, flatMap: { from: a } ]
        twice: { zipMany: [ a, a ] }
        joined: { concatMany: [ late, a ] }
      """, only: ["a"])
    #expect(trial.output == ["1", "2", "3"])
    #expect(trial.ends == ["a: succeeded 3", "late: not selected", "twice: not selected", "joined: not selected"])
  }
}
