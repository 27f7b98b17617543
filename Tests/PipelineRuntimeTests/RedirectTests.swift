import HTTP
import PipelineRuntime
import RunEvents
import Streams
import Testing
import Values

@Suite("Redirects")
struct RedirectTests {
  /// Answers by path: a redirect for those that have one, else what was sent.
  private func script(_ redirects: [String: (status: Int, to: String)]) -> ScriptedTransport.Script {
    { request, _ in
      guard let redirect = redirects[request.url] else { return .json("\"\(request.method) \(request.url)\"") }
      return .response(status: redirect.status, headers: [Header("Location", redirect.to)])
    }
  }

  private func body(_ request: Request) -> String {
    if case .bytes(let bytes) = request.body { String(decoding: bytes, as: UTF8.self) } else { "none" }
  }

  @Test(
    "The status decides about method and body",
    arguments: [
      ("post", 301, "GET", false), ("post", 302, "GET", false), ("post", 303, "GET", false),
      ("post", 307, "POST", true),
      ("post", 308, "POST", true), ("put", 301, "GET", false), ("put", 307, "PUT", true),
      ("delete", 308, "DELETE", true),
      ("head", 301, "HEAD", false), ("head", 303, "HEAD", false), ("get", 302, "GET", false),
    ])
  func methodAndBody(verb: String, status: Int, method: String, hasBody: Bool) throws {
    // C7.
    let trial = try Trial.run(
      "nodes: { one: { fetch: { \(verb): http://a.test/1, json: { a: 1 }, headers: { X: y }, redirects: 1 } } }",
      script: script(["http://a.test/1": (status, "/2")]))
    let requests = trial.transport.requests
    #expect(requests.map(\.url) == ["http://a.test/1", "http://a.test/2"])
    #expect(requests.last?.method == method)
    #expect(requests.last.map(body) == (hasBody ? #"{"a":1}"# : "none"))
    #expect(
      requests.last?.headers
        == (hasBody ? [Header("X", "y"), Header("Content-Type", "application/json")] : [Header("X", "y")]))
  }

  @Test func laterRedirectRepeatsWhatBecameOfTheFirst() throws {
    let trial = try Trial.run(
      "nodes: { one: { fetch: { post: http://a.test/1, text: x, redirects: 5 } } }",
      script: script(["http://a.test/1": (303, "/2"), "http://a.test/2": (307, "/3")]))
    #expect(trial.transport.started == ["POST http://a.test/1", "GET http://a.test/2", "GET http://a.test/3"])
    #expect(trial.transport.requests.last.map(body) == "none")
  }

  static let credentials = """
    clients:
      api:
        baseURL: http://127.0.0.1:81
        auth: { bearer: t0ken }
        headers: { X-Client: c }
        redirects: 3
        cookies: true
    """

  /// What of the file is in the headers of each request.
  private func travelled(_ fetch: String, _ redirects: [String: (status: Int, to: String)]) throws -> [[String]] {
    let trial = try Trial.run(
      """
      \(Self.credentials)
      nodes: { one: { fetch: { post: /r, json: 1, headers: { x-API-key: k, COOKIE: 'a=b', Content-Type: a/b }, \(fetch) } } }
      """, script: script(redirects))
    return trial.transport.requests.map { $0.headers.map(\.name) }
  }

  @Test func nothingOfTheFileGoesToAnotherOrigin() throws {
    // C8: another name, another port, another scheme.
    let all = ["X-Client", "Authorization", "x-API-key", "COOKIE", "Content-Type"]
    for target in [
      "http://localhost:81/x", "http://127.0.0.1:82/x", "https://127.0.0.1:81/x", "//127.0.0.1:82/x",
      "http://127.0.0.1:81@evil.test/x", #"http://127.0.0.1:81\@evil.test/x"#,
    ] {
      let sent = try travelled("redirects: 3", ["http://127.0.0.1:81/r": (307, target)])
      #expect(sent == [all, ["Content-Type"]], "\(target)")
      #expect(try travelled("keepHeaders: true", ["http://127.0.0.1:81/r": (307, target)]) == [all, all], "\(target)")
    }
    #expect(try travelled("", ["http://127.0.0.1:81/r": (303, "http://localhost/x")]) == [all, []])
    #expect(try travelled("", ["http://127.0.0.1:81/r": (307, "/x")]) == [all, all])
    #expect(try travelled("", ["http://127.0.0.1:81/r": (307, "HTTP://127.0.0.1:81/x")]) == [all, all])
  }

  @Test func bodyKeepsTheTypeThatItBringsItself() throws {
    let trial = try Trial.run(
      "nodes: { one: { fetch: { post: http://a.test/, json: 1, headers: { Content-Type: a/b }, redirects: 1 } } }",
      script: script(["http://a.test/": (307, "http://b.test/")]))
    #expect(trial.transport.requests.map { $0.headers.map(\.value) } == [["a/b"], ["application/json"]])
  }

  @Test func firstOriginIsTheOneThatCounts() throws {
    let sent = try travelled(
      "accept: 200",
      [
        "http://127.0.0.1:81/r": (307, "http://b.test/1"), "http://b.test/1": (307, "/2"),
        "http://b.test/2": (307, "http://127.0.0.1:81/back"),
      ])
    #expect(sent.map { $0.contains("Authorization") } == [true, false, false, true])
    #expect(sent.map { $0.contains("COOKIE") } == [true, false, false, true])
  }

  @Test func cookieOfTheJarDoesNotTravel() throws {
    let trial = try Trial.run(
      """
      \(Self.credentials)
      nodes: { one: { fetch: /r } }
      """
    ) { request, _ in
      let cookie = Header("Set-Cookie", "id=1")
      switch request.url {
      case "http://127.0.0.1:81/r": return .response(status: 302, headers: [cookie, Header("Location", "/s")])
      case "http://127.0.0.1:81/s":
        return .response(status: 302, headers: [Header("Location", "http://127.0.0.1:82/t")])
      default: return .response(headers: [Header("Set-Cookie", "id=2")])
      }
    }
    #expect(
      trial.transport.requests.map { $0.headers.filter { $0.name == "Cookie" }.map(\.value) } == [[], ["id=1"], []])
  }

  @Test(
    "Where a Location leads",
    arguments: [
      ("/x", "http://a.test/x"), ("x", "http://a.test/d/e/x"), ("../x", "http://a.test/d/x"),
      ("../../../x", "http://a.test/x"),
      ("./x/./y/../z", "http://a.test/d/e/x/z"), ("?r=2", "http://a.test/d/e/f?r=2"), ("", "http://a.test/d/e/f?q=1"),
      ("#top", "http://a.test/d/e/f?q=1"), ("//b.test/x", "http://b.test/x"), ("https://b.test", "https://b.test"),
      ("http://b.test/a/../b?c#d", "http://b.test/b?c"), ("/x?y=/../z", "http://a.test/x?y=/../z"),
      ("/a b/ü", "http://a.test/a%20b/%C3%BC"), ("..", "http://a.test/d/"), (".", "http://a.test/d/e/"),
      ("x:y", "refused"), ("ftp://b.test/x", "refused"), ("http:///x", "refused"), ("javascript://x/%0a", "refused"),
      ("g;x=1/../y", "http://a.test/d/e/y"),
    ])
  func location(text: String, target: String) throws {
    let trial = try Trial.run(
      "nodes: { one: { fetch: { get: 'http://a.test/d/e/f?q=1', redirects: 1 } } }",
      script: { request, attempt in
        request.url == "http://a.test/d/e/f?q=1" && attempt == 0
          ? .response(status: 302, headers: [Header("location", text)]) : .json("1")
      })
    if target == "refused" {
      #expect(trial.failure(of: "one")?.kind == .status)
      #expect(
        trial.failure(of: "one")?.message
          == "GET http://a.test/d/e/f?q=1 answered 302, a redirect to \(text), which is no URL of http or https")
      #expect(trial.transport.started.count == 1)
    } else {
      #expect(trial.transport.requests.map(\.url) == ["http://a.test/d/e/f?q=1", target])
    }
  }

  @Test func loopEndsWithItsChain() throws {
    let trial = try Trial.run(
      "nodes: { one: { fetch: { get: http://a.test/1, redirects: 3 } } }",
      script: script(["http://a.test/1": (302, "/2"), "http://a.test/2": (307, "/1")]))
    let failure = try #require(trial.failure(of: "one"))
    #expect(failure.kind == .status)
    #expect(failure.message == "GET http://a.test/1 was redirected more than 3 times")
    #expect(
      failure.details == [
        "GET http://a.test/1 answered 302, a redirect to /2", "GET http://a.test/2 answered 307, a redirect to /1",
        "GET http://a.test/1 answered 302, a redirect to /2",
        "GET http://a.test/2 answered 307 Temporary Redirect, a redirect to /1",
      ])
    #expect(trial.transport.started.count == 4)
  }

  @Test func failureBehindARedirectTellsTheWay() throws {
    let trial = try Trial.run("nodes: { one: { fetch: { get: http://a.test/1, redirects: 3 } } }") { request, _ in
      request.url.hasSuffix("1") ? .response(status: 302, headers: [Header("Location", "/2")]) : .status(404)
    }
    #expect(trial.failure(of: "one")?.message == "GET http://a.test/2 answered 404 Not Found")
    #expect(trial.failure(of: "one")?.details == ["GET http://a.test/1 answered 302, a redirect to /2"])
    let cut = try Trial.run("nodes: { one: { fetch: { get: http://a.test/1, redirects: 3 } } }") { request, _ in
      request.url.hasSuffix("1")
        ? .response(status: 302, headers: [Header("Location", "/2")]) : .failure(TransportError(.connect, "refused"))
    }
    #expect(cut.failure(of: "one")?.details == ["GET http://a.test/1 answered 302, a redirect to /2"])
  }

  @Test func eachHopIsTold() throws {
    let trial = try Trial.run(
      "nodes: { one: [ fetch: { get: http://a.test/1, redirects: 3 }, map: $response.url ] }",
      script: script(["http://a.test/1": (302, "/2"), "http://a.test/2": (302, "/3")]))
    let told = trial.events.compactMap { event -> String? in
      switch event.kind {
      case .requestStarted(let request): "> \(request.url) \(request.cause?.rawValue ?? "first")"
      case .requestFinished(_, let response): "< \(response.status)"
      default: nil
      }
    }
    #expect(
      told == [
        "> http://a.test/1 first", "< 302", "> http://a.test/2 redirect", "< 302", "> http://a.test/3 redirect",
        "< 200",
      ])
    #expect(trial.output == ["\"http://a.test/3\""])
  }

  @Test func boundOnTheWholeIsOneForAllHops() throws {
    let trial = try Trial.run(
      "nodes: { one: { fetch: { get: http://a.test/1, redirects: 3, timeout: 5s } } }"
    ) { request, _ in
      request.url.hasSuffix("1")
        ? .response(status: 302, headers: [Header("Location", "/2")], after: .seconds(2)) : .json("1")
    }
    #expect(trial.transport.requests.map(\.timeouts.total) == [.seconds(5), .seconds(3)])
  }

  @Test func cancelledBetweenHops() throws {
    for time in [0, 1000, 1500, 2000] {
      let trial = try Trial("nodes: { one: { fetch: { get: http://a.test/1, redirects: 9 } } }") { request, _ in
        .response(status: 302, headers: [Header("Location", "/\(request.url.count)")], after: .seconds(1))
      }
      trial.start()
      trial.scheduler.run(until: .milliseconds(time))
      trial.run.cancel(.signal(2))
      trial.finish()
      #expect(trial.transport.started.count <= 3)
    }
  }

  @Test func standInAnswersForAllOrigins() throws {
    var options = RunOptions()
    options.mockURL = "http://127.0.0.1:9"
    let trial = try Trial.run(
      """
      clients: { api: { baseURL: 'http://a.test', headers: { X: y }, redirects: 2 } }
      nodes: { one: { fetch: /1 } }
      """, options: options
    ) { request, _ in
      request.url.hasSuffix("/1")
        ? .response(status: 302, headers: [Header("Location", "https://b.test/2?q")]) : .json("1")
    }
    #expect(trial.transport.requests.map(\.url) == ["http://127.0.0.1:9/1", "http://127.0.0.1:9/2?q"])
    #expect(trial.transport.requests.map { $0.headers.count } == [1, 0])
  }
}
