import Foundation
import HTTP
import MockServer
import Synchronization
import Testing

struct MockServerTests {
  /// Runs a server for the length of `body`.
  private func serve(
    _ routes: [MockRoute], keptBody: Int = 1 << 20, _ body: (MockServer) throws -> Void
  ) throws {
    let server = MockServer(routes: routes, keptBody: keptBody)
    try server.start()
    defer { server.stop() }
    try body(server)
  }

  private func route(
    _ method: String, _ pattern: String, _ respond: @escaping @Sendable (MockRequest) -> MockReply
  ) throws -> MockRoute {
    MockRoute(method, try MockPattern(pattern), respond: respond)
  }

  private func text(_ text: String) -> MockReply { MockReply(body: Array(text.utf8)) }

  // MARK: - Routes

  @Test func theFirstRouteThatFitsAnswers() throws {
    let routes = [
      try route("GET", "/a/{x}") { .json("\"\($0.parameters["x"] ?? "")\"") },
      try route("GET", "/a/b") { _ in .json("2") },
    ]
    try serve(routes) { server in
      let response = try RawClient(port: server.port).get("/a/b")
      #expect(response.status == 200)
      #expect(response.text == "\"b\"")
      #expect(response.header("Content-Type") == "application/json")
      #expect(response.header("Content-Length") == "3")
    }
  }

  @Test func theReplySeesTheRequestAsItWasSent() throws {
    let seen = Mutex<MockRequest?>(nil)
    let routes = [
      try route("POST", "/p/{id}") { request in
        seen.withLock { $0 = request }
        return MockReply(status: 201)
      }
    ]
    try serve(routes) { server in
      let client = try RawClient(port: server.port)
      try client.send(
        "POST /p/%41%2F?q=a+b&q=%26&flag HTTP/1.1\r\nHost: t\r\nX-A: 1\r\nx-a: 2\r\nContent-Length: 3\r\n\r\nabc")
      #expect(try client.response().status == 201)
    }
    let request = try #require(seen.withLock { $0 })
    #expect(request.path == "/p/%41%2F")
    #expect(request.parameters == ["id": "A/"])
    #expect(request.rawQuery == "q=a+b&q=%26&flag")
    #expect(request.query.map(\.name) == ["q", "q", "flag"])
    #expect(request.query.map(\.value) == ["a b", "&", ""])
    #expect(request.headers.map(\.name) == ["Host", "X-A", "x-a", "Content-Length"])
    #expect(request.header("X-a") == "1")
    #expect(request.body == Array("abc".utf8))
    #expect(request.isBodyWhole)
  }

  @Test func withoutARouteTheAnswerSaysSo() throws {
    try serve([try route("PUT", "/x") { _ in MockReply() }, try route("GET", "/y") { _ in MockReply() }]) { server in
      let client = try RawClient(port: server.port)
      let missing = try client.get("/n\"o")
      #expect(missing.status == 404)
      #expect(missing.text == #"{"message":"no mock route for GET /n\"o"}"#)
      let wrongMethod = try client.get("/x")
      #expect(wrongMethod.status == 405)
      #expect(wrongMethod.header("Allow") == "PUT")
      #expect(try client.get("/y", method: "OPTIONS").header("Allow") == "GET, HEAD")
    }
  }

  @Test func headIsServedFromGetWithoutABody() throws {
    try serve([try route("GET", "/x") { _ in MockReply(body: [1, 2, 3]) }]) { server in
      let client = try RawClient(port: server.port)
      let head = try client.get("/x", method: "HEAD")
      #expect(head.status == 200)
      #expect(head.header("Content-Length") == "3")
      // On the same connection: had a body followed, this would begin with it.
      #expect(try client.get("/x").body == [1, 2, 3])
    }
  }

  // MARK: - Bodies

  @Test func aLargeUploadIsCountedAndItsStartKept() throws {
    let seen = Mutex<(size: Int, kept: Int, whole: Bool)>((0, 0, true))
    let routes = [
      try route("PUT", "/u") { request in
        seen.withLock { $0 = (request.bodySize, request.body.count, request.isBodyWhole) }
        return MockReply()
      }
    ]
    try serve(routes, keptBody: 1_000) { server in
      let client = try RawClient(port: server.port)
      let size = 20_000_000
      try client.send("PUT /u HTTP/1.1\r\nHost: t\r\nContent-Length: \(size)\r\n\r\n")
      try client.send([UInt8](repeating: 7, count: size))
      #expect(try client.response().status == 200)
      #expect(seen.withLock { $0 } == (size, 1_000, false))
    }
  }

  @Test func aChunkedUploadIsRead() throws {
    try serve([try route("POST", "/u") { MockReply(body: $0.body) }]) { server in
      let client = try RawClient(port: server.port)
      try client.send(
        "POST /u HTTP/1.1\r\nHost: t\r\nTransfer-Encoding: chunked\r\n\r\n3\r\nabc\r\n2\r\nde\r\n0\r\n\r\n")
      #expect(try client.response().text == "abcde")
    }
  }

  @Test func whoAsksWhetherToContinueIsTold() throws {
    try serve([try route("PUT", "/u") { MockReply(body: $0.body) }]) { server in
      let client = try RawClient(port: server.port)
      try client.send("PUT /u HTTP/1.1\r\nHost: t\r\nExpect: 100-continue\r\nContent-Length: 2\r\n\r\n")
      #expect(try client.response().status == 100)
      try client.send("ok")
      #expect(try client.response().text == "ok")
    }
  }

  // MARK: - Replies

  @Test func headersAreSentButNotThoseThatFrameTheMessage() throws {
    let reply = MockReply(
      headers: [Header("Set-Cookie", "a=1"), Header("Set-Cookie", "b=2"), Header("Content-Length", "99")], body: [1])
    try serve([try route("GET", "/") { _ in reply }]) { server in
      let response = try RawClient(port: server.port).get("/")
      #expect(response.body == [1])
      #expect(response.head.components(separatedBy: "Set-Cookie").count == 3)
    }
  }

  static let unsendable = [
    MockReply(status: 99), MockReply(status: 100), MockReply(status: 1000), MockReply(status: -1),
    MockReply(headers: [Header("a b", "1")]), MockReply(headers: [Header("", "1")]),
    MockReply(headers: [Header("A", "1\r\nB: 2")]),
  ]

  @Test(arguments: unsendable.indices) func aReplyThatCannotBeSentIsA500ThatSaysWhy(_ index: Int) throws {
    try serve([try route("GET", "/") { _ in Self.unsendable[index] }]) { server in
      let response = try RawClient(port: server.port).get("/")
      #expect(response.status == 500)
      #expect(response.text.contains("the mock's reply has"))
      #expect(response.header("B") == nil)
    }
  }

  @Test func noContentHasNoContent() throws {
    try serve([try route("GET", "/") { _ in MockReply(status: 204, body: [1]) }]) { server in
      let client = try RawClient(port: server.port)
      for _ in 0..<2 {
        let response = try client.get("/")
        #expect(response.status == 204)
        #expect(response.body.isEmpty)
      }
    }
  }

  // MARK: - Misbehaviour

  @Test func aClosedConnectionBringsNothing() throws {
    try serve([try route("GET", "/") { _ in MockReply(ending: .close) }]) { server in
      let client = try RawClient(port: server.port)
      try client.send("GET / HTTP/1.1\r\nHost: t\r\n\r\n")
      #expect(try client.rest().isEmpty)
    }
  }

  #if os(Linux)
    @Test func aResetConnectionIsReset() throws {
      try serve([try route("GET", "/") { _ in MockReply(ending: .reset) }]) { server in
        let client = try RawClient(port: server.port)
        try client.send("GET / HTTP/1.1\r\nHost: t\r\n\r\n")
        let error = #expect(throws: POSIXError.self) { try client.rest() }
        #expect(error?.code == .ECONNRESET)
        // The server is none the worse for it.
        let other = try RawClient(port: server.port)
        #expect(try other.get("/none").status == 404)
      }
    }
  #endif

  @Test(arguments: [0, 4, 10, 500_000]) func aCutReplyPromisesMoreThanItSends(_ count: Int) throws {
    let body = [UInt8](repeating: 65, count: count == 500_000 ? 1_000_000 : 10)
    try serve([try route("GET", "/") { _ in MockReply(body: body, ending: .cut(after: count)) }]) { server in
      let client = try RawClient(port: server.port)
      let response = try client.get("/")
      #expect(response.status == 200)
      #expect(response.body.count == count)
      #expect((Int(response.header("Content-Length") ?? "") ?? 0) > count)
      #expect(try client.rest().isEmpty)
    }
  }

  // MARK: - Delay, and the end

  @Test func waitingRepliesHoldNobodyUp() throws {
    let routes = [
      try route("GET", "/slow") { _ in MockReply(delay: .seconds(3_600)) },
      try route("GET", "/hang") { _ in MockReply(ending: .hang) },
      try route("GET", "/fast") { _ in MockReply(body: [1]) },
    ]
    try serve(routes) { server in
      var waiting: [RawClient] = []
      for index in 0..<200 {
        let client = try RawClient(port: server.port)
        try client.send("GET \(index % 10 == 0 ? "/hang" : "/slow") HTTP/1.1\r\nHost: t\r\n\r\n")
        waiting.append(client)
        if index % 50 == 49 { #expect(try RawClient(port: server.port).get("/fast").body == [1]) }
      }
      server.stop()
      for client in waiting { #expect(try client.rest().isEmpty) }
    }
  }

  @Test func delayedRepliesAllArriveEachByItsOwnDelay() throws {
    let routes = [
      try route("GET", "/{ms}") { request in
        MockReply(body: Array(request.path.utf8), delay: .milliseconds(Int(request.parameters["ms"] ?? "") ?? 0))
      }
    ]
    try serve(routes) { server in
      // The later a request is sent, the sooner its reply is due.
      let clients = try (0..<50).map { index in
        let client = try RawClient(port: server.port)
        try client.send("GET /\(100 - 2 * index) HTTP/1.1\r\nHost: t\r\n\r\n")
        return client
      }
      for (index, client) in clients.enumerated() {
        #expect(try client.response().text == "/\(100 - 2 * index)")
        // The connection lives on.
        #expect(try client.get("/0").text == "/0")
      }
    }
  }

  @Test func stopsWhileRequestsWait() throws {
    for _ in 0..<20 {
      let server = MockServer(routes: [try route("GET", "/") { _ in MockReply(delay: .milliseconds(1)) }])
      try server.start()
      let port = server.port
      let clients = try (0..<20).map { _ in
        let client = try RawClient(port: port)
        try client.send("GET / HTTP/1.1\r\nHost: t\r\n\r\n")
        return client
      }
      server.stop()
      server.stop()
      // Each was answered whole or not at all.
      for client in clients {
        let bytes = (try? client.rest()) ?? []
        #expect(bytes.isEmpty || String(decoding: bytes, as: UTF8.self).hasSuffix("\r\n\r\n"))
      }
      #expect(throws: POSIXError.self) { try RawClient(port: port) }
    }
  }

  @Test func nothingOfTheServerOutlivesIt() throws {
    final class Witness: Sendable {}
    weak var witness: Witness?
    do {
      let held = Witness()
      witness = held
      let server = MockServer(
        routes: [
          try route("GET", "/") { _ in
            _ = held
            return MockReply(delay: .seconds(3_600))
          }
        ])
      try server.start()
      let client = try RawClient(port: server.port)
      try client.send("GET / HTTP/1.1\r\nHost: t\r\n\r\n")
      server.stop()
    }
    #expect(witness == nil)
  }

  @Test func saysWhyItCannotStart() throws {
    try serve([]) { server in
      let second = MockServer(port: server.port, routes: [])
      let error = #expect(throws: MockServerError.self) { try second.start() }
      #expect(error?.message == "cannot listen on 127.0.0.1 port \(server.port): address already in use")
    }
    #expect(throws: MockServerError.self) { try MockServer(host: "example.test", routes: []).start() }
    #expect(throws: MockServerError.self) { try MockServer(port: 70_000, routes: []).start() }
  }

  @Test func listensOnIPv6Too() throws {
    let server = MockServer(host: "::1", routes: [])
    do { try server.start() } catch { return }  // A machine without IPv6.
    defer { server.stop() }
    #expect(server.url == "http://[::1]:\(server.port)")
    #expect(server.port > 0)
  }

  @Test func manyThreadsAreServedAtOnce() async throws {
    let count = Atomic(0)
    let server = MockServer(
      routes: [
        try route("GET", "/{n}") { request in
          count.add(1, ordering: .relaxed)
          return MockReply(body: Array((request.parameters["n"] ?? "").utf8))
        }
      ], observe: { _, _ in })
    try server.start()
    defer { server.stop() }
    let port = server.port
    try await withThrowingTaskGroup(of: Bool.self) { group in
      for lane in 0..<4 {
        group.addTask {
          let client = try RawClient(port: port)
          for step in 0..<200 {
            guard try client.get("/\(lane)-\(step)").text == "\(lane)-\(step)" else { return false }
          }
          return true
        }
      }
      for try await isRight in group { #expect(isRight) }
    }
    #expect(count.load(ordering: .relaxed) == 800)
  }
}
