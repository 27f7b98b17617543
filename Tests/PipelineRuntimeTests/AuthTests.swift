import HTTP
import PipelineRuntime
import RunEvents
import Testing
import Values

@Suite("auth of clients and fetches")
struct AuthTests {
  private func headers(
    _ fetch: String, client: String = "baseURL: 'http://a.test', auth: { bearer: t0ken }",
    sourceLocation: Testing.SourceLocation = #_sourceLocation
  ) throws -> [String] {
    let trial = try Trial.run(
      """
      clients: { api: { \(client) } }
      nodes:
        one: [ just: { token: t1, name: 'Jürgen', password: 'p:ä' }, fetch: \(fetch) ]
      """)
    let request = try #require(trial.transport.requests.first, sourceLocation: sourceLocation)
    return request.headers.map { "\($0.name): \($0.value)" }
  }

  @Test(
    "What is sent, and where",
    arguments: [
      ("/x", ["Authorization: Bearer t0ken"]),
      ("{ client: api, get: 'http://a.test:80/x' }", ["Authorization: Bearer t0ken"]),
      ("{ client: api, get: 'https://a.test/x' }", []), ("{ client: api, get: 'http://b.test/x' }", []),
      ("{ client: api, get: 'http://a.test.evil.test/x' }", []),
      ("{ get: /x, auth: null }", []), ("{ get: /x, headers: { authorization: own } }", ["authorization: own"]),
      ("{ get: /x, headers: { Authorization: null } }", []),
      ("{ get: /x, auth: { bearer: '${ .token }' } }", ["Authorization: Bearer t1"]),
      ("{ get: 'http://b.test/x', auth: { bearer: mine } }", ["Authorization: Bearer mine"]),
      (
        "{ get: /x, auth: { basic: { username: '${ .name }', password: '${ .password }' } } }",
        ["Authorization: Basic SsO8cmdlbjpwOsOk"]
      ),
      ("{ get: /x, auth: { basic: 'a:b' } }", ["Authorization: Basic YTpi"]),
      ("{ get: /x, auth: { basic: 'a:' } }", ["Authorization: Basic YTo="]),
      ("{ get: /x, auth: { basic: 'ab:cd' } }", ["Authorization: Basic YWI6Y2Q="]),
    ])
  func sent(fetch: String, expected: [String]) throws {
    #expect(try headers(fetch) == expected)
  }

  @Test func takesThePlaceOfTheClientsHeader() throws {
    let client = "baseURL: 'http://a.test', headers: { authorization: old, X: y }"
    #expect(try headers("/x", client: client) == ["authorization: old", "X: y"])
    #expect(try headers("{ get: /x, auth: { bearer: new } }", client: client) == ["X: y", "Authorization: Bearer new"])
    #expect(try headers("{ get: /x, auth: null }", client: client) == ["X: y"])
  }

  @Test func isMaskedInEveryForm() throws {
    let trial = try Trial(
      """
      clients: { api: { baseURL: 'http://a.test', auth: { basic: { username: ann, password: hunter2-hunter2 } } } }
      nodes:
        one: [ fetch: /x ]
        two: [ just: t0ken-t0ken, fetch: { get: 'http://b.test/${ . }', auth: { bearer: '${ . }' } } ]
      output: [one, two]
      """, wants: [.requests, .headers, .bodies]
    ) { request, _ in
      .json(JSONValue.string(request.headers.map(\.value).joined() + " hunter2-hunter2 t0ken-t0ken").text())
    }
    trial.start()
    trial.finish()
    let told = trial.events.map { $0.json.text() }.joined()
    #expect(
      trial.transport.requests.map { $0.headers.map(\.value) } == [
        ["Basic YW5uOmh1bnRlcjItaHVudGVyMg=="], ["Bearer t0ken-t0ken"],
      ])
    for secret in ["hunter2-hunter2", "t0ken-t0ken", "YW5uOmh1bnRlcjItaHVudGVyMg", "h1bnRlcjIt"] {
      #expect(!told.contains(secret), "\(secret)")
    }
  }

  @Test(
    "What cannot be sent fails its step",
    arguments: [
      ("auth: { bearer: '${ .none }' }", "${ .none } is null"),
      ("auth: { bearer: '${ .empty }' }", "the token of 'auth' is empty"),
      ("auth: { bearer: '${ .line }' }", "the value of the header 'Authorization' holds a line end"),
      ("auth: { basic: '${ .word }' }", "'auth' has no 'username:password'"),
      ("auth: { basic: { username: '${ .pair }', password: x } }", "the username of 'auth' holds a colon"),
    ])
  func notSendable(auth: String, words: String) throws {
    let trial = try Trial.run(
      "nodes: { one: [ just: { empty: '', word: abc, pair: 'a:b', line: \"a\\nb\" }, fetch: { get: 'http://a.test', \(auth) } ] }"
    )
    #expect(trial.transport.started == [])
    #expect(trial.failure(of: "one")?.message.contains(words) == true, "\(trial.failure(of: "one")?.message ?? "")")
  }
}
