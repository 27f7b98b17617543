import HTTP
import PipelineLanguage
import RunEvents
import Testing
import Values

@Suite("Steps of a chain")
struct ChainTests {
  @Test(
    "What steps make of a stream",
    arguments: [
      ("sequence: [3, 1, 2], scan: { from: 0, with: $acc + . }", ["3", "4", "6"]),
      ("sequence: [3, 1, 2], reduce: { from: 0, with: $acc + . }", ["6"]),
      ("empty, reduce: { from: 7, with: . }", ["7"]),
      ("empty, scan: { from: 7, with: . }", []), ("sequence: [1, 2, 3], collect: 2", ["[1,2]", "[3]"]),
      ("sequence: [1, 2, 3], collect", ["[1,2,3]"]), ("empty, collect", ["[]"]), ("empty, collect: 2", []),
      ("sequence: [1, 2, 3], first", ["1"]), ("sequence: [1, 2, 3], first: . > 1", ["2"]), ("empty, first", []),
      ("sequence: [1, 2, 3], last", ["3"]), ("empty, last", []), ("sequence: [1, 2, 3], count", ["3"]),
      ("empty, count", ["0"]), ("sequence: [1, 2, 3], prefix: 2", ["1", "2"]), ("sequence: [1, 2], prefix: 0", []),
      ("sequence: [1, 2, 3], dropFirst", ["2", "3"]), ("sequence: [1, 2], dropFirst: 3", []),
      ("empty, replaceEmpty: 9", ["9"]), ("just: 1, replaceEmpty: 9", ["1"]),
      ("sequence: [1, null, false], compactMap: .", ["1", "false"]),
      ("sequence: [1, null, false, 0], filter: .", ["1", "0"]), ("just: [1, 2], map: '.[]'", ["1", "2"]),
      ("just: 1, map: empty", []), ("just: 1, map: { a: '${ . }', b: ['x${ . }'] }", [#"{"a":1,"b":["x1"]}"#]),
      ("sequence: [[1, 2], []], flatMap: [ sequence: '.' ]", ["1", "2"]),
      ("sequence: '[range(3)]', flatMap: { do: [ map: . * 2 ], concurrency: 1 }", ["0", "2", "4"]),
      ("concatMany: []", []), ("zipMany: []", []), ("mergeMany: {}", []),
      ("combineLatest: { each: '[]', as: x, do: [ just: 1 ] }", []),
      ("zipMany: { each: '[3, 1, 2]', as: x, do: [ just: '${ $x * 10 }' ] }", ["[30,10,20]"]),
      ("zipMany: { b: [ just: 1 ], a: [ just: 2 ] }", [#"{"b":1,"a":2}"#]),
      ("combineLatest: { b: [ just: 1 ], a: [ just: 2 ] }", [#"{"b":1,"a":2}"#]),
      ("zipMany: [ [ sequence: [1, 2, 3] ], [ sequence: [4, 5] ] ]", ["[1,4]", "[2,5]"]),
      ("just: 1, subscribeOn: utility, receiveOn: main, map: . + 1, receiveOn: background", ["2"]),
    ])
  func values(steps: String, expected: [String]) throws {
    let trial = try Trial.run("nodes: { one: [ \(steps) ] }")
    #expect(trial.output == expected)
    #expect(trial.outcome == "succeeded", "\(trial.ends)")
  }

  @Test(
    "$index counts the values of the stream it stands in",
    arguments: [
      ("sequence: [a, b, c]", ["0", "1", "2"]), ("sequence: [a, b, c], filter: . != \"a\"", ["0", "1"]),
      ("sequence: [a, b, c], dropFirst: 1", ["0", "1"]), ("just: [1, 2], map: '.[]'", ["0", "1"]),
      ("sequence: [[1, 2], [3]], flatMap: [ sequence: '.' ]", ["0", "1", "2"]),
      ("sequence: [a, b, c], last", ["0"]), ("sequence: [a, b, c], collect: 2", ["0", "1"]),
      ("concatMany: [ [ sequence: [1, 2] ], [ just: 3 ] ]", ["0", "1", "2"]), ("sequence: [a, b], count", ["0"]),
      ("sequence: [a, b], flatMap: [ map: $index, delay: 1ms ]", ["0", "1"]),
      ("sequence: [1, 2], reduce: { from: 0, with: . }", ["0"]), ("sequence: [1, 2, 3], first: . > 2", ["0"]),
    ])
  func index(steps: String, expected: [String]) throws {
    #expect(try Trial.run("nodes: { one: [ \(steps), map: $index ] }").output == expected)
  }

  @Test func indexOfTheOuterStreamInAFlatMap() throws {
    let trial = try Trial.run("nodes: { one: [ sequence: [a, b], flatMap: [ map: '[$index, .]' ] ] }")
    #expect(trial.output == [#"[0,"a"]"#, #"[1,"b"]"#])
  }

  @Test func namesEndWithTheChainThatBoundThem() throws {
    let trial = try Trial.run(
      """
      nodes:
        one:
          - just: { id: 1 }
          - as: item
          - flatMap:
              - map: .id + 1
              - as: item
              - map: $item * 10
          - map: '[., $item]'
      """)
    #expect(trial.output == [#"[20,{"id":1}]"#])
  }

  @Test func responseIsThatOfTheNearestFetchAbove() throws {
    let trial = try Trial.run(
      """
      nodes:
        one:
          - fetch: http://a.test/1
          - flatMap:
              - map: $response.url
              - as: outer
              - fetch: http://a.test/2
              - map: '[$outer, $response.url]'
          - map: '. + [$response.url]'
          - fetch: http://a.test/3
          - map: '$response | [.status, .url, .headers["content-type"]]'
          - log: '${ $response.status }'
      """)
    #expect(trial.output == [#"[200,"http://a.test/3","application/json"]"#])
    #expect(trial.messages == ["200"])
  }

  @Test func decodeTellsEveryViolation() throws {
    let text = """
      types: { Post: { type: object, required: [id], properties: { id: { type: integer } } } }
      nodes:
        one: [ just: VALUE, decode: TYPE ]
      """
    func run(_ value: String, _ type: String) throws -> Trial {
      try Trial.run(text.replacing("VALUE", with: value).replacing("TYPE", with: type))
    }
    #expect(try run("{ id: 1 }", "Post").output == [#"{"id":1}"#])
    #expect(try run("[{ id: 1 }]", "[Post]").output == [#"[{"id":1}]"#])
    #expect(try run("[]", "[Post]").output == ["[]"])
    let list = try #require(try run("[{ id: 1 }, {}, { id: x }]", "[Post]").failure(of: "one"))
    #expect(list.kind == .decode)
    #expect(list.message == "the value is no list of Post (2 violations)")
    #expect(list.details.map { $0.prefix(2) } == ["/1", "/2"])
    #expect(try run("{ id: 1 }", "[Post]").failure(of: "one")?.details == ["the value is an object, not a list"])
    #expect(try run("{}", "Post").failure(of: "one")?.details.count == 1)
  }

  @Test func outputsOfOneValueAndOfSeveral() throws {
    let trial = try Trial.run(
      """
      nodes:
        one: { just: 1 }
        several: { sequence: [1] }
        none: [ just: 1, filter: . > 1 ]
        caught: [ fail: x, catch: [ just: 3 ] ]
        nothing: [ just: 1, prefix: 0 ]
      output: { one: one, several: several, none: none, caught: caught, nothing: nothing }
      """)
    #expect(trial.output == [#"{"one":1,"several":[1],"none":null,"caught":3,"nothing":null}"#])
  }

  @Test("A deep graph of nodes is looked at once, however its edges cross")
  func crossedGraph() throws {
    var text = "nodes:\n  n0: { just: 1 }\n"
    for place in 1...60 { text += "  n\(place): { zipMany: [n\(place - 1), n\(place - 1)] }\n" }
    text += "  last: [ from: n60, map: 1 ]\noutput: [last]"
    // The value itself doubles with each node, so only the plan is made.
    let pipeline = try checkedPipeline(text)
    #expect(pipeline.cardinalities == Array(repeating: .one, count: 62))
  }
}
