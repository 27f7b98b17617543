import HTTP
import RunEvents
import Testing
import Values

@Suite("Named nodes and who takes their values")
struct SharingTests {
  @Test func nodeRunsOnceWithSeveralConsumers() throws {
    let trial = try Trial.run(
      """
      nodes:
        login: { fetch: http://a.test/login }
        one: [ from: login, map: '"1 " + .' ]
        two: [ from: login, map: '"2 " + .' ]
        both: { zipMany: [one, two, login] }
      """)
    #expect(trial.transport.started == ["GET http://a.test/login"])
    #expect(trial.output == [#"["1 http://a.test/login","2 http://a.test/login","http://a.test/login"]"#])
  }

  @Test func sameNodeTwiceInAJoin() throws {
    let trial = try Trial.run(
      """
      nodes:
        ids: { sequence: [1, 2, 3] }
        pairs: [ zipMany: [ids, ids], collect ]
        chained: [ concatMany: [ids, ids], collect ]
        merged: [ mergeMany: [ids, ids], count ]
        latest: [ combineLatest: [ids, ids], last ]
      output: [pairs, chained, merged, latest]
      """)
    #expect(trial.output == ["[[[1,1],[2,2],[3,3]],[1,2,3,1,2,3],6,[3,3]]"])
  }

  @Test func diamondOfACollectDoesNotStall() throws {
    let trial = try Trial.run(
      """
      nodes:
        a: [ sequence: '[range(1000)]' ]
        b: [ from: a, collect ]
        c: [ zipMany: [a, b], map: '[.[0], (.[1] | length)]' ]
      """)
    #expect(trial.output == ["[0,1000]"])
    #expect(trial.ends == ["a: succeeded 1000", "b: succeeded 1", "c: succeeded 1"])
  }

  @Test func diamondInBothOrders() throws {
    let trial = try Trial.run(
      """
      nodes:
        b: [ from: a, collect ]
        a: [ sequence: '[range(1000)]' ]
        c: [ zipMany: [b, a], map: '[(.[0] | length), .[1]]' ]
      """)
    #expect(trial.output == ["[1000,0]"])
  }

  @Test func failingConsumerLeavesTheOtherAlone() throws {
    let trial = try Trial.run(
      """
      nodes:
        ids: { sequence: [1, 2, 3] }
        strict: [ from: ids, expect: . < 2 ]
        lax: [ from: ids, fetch: 'http://a.test/${ . }' ]
      """)
    #expect(trial.ends == ["ids: succeeded 3", "strict: failed expect", "lax: succeeded 3"])
    #expect(trial.output.count == 3)
  }

  @Test func lastConsumerLeavingCancelsTheNodesRequests() throws {
    let trial = try Trial(
      """
      nodes:
        slow:
          - sequence: [1, 2]
          - fetch: 'http://a.test/slow/${ . }'
        other: [ just: 1, delay: 10ms, expect: . == 2 ]
        joined: { zipMany: [slow, other] }
      """
    ) { _, _ in .held }
    trial.start()
    trial.finish()
    #expect(trial.transport.cancelled == ["GET http://a.test/slow/1", "GET http://a.test/slow/2"])
    #expect(trial.ends == ["slow: cancelled", "other: failed expect", "joined: blocked by other"])
  }

  @Test func oneConsumerLeavingCancelsNothing() throws {
    let trial = try Trial(
      """
      nodes:
        slow: { fetch: http://a.test/slow }
        fails: [ just: 1, expect: . == 2 ]
        joined: { zipMany: [slow, fails] }
        needs: { from: slow }
      """
    ) { _, _ in .held }
    trial.start()
    trial.settle()
    #expect(trial.transport.cancelled == [])
    trial.transport.answer("/slow", "7")
    trial.finish()
    #expect(trial.output == ["7"])
    #expect(
      trial.ends == ["slow: succeeded 1", "fails: failed expect", "joined: blocked by fails", "needs: succeeded 1"])
  }

  @Test func awaitedNodeIsAnEdge() throws {
    let trial = try Trial(
      """
      nodes:
        login: { fetch: { post: http://a.test/login } }
        items:
          - fetch: { get: http://a.test/items, headers: { Authorization: 'Bearer ${ $nodes.login.token }' } }
      """
    ) { request, _ in request.method == "POST" ? .held : .json("[]") }
    trial.start()
    trial.settle()
    #expect(trial.transport.started == ["POST http://a.test/login"])
    trial.transport.answer("/login", #"{"token":"t"}"#)
    trial.finish()
    #expect(trial.transport.requests.last?.headers == [Header("Authorization", "Bearer t")])
    #expect(trial.output == ["[]"])
  }

  @Test(
    "A node whose one value is wanted has to have one",
    arguments: [
      ("empty", "$nodes.other has no value: the node ended without one"),
      ("sequence: [1, 2]", "$nodes.other is not one value: the node emitted several"),
    ])
  func awaitedNodeWithoutOneValue(source: String, message: String) throws {
    let trial = try Trial.run(
      """
      nodes:
        other: [ \(source) ]
        wants: [ just: 1, map: $nodes.other ]
      """)
    #expect(trial.failure(of: "wants")?.message == message)
    #expect(trial.failure(of: "wants")?.step?.operation == "map")
  }

  @Test func nodeTakenAndAwaited() throws {
    let trial = try Trial.run(
      """
      nodes:
        login: { fetch: http://a.test/login }
        both: [ from: login, map: '[., $nodes.login]' ]
      """)
    #expect(trial.transport.started.count == 1)
    #expect(trial.output == [#"["http://a.test/login","http://a.test/login"]"#])
  }

  @Test func lateConsumersGetAllValues() throws {
    let trial = try Trial.run(
      """
      nodes:
        ids: { sequence: [1, 2, 3] }
        late:
          - sequence: [10, 20]
          - delay: 50ms
          - as: outer
          - flatMap: [ from: ids, map: $outer + . ]
          - collect
      """)
    #expect(trial.output == ["[11,12,13,21,22,23]"])
  }

  @Test func nodeWhoseLateConsumersNeverComeRunsAllTheSame() throws {
    let trial = try Trial.run(
      """
      nodes:
        fallback: [ fetch: http://a.test/fallback ]
        result:
          - fetch: http://a.test/result
          - catch: [ from: fallback ]
      """)
    #expect(trial.transport.started == ["GET http://a.test/fallback", "GET http://a.test/result"])
    #expect(trial.ends == ["fallback: succeeded 1", "result: succeeded 1"])
  }

  @Test func outputMayNameANodeThatOthersTake() throws {
    let trial = try Trial.run(
      """
      nodes:
        ids: { sequence: [1, 2, 3] }
        one: [ from: ids, prefix: 1 ]
      output: { ids: ids, one: one }
      """)
    #expect(trial.output == [#"{"ids":[1,2,3],"one":1}"#])
  }

  @Test func prefixCancelsWhatIsAboveIt() throws {
    let trial = try Trial(
      """
      nodes:
        ids: [ sequence: [1, 2, 3], fetch: 'http://a.test/${ . }' ]
        one: [ from: ids, prefix: 1 ]
      """
    ) { request, _ in request.url.hasSuffix("1") ? .json("1") : .held }
    trial.start()
    trial.finish()
    #expect(trial.transport.cancelled == ["GET http://a.test/2", "GET http://a.test/3"])
    #expect(trial.ends == ["ids: cancelled", "one: succeeded 1"])
  }

  @Test("A node that nobody ever asks for a value does not hold up the run")
  func neverAsked() throws {
    let trial = try Trial.run(
      """
      nodes:
        unasked: { fetch: http://a.test/unasked }
        none: [ from: unasked, prefix: 0 ]
        kept: { fetch: http://a.test/kept }
        never: [ concatMany: [ [ just: 1 ], kept ], prefix: 1 ]
        nothing: [ from: kept, prefix: 0 ]
        awaited: { fetch: http://a.test/awaited }
        noneOfIt: [ just: 1, map: $nodes.awaited, prefix: 0 ]
        result: [ just: 1 ]
      """)
    #expect(trial.outcome == "succeeded")
    #expect(trial.output == ["1"])
    #expect(trial.ends.filter { $0.hasSuffix("cancelled") }.contains("unasked: cancelled"))
  }

  @Test func inputsThatServeNobodyAnyMoreAreCancelled() throws {
    // Awaited, taken later, taken behind another: whoever wanted them has ended.
    let trial = try Trial(
      """
      nodes:
        awaited: { fetch: http://a.test/awaited }
        later: { fetch: http://a.test/later }
        behind: { fetch: http://a.test/behind }
        wants: [ fail: no, map: $nodes.awaited ]
        maybe: [ just: 1, flatMap: [ fail: no, catch: [ fail: never ], flatMap: [ from: later ] ] ]
        joins: { concatMany: [ [ fail: no ], behind ] }
      """
    ) { _, _ in .held }
    trial.start()
    trial.finish()
    #expect(
      trial.ends == [
        "awaited: cancelled", "later: cancelled", "behind: cancelled", "wants: failed custom", "maybe: failed custom",
        "joins: failed custom",
      ])
    #expect(trial.transport.cancelled.sorted() == trial.transport.started.sorted())
  }
}
