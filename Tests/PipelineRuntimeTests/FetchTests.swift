import Foundation
import HTTP
import PipelineRuntime
import RunEvents
import Testing
import Values

@Suite("What a fetch sends")
struct FetchRequestTests {
  private func request(
    _ fetch: String, clients: String = "{ api: { baseURL: 'http://a.test/v1', headers: { X-Key: k, Accept: a/b } } }",
    value: String =
      "{ id: 'a/b c', n: 9007199254740993, list: [1, null, x], none: null, url: 'http://s.test/p?sig=a%2Fb' }"
  ) throws -> Request {
    let trial = try Trial.run(
      """
      clients: \(clients)
      nodes:
        one: [ just: \(value), fetch: \(fetch) ]
      """)
    return try #require(trial.transport.requests.first, "\(trial.failure(of: "one").map { "\($0)" } ?? "no request")")
  }

  @Test(
    "The URL is what the file says",
    arguments: [
      ("/items", "http://a.test/v1/items"), ("items", "http://a.test/v1/items"), ("''", "http://a.test/v1"),
      ("'?q=1'", "http://a.test/v1?q=1"), ("/a/../b//c/./d%41", "http://a.test/v1/a/../b//c/./d%41"),
      ("'/items/${ .id }'", "http://a.test/v1/items/a%2Fb%20c"),
      ("'/n/${ .n }'", "http://a.test/v1/n/9007199254740993"),
      ("'${ .url }'", "http://s.test/p?sig=a%2Fb"), ("'${ .url }&x=${ .id }'", "http://s.test/p?sig=a%2Fb&x=a%2Fb%20c"),
      ("{ client: api, get: 'http://a.test/other' }", "http://a.test/other"),
      (
        "{ get: /s, query: { q: '${ .id }', l: '${ .list }', n: '${ .none }' } }",
        "http://a.test/v1/s?q=a%2Fb%20c&l=1&l=x"
      ),
      ("{ get: '/s?a=1#top', query: { 'ä b': true } }", "http://a.test/v1/s?a=1&%C3%A4%20b=true#top"),
    ])
  func url(fetch: String, expected: String) throws {
    #expect(try request(fetch).url == expected)
  }

  @Test(
    "A client's headers go to its own origin, and a step's take their place",
    arguments: [
      ("/x", ["X-Key: k", "Accept: a/b"]), ("{ get: /x, headers: { x-key: own } }", ["Accept: a/b", "x-key: own"]),
      ("{ get: /x, headers: { X-Key: null, Accept: null } }", []),
      ("{ get: /x, headers: { X-Key: [1, two, null] } }", ["Accept: a/b", "X-Key: 1", "X-Key: two"]),
      ("{ client: api, get: 'http://other.test/x' }", []),
      ("{ client: api, get: 'https://a.test/x' }", []),
      ("{ client: api, get: 'http://a.test:80/x' }", ["X-Key: k", "Accept: a/b"]),
      ("{ client: api, get: 'HTTP://A.TEST/x' }", ["X-Key: k", "Accept: a/b"]),
      ("{ client: api, get: 'http://a.test@evil.test/x' }", []),
      ("{ client: api, get: 'http://a.test.evil.test/x' }", []),
      ("'http://a.test/x'", []),
    ])
  func headers(fetch: String, expected: [String]) throws {
    #expect(try request(fetch).headers.map { "\($0.name): \($0.value)" } == expected)
  }

  @Test func headerLeftOutIsToldToTheTransport() throws {
    #expect(try request("{ get: /x, headers: { User-Agent: null } }").omittedHeaders == ["User-Agent"])
  }

  @Test(
    "Bodies and the header that each brings",
    arguments: [
      ("json: { b: '${ .n }', a: [1.50, null] }", #"{"b":9007199254740993,"a":[1.50,null]}"#, "application/json"),
      ("json: '${ .none }'", "null", "application/json"),
      ("form: { a: 'x y&z', b: [1, 2], c: null }", "a=x+y%26z&b=1&b=2", "application/x-www-form-urlencoded"),
      ("text: 'id=${ .id }'", "id=a/b c", "text/plain; charset=utf-8"),
    ])
  func bodies(body: String, bytes: String, type: String) throws {
    let sent = try request("{ post: /x, \(body) }")
    guard case .bytes(let found) = sent.body else {
      Issue.record("no bytes")
      return
    }
    #expect(String(decoding: found, as: UTF8.self) == bytes)
    #expect(sent.headers.filter { $0.name == "Content-Type" } == [Header("Content-Type", type)])
  }

  @Test func ownContentTypeStays() throws {
    let sent = try request("{ post: /x, json: 1, headers: { content-type: application/vnd.x+json } }")
    #expect(sent.headers.filter { $0.name.lowercased() == "content-type" }.map(\.value) == ["application/vnd.x+json"])
    let none = try request("{ post: /x, json: 1, headers: { Content-Type: null } }")
    #expect(!none.headers.contains { $0.name.lowercased() == "content-type" })
  }

  @Test func uploadIsStreamedWithItsLength() throws {
    let file = FileManager.default.temporaryDirectory.appending(path: "upload-\(UUID().uuidString)")
    try Data("12345".utf8).write(to: file)
    defer { try? FileManager.default.removeItem(at: file) }
    let sent = try request("{ put: /x, upload: '\(file.path)' }")
    guard case .file(let path, let size) = sent.body else {
      Issue.record("no file")
      return
    }
    #expect(path == file.path)
    #expect(size == 5)
    #expect(!sent.headers.contains { $0.name == "Content-Type" })
  }

  @Test func missingUploadFailsBeforeAnythingIsSent() throws {
    let trial = try Trial.run(
      """
      clients: { api: { baseURL: 'http://a.test' } }
      nodes:
        missing: [ just: nowhere, fetch: { put: /x, upload: '/no/such/${ . }.bin' } ]
        folder: [ just: tmp, fetch: { put: /x, upload: '/${ . }' } ]
      """)
    #expect(trial.transport.started == [])
    #expect(trial.failure(of: "missing")?.kind == .io)
    #expect(trial.failure(of: "missing")?.message.hasPrefix("cannot read '/no/such/nowhere.bin': ") == true)
    #expect(trial.failure(of: "folder")?.message == "cannot read '/tmp': it is a folder")
  }

  @Test(
    "What cannot be sent fails its step",
    arguments: [
      ("'${ .none }/x'", "${ .none } is null"), ("'${ .id }'", "'a/b c' is no absolute URL"),
      ("{ get: 'http://a.test', headers: { A: \"x\\ny\" } }", "the value of the header 'A' holds a line end"),
      ("{ post: 'http://a.test', json: '${ .list | error }' }", ".list | error"),
    ])
  func notSendable(fetch: String, words: String) throws {
    let trial = try Trial.run(
      "nodes: { one: [ just: { id: 'a/b c', none: null, list: [1] }, fetch: \(fetch) ] }")
    #expect(trial.transport.started == [])
    let failure = try #require(trial.failure(of: "one"))
    #expect(failure.kind == .expression)
    #expect(failure.message.contains(words), "\(failure.message)")
  }

  @Test func progressIsAskedForOnlyWhereSomebodyWantsIt() throws {
    for detail in [EventDetail.progress, []] {
      let trial = try Trial("nodes: { one: { fetch: 'http://a.test/' } }", wants: detail)
      trial.start()
      trial.finish()
      #expect(trial.transport.requests.map(\.reportsProgress) == [detail.contains(.progress)])
    }
  }

  @Test func boundsAreThoseOfTheStepThenTheClientThenTheRun() throws {
    var options = RunOptions()
    options.timeouts.total = .seconds(7)
    let trial = try Trial.run(
      """
      clients: { a: { baseURL: 'http://a.test', timeout: 5s }, b: { baseURL: 'http://b.test' } }
      nodes:
        one: { fetch: { client: a, get: /, timeout: 1s } }
        two: { fetch: { client: a, get: / } }
        three: { fetch: { client: b, get: / } }
      """, options: options)
    #expect(trial.transport.requests.map(\.timeouts.total) == [.seconds(1), .seconds(5), .seconds(7)])
  }
}

@Suite("What a fetch makes of a response")
struct FetchResponseTests {
  private func output(_ fetch: String, _ reply: Reply) throws -> Trial {
    try Trial.run(
      """
      types:
        Fault: { type: object, required: [message, code] }
      nodes: { one: { fetch: \(fetch) } }
      """
    ) { _, _ in reply }
  }

  @Test(
    "The body is read by its content type, unless the file says what it is",
    arguments: [
      ("http://a.test/", "application/json", #"{"a":1.50}"#, #"{"a":1.50}"#),
      ("http://a.test/", "Application/JSON; charset=utf-8", "[1]", "[1]"),
      ("http://a.test/", "application/problem+json", "[1]", "[1]"), ("http://a.test/", "text/plain", "[1]", #""[1]""#),
      ("http://a.test/", "text/html", "<p>", #""<p>""#), ("http://a.test/", "application/json", "", "null"),
      ("{ get: http://a.test/, response: json }", "text/plain", "[1]", "[1]"),
      ("{ get: http://a.test/, response: text }", "application/json", "[1]", #""[1]""#),
      ("{ get: http://a.test/, response: none }", "application/json", "[1", "null"),
    ])
  func decoding(fetch: String, type: String, body: String, expected: String) throws {
    #expect(try output(fetch, .text(body, type: type)).output == [expected])
  }

  @Test(arguments: [("[1]", "[1]"), ("[1", #""[1""#), ("", "null")])
  func bodyWithoutAContentType(body: String, expected: String) throws {
    #expect(try output("http://a.test/", .response(body: Array(body.utf8))).output == [expected])
  }

  @Test func jsonThatIsCutOffFailsWithItsPlace() throws {
    let trial = try output("http://a.test/", .json("{\"a\": [1, 2"))
    let failure = try #require(trial.failure(of: "one"))
    #expect(failure.kind == .decode)
    #expect(failure.message.hasPrefix("the response's body is no JSON: "))
    #expect(failure.response?.bodyStart == "{\"a\": [1, 2")
    #expect(failure.request?.url == "http://a.test/")
  }

  @Test func wholeResponse() throws {
    let trial = try output(
      "{ get: http://a.test/, emit: response, accept: [200-299, 404] }",
      .response(
        status: 404, headers: [Header("X-A", "1"), Header("x-a", "2"), Header("Set-Cookie", "c")], body: [91, 93]))
    #expect(
      trial.output == [
        #"{"status":404,"headers":{"x-a":"1, 2","set-cookie":["c"]},"url":"http://a.test/","elapsed":0,"httpVersion":"1.1","body":[]}"#
      ])
  }

  @Test func redirectNamesItsLocation() throws {
    let trial = try output("http://a.test/", .response(status: 302, headers: [Header("location", "/there")]))
    #expect(trial.failure(of: "one")?.message == "GET http://a.test/ answered 302 Found, a redirect to /there")
  }

  @Test func refusalIsWordedByTheServer() throws {
    let fetch = "{ get: http://a.test/, errorBody: Fault }"
    let own = try output(fetch, .json(#"{"message":"no such item","code":7}"#, status: 404))
    #expect(own.failure(of: "one")?.message == "no such item")
    #expect(own.failure(of: "one")?.details == ["GET http://a.test/ answered 404 Not Found"])
    let other = try output(fetch, .json(#"{"message":"no such item"}"#, status: 404))
    #expect(other.failure(of: "one")?.message == "GET http://a.test/ answered 404 Not Found")
    #expect(other.failure(of: "one")?.details.first == "the body is no Fault")
    let text = try output(fetch, .text("<p>", status: 500))
    #expect(text.failure(of: "one")?.response?.bodyStart == "<p>")
  }

  @Test func refusalIsAValueForTheHandler() throws {
    let trial = try Trial.run(
      """
      nodes:
        json: [ fetch: http://a.test/json, catch: [ map: '[.status, .body.code, .method, .url]' ] ]
        text: [ fetch: http://a.test/text, catch: [ map: .body ] ]
      output: [json, text]
      """
    ) { request, _ in
      request.url.hasSuffix("json") ? .json(#"{"code":7}"#, status: 400) : .text("gone", status: 410)
    }
    #expect(trial.output == [#"[[400,7,"GET","http://a.test/json"],"gone"]"#])
  }

  @Test(
    arguments: [
      (TransportError(.connect, "refused"), "transport"), (TransportError(.timeout, "too slow"), "timeout"),
      (TransportError(.file, "gone"), "io"),
    ])
  func failureOfTheWay(error: TransportError, kind: String) throws {
    let trial = try output("http://a.test/", .failure(error))
    #expect(trial.failure(of: "one")?.message == error.message)
    #expect(trial.failure(of: "one")?.kind.rawValue == kind)
    #expect(trial.failure(of: "one")?.request?.method == "GET")
  }
}
