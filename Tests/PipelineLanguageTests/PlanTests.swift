import Diagnostics
import PipelineLanguage
import Testing
import Values

@Suite("A plan says what a run can emit and send, and why nodes wait")
struct PlanTests {
  private func plan(_ nodes: String, _ more: String = "") throws -> PipelinePlan {
    let text = "inputs: { list: [1, 2] }\nclients: { api: { baseURL: http://x } }\n\(more)nodes:\n\(nodes)\n"
    let parse = parsePipeline(SourceText(name: "p.yaml", bytes: Array(text.utf8)), expressions: ExpressionPool())
    #expect(parse.diagnostics.filter { $0.severity == .error }.map(\.message) == [])
    return PipelinePlan(try #require(parse.pipeline))
  }

  struct Case: CustomTestStringConvertible, Sendable {
    let chain: String
    let values: String
    let requests: String

    init(_ chain: String, _ values: String, _ requests: String = "no request") {
      self.chain = chain
      self.values = values
      self.requests = requests
    }

    var testDescription: String { chain }
  }

  private static let lists: [Case] = [
    Case("{ sequence: [1, 2, 3] }", "3 values"),
    Case("{ sequence: [] }", "no value"),
    Case("{ sequence: $inputs.list }", "any number of values"),
    Case("{ just: [1, 2] }", "1 value"),
    Case("empty", "no value"),
    Case("{ fail: no }", "no value"),
    Case("{ sequence: [1, 2, 3] }, { filter: . > 1 }", "at most 3 values"),
    Case("{ sequence: [1, 2, 3] }, { map: . + 1 }", "3 values"),
    Case("{ sequence: [1, 2, 3] }, { map: '.[]' }", "any number of values"),
    Case("{ sequence: [1, 2, 3] }, { map: empty }", "at most 3 values"),
    Case("{ sequence: [1, 2, 3] }, { compactMap: . }", "at most 3 values"),
    Case("{ sequence: [1, 2, 3] }, collect", "1 value"),
    Case("{ sequence: [1, 2, 3] }, { collect: 2 }", "2 values"),
    Case("{ sequence: [1, 2, 3] }, { filter: . }, { collect: 2 }", "at most 2 values"),
    Case("{ sequence: [1, 2, 3] }, count", "1 value"),
    Case("{ sequence: [1, 2, 3] }, { prefix: 2 }", "2 values"),
    Case("{ sequence: $inputs.list }, { prefix: 2 }", "at most 2 values"),
    Case("{ sequence: [1, 2, 3] }, { dropFirst: 2 }", "1 value"),
    Case("{ sequence: [1] }, { dropFirst: 2 }", "no value"),
    Case("{ sequence: [1, 2, 3] }, first", "1 value"),
    Case("{ sequence: [1, 2, 3] }, { first: . > 1 }", "at most 1 value"),
    Case("{ sequence: $inputs.list }, last", "at most 1 value"),
    Case("empty, { replaceEmpty: 1 }", "1 value"),
    Case("{ sequence: [1, 2] }, { filter: . }, { replaceEmpty: 1 }", "at most 2 values"),
    Case("{ sequence: [1, 2] }, { map: error }, { replaceError: 1 }", "2 values"),
    Case("{ sequence: [1, 2] }, { catch: { sequence: [7, 8] } }", "2 values, at most 3 where something fails"),
    Case("{ fail: no }, { catch: { sequence: [7, 8] } }", "no value, at most 2 where something fails"),
    Case("{ sequence: [1, 2] }, { flatMap: { sequence: [7, 8, 9] } }", "6 values"),
  ]

  private static let requests: [Case] = [
    Case("{ fetch: /a }", "1 value", "1 request"),
    Case("{ fetch: { get: /a, retry: 2 } }", "1 value", "1 request, at most 3 where something fails"),
    Case("{ fetch: { get: /a, redirects: 2 } }", "1 value", "at most 3 requests"),
    Case("{ fetch: { get: /a, redirects: 1, retry: 1 } }", "1 value", "at most 4 requests"),
    Case("{ fetch: { get: /a, poll: { every: 2s, until: .done, timeout: 5s } } }", "1 value", "at most 3 requests"),
    Case(
      "{ sequence: [1, 2] }, { fetch: { get: /a, retry: 1 } }", "2 values",
      "2 requests, at most 4 where something fails"),
    Case("{ sequence: [1, 2, 3] }, { fetch: '/${ . }' }", "3 values", "3 requests"),
    Case("{ sequence: [1, 2, 3] }, { filter: . > 1 }, { fetch: '/${ . }' }", "at most 3 values", "at most 3 requests"),
    Case("{ sequence: $inputs.list }, { fetch: '/${ . }' }", "any number of values", "any number of requests"),
    Case("{ sequence: [1, 2, 3] }, { fetch: '/${ . }' }, first", "1 value", "at most 3 requests"),
    Case("{ sequence: [1, 2, 3] }, first, { fetch: '/${ . }' }", "1 value", "1 request"),
    Case("empty, { fetch: /a }", "no value", "no request"),
    Case(
      "{ fetch: /a }, { fetch: /b }, { retry: 2 }", "1 value", "2 requests, at most 6 where something fails"),
    Case(
      "{ fetch: /a }, { retry: 2 }, { fetch: /b }", "1 value", "2 requests, at most 4 where something fails"),
    Case(
      "{ fetch: /a }, { timeout: 1s }, { retry: 1 }", "1 value, at most 2 where something fails",
      "1 request, at most 2 where something fails"),
    Case(
      "{ fetch: /a }, { catch: { fetch: /b } }", "1 value", "1 request, at most 2 where something fails"),
    Case("{ fetch: /a }, { retry: 0 }, { replaceError: 0 }", "1 value", "1 request"),
    Case(
      "{ sequence: [1, 2] }, { flatMap: [{ fetch: /a }, { retry: 1 }, { fetch: /b }] }", "2 values",
      "4 requests, at most 6 where something fails"),
    Case("{ sequence: $inputs.list }, { flatMap: [{ map: . }] }", "any number of values", "no request"),
    Case("{ sequence: $inputs.list }, { flatMap: [empty] }, { fetch: /a }", "no value", "no request"),
  ]

  private static let joins: [Case] = [
    Case("{ zipMany: [{ fetch: /a }, { fetch: /b }] }", "1 value", "2 requests"),
    Case("{ zipMany: [] }", "no value"),
    Case("{ zipMany: [[{ sequence: [1, 2] }, { fetch: /a }], { fetch: /b }] }", "1 value", "at most 3 requests"),
    Case("{ zipMany: { each: [1, 2, 3], as: x, do: { fetch: '/${ $x }' } } }", "1 value", "3 requests"),
    Case(
      "{ zipMany: { each: $inputs.list, as: x, do: { fetch: '/${ $x }' } } }", "at most 1 value",
      "any number of requests"),
    Case("{ zipMany: { each: $inputs.list, as: x, do: { just: 1 } } }", "at most 1 value", "no request"),
    Case("{ combineLatest: [{ fetch: /a }, { fetch: /b }] }", "1 value", "2 requests"),
    Case("{ combineLatest: [{ sequence: [1, 2] }, { sequence: [1, 2, 3] }] }", "at most 4 values"),
    Case("{ combineLatest: [{ sequence: [1, 2] }, [empty]] }", "no value"),
    Case("{ mergeMany: [{ sequence: [1, 2] }, { fetch: /a }] }", "3 values", "1 request"),
    Case("{ concatMany: [{ sequence: [1, 2] }, { sequence: $inputs.list }] }", "any number of values"),
    Case(
      "{ mergeMany: { each: [1, 2], as: x, do: [{ fetch: /a }, { fetch: /b }] } }", "2 values", "4 requests"),
  ]

  private static let later: [Case] = [
    Case("{ race: [{ fetch: /a }, { fetch: /b }] }", "1 value", "at most 2 requests"),
    Case("{ race: [{ sequence: [1, 2] }, { sequence: [] }] }", "at most 2 values"),
    Case("{ interval: 1s }, { prefix: 3 }, { fetch: /a }", "at most 3 values", "at most 3 requests"),
    Case("{ interval: 1s }, { fetch: /a }", "any number of values", "any number of requests"),
    Case("{ read: a.json }, { fetch: /a }", "1 value", "1 request"),
    Case("{ read: a.csv }, { fetch: /a }", "any number of values", "any number of requests"),
    Case("{ just: 1 }, { switchMap: { fetch: /a } }", "1 value", "1 request"),
    Case("{ sequence: [1, 2] }, { switchMap: { fetch: /a } }", "at most 2 values", "at most 2 requests"),
    Case(
      "{ fetch: /a }, { expand: [{ filter: .next }, { fetch: /b }] }", "any number of values", "any number of requests"),
    Case("{ just: 1 }, { expand: [{ map: . }, { filter: . < 3 }] }, { first: . > 1 }", "at most 1 value"),
    Case("{ sequence: [1, 1] }, removeDuplicates", "at most 2 values"),
    Case("{ just: 1 }, { debounce: 1s }, { throttle: 1s }, { fetch: /a }", "1 value", "1 request"),
    Case("{ just: a }, { secret: . }", "1 value"),
  ]

  @Test(arguments: lists + requests + joins + later)
  func counts(example: Case) throws {
    let node = try plan("  a: [\(example.chain)]").nodes[0]
    #expect(node.values.text("value") == example.values)
    #expect(node.requests.text("request") == example.requests)
  }

  @Test func whatNoNumberHoldsStaysAtTheGreatest() throws {
    let ten = "[" + Array(repeating: "1", count: 10).joined(separator: ", ") + "]"
    let chain = (0..<30).map { _ in "{ flatMap: { sequence: \(ten) } }" }.joined(separator: ", ")
    #expect(try plan("  a: [{ just: 1 }, \(chain), { fetch: /a }]").requests.most == Int.max)
  }

  @Test func aNodesRequestsCountOnceWhoeverTakesItsValues() throws {
    let plan = try plan("  a: { fetch: /a }\n  b: [{ from: a }, { fetch: /b }]\n  c: { zipMany: [a, a, b] }")
    #expect(plan.requests.text("request") == "2 requests")
    #expect(plan.stages == [[0], [1], [2]])
  }

  @Test func aNodeThatIsCutOffMaySendLess() throws {
    let source = "  a: [{ sequence: [1, 2, 3] }, { fetch: /a }]\n  b: { from: a }\n"
    #expect(try plan(source + "  c: [{ from: b }, first]").requests.text("request") == "at most 3 requests")
    // Another node takes all of its values.
    #expect(try plan(source + "  c: [{ from: b }, first]\n  d: { from: b }").requests.text("request") == "3 requests")
    #expect(
      try plan(source + "  c: [{ from: b }, first]", "output: [b, c]\n").requests.text("request") == "3 requests")
    #expect(
      try plan(source + "  c: { zipMany: [b, [{ just: 1 }]] }").requests.text("request") == "at most 3 requests")
  }

  @Test func whatMayBeSkippedMaySendLess() throws {
    let plan = try plan(
      """
        a: { when: '$inputs.list == []', steps: { fetch: /a } }
        b: [{ just: '${ $nodes.a }' }, { fetch: /b }]
        c: { fetch: /c }
      """)
    #expect(
      plan.nodes.map { $0.requests.text("request") } == ["at most 1 request", "at most 1 request", "1 request"])
    #expect(plan.requests.text("request") == "at most 3 requests")
  }

  @Test func aConditionIsAnEdgeToo() throws {
    let plan = try plan("  a: { fetch: /a }\n  b: { when: $nodes.a == 1, steps: { fetch: /b } }")
    #expect(plan.edges.map(\.reason) == ["$nodes.a in when"])
  }

  @Test func requestsAreThoseOfEachCase() throws {
    let plan = try plan("  a: { fetch: /a }", "cases: [{ list: [1] }, { list: [2] }]\n")
    #expect(plan.requests.text("request") == "1 request")
    #expect(plan.text.contains("1 node, 1 request for each of 2 cases\n"))
    #expect(plan.json["cases"] == 2)
  }

  @Test func everyPlaceThatNamesANodeIsAnEdgeWithItsReason() throws {
    let plan = try plan(
      """
        a: { just: 1 }
        b: { from: a }
        c:
          - zipMany: { x: a, y: [{ from: b }] }
          - flatMap:
              - map: . + $nodes.a
              - flatMap: { mergeMany: [b, [{ just: '${ $nodes.a }' }]] }
      """)
    #expect(
      plan.edges.map { "\($0.from)->\($0.to) \($0.reason) \($0.range.start.line):\($0.range.start.column)" } == [
        "0->1 from 5:14",
        "0->2 input 'x' of zipMany 7:21",
        "1->2 from in zipMany 7:36",
        "0->2 $nodes.a in map in flatMap 9:27",
        "1->2 input of mergeMany in flatMap in flatMap 10:34",
        "0->2 $nodes.a in just in mergeMany in flatMap in flatMap 10:57",
      ])
    #expect(plan.edges.filter { $0.kind == .value }.count == 2)
  }

  @Test func nodesOfAStageNeedNoneOfEachOther() throws {
    let plan = try plan("  d: { zipMany: [c, a] }\n  a: { just: 1 }\n  c: { from: b }\n  b: { just: '${ $nodes.a }' }")
    #expect(plan.stages.map { $0.map { plan.nodes[$0].name } } == [["a"], ["b"], ["c"], ["d"]])
  }

  @Test func theReasonsOfNoBoundAreToldOnceEach() throws {
    let plan = try plan(
      "  a: [{ sequence: $inputs.list }, { fetch: /a }]\n  b: [{ from: a }, { fetch: /b }]\n"
        + "  c: [{ fetch: /a }, { map: '.[]' }, { fetch: /b }]")
    #expect(
      plan.reasons.map { "\($0.range.start.line): \($0.text)" } == [
        "4: the list of 'sequence' is known only in the run",
        "6: an expression of 'map' may give any number of values",
      ])
  }

  @Test func aLongChainOfNodesAndAWideJoinArePlanned() throws {
    let chain = (1..<5000).map { "  n\($0): [{ from: n\($0 - 1) }, { fetch: /a }]\n" }.joined()
    let plan = try plan(
      "  n0: { just: 1 }\n\(chain)  all: { zipMany: [\((0..<5000).map { "n\($0)" }.joined(separator: ", "))] }")
    #expect(plan.stages.count == 5001)
    #expect(plan.requests.text("request") == "4999 requests")
  }
}
