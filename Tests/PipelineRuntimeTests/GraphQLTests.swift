import HTTP
import RunEvents
import Testing
import Values

@Suite("A fetch with a GraphQL query")
struct GraphQLTests {
  private func trial(_ body: String, _ reply: Reply = .json(#"{"data":{"me":{"name":"Ann"}}}"#)) throws -> Trial {
    try Trial.run(
      """
      nodes:
        one: [ just: { id: 9007199254740993, text: '{ me { id } }' }, fetch: { post: http://a.test/graphql, \(body) } ]
      """
    ) { _, _ in reply }
  }

  private func sent(_ body: String) throws -> String {
    let trial = try trial(body)
    let request = try #require(trial.transport.requests.first, "\(trial.failure(of: "one").map { "\($0)" } ?? "")")
    guard case .bytes(let bytes) = request.body else { return "no bytes" }
    #expect(request.headers == [Header("Content-Type", "application/json")])
    return String(decoding: bytes, as: UTF8.self)
  }

  @Test(
    "What is sent",
    arguments: [
      ("graphql: '{ me { name } }'", #"{"query":"{ me { name } }"}"#),
      ("graphql: '${ .text }'", #"{"query":"{ me { id } }"}"#),
      ("graphql: '{ a(b: \"$${x}\") }'", #"{"query":"{ a(b: \"${x}\") }"}"#),
      (
        "graphql: { query: 'query Q($id: ID!) { user(id: $id) { name } }', variables: { id: '${ .id }', all: true }, operationName: Q }",
        #"{"query":"query Q($id: ID!) { user(id: $id) { name } }","variables":{"id":9007199254740993,"all":true},"operationName":"Q"}"#
      ),
      (
        "graphql: { query: '{ me { name } }', variables: '${ { a: 1 } }' }",
        #"{"query":"{ me { name } }","variables":{"a":1}}"#
      ),
    ])
  func request(body: String, expected: String) throws {
    #expect(try sent(body) == expected)
  }

  @Test func ownContentTypeStays() throws {
    let trial = try trial("graphql: '{ me { name } }', headers: { content-type: application/graphql+json }")
    #expect(trial.transport.requests.first?.headers == [Header("content-type", "application/graphql+json")])
  }

  @Test func responseIsEmittedWhole() throws {
    #expect(try trial("graphql: '{ me { name } }'").output == [#"{"data":{"me":{"name":"Ann"}}}"#])
    #expect(
      try trial("graphql: '{ me { name } }'", .json(#"{"data":{},"errors":[]}"#)).output == [
        #"{"data":{},"errors":[]}"#
      ])
  }

  @Test func errorsFailAsACheckWhateverElseIsThere() throws {
    let reply =
      #"{"data":{"a":1},"errors":[{"message":"no such user","path":["users",0,"full name"]},{"message":"slow"}]}"#
    for option in ["", ", response: none", ", response: text", ", emit: response"] {
      let trial = try trial("graphql: '{ me { name } }'\(option)", .json(reply))
      let failure = try #require(trial.failure(of: "one"))
      #expect(failure.kind == .expect)
      #expect(
        failure.message == #"the GraphQL response has errors: no such user, at .users[0]["full name"]; and 1 more"#)
      #expect(failure.details == [#"no such user, at .users[0]["full name"]"#, "slow"])
      #expect(failure.request?.url == "http://a.test/graphql")
    }
  }

  @Test(
    "An error in any form is told",
    arguments: [
      (#"{"errors":[{"message":"bad"}]}"#, "bad"), (#"{"errors":["odd"]}"#, #""odd""#),
      (#"{"errors":[{"code":7}]}"#, #"{"code":7}"#), (#"{"errors":[{"message":"m","path":[]}]}"#, "m"),
      (#"{"errors":[{"message":"m","path":[1]}]}"#, "m, at .[1]"),
    ])
  func oddErrors(body: String, words: String) throws {
    #expect(
      try trial("graphql: '{ a }'", .json(body)).failure(of: "one")?.message
        == "the GraphQL response has errors: \(words)")
  }

  @Test func errorsAreThereForTheHandler() throws {
    let trial = try Trial.run(
      """
      nodes:
        one:
          - fetch: { post: http://a.test/, graphql: '{ a }' }
          - catch: [ map: '[.kind, .status, .body.errors[0].message]' ]
      """
    ) { _, _ in .json(#"{"errors":[{"message":"bad"}]}"#) }
    #expect(trial.output == [#"["expect",200,"bad"]"#])
  }

  @Test func refusalTellsTheErrorsToo() throws {
    let trial = try trial("graphql: '{ a }'", .json(#"{"errors":[{"message":"bad query"}]}"#, status: 400))
    #expect(trial.failure(of: "one")?.kind == .status)
    #expect(trial.failure(of: "one")?.message == "POST http://a.test/graphql answered 400 Bad Request")
    #expect(trial.failure(of: "one")?.details == ["the GraphQL response has errors: bad query"])
  }

  @Test func otherBodiesMayHaveErrors() throws {
    let trial = try trial("json: { query: '{ a }' }", .json(#"{"errors":[{"message":"bad"}]}"#))
    #expect(trial.outcome == "succeeded")
  }

  @Test func variablesAreAnObject() throws {
    let trial = try trial("graphql: { query: '{ a }', variables: '${ [1] }' }")
    #expect(trial.transport.started == [])
    #expect(trial.failure(of: "one")?.message == "the variables of the GraphQL query are an array, not an object")
  }
}
