import CurlTransport
import Foundation
import HTTP
import Testing

/// Servers that lie, stop or break, and requests that can't be sent: always one clear failure.
struct FailureTests {
  private let server = WireServer.shared
  private let transport = CurlTransport()
  private var endpoint: String { "127.0.0.1:\(server.port)" }

  struct Bad: CustomTestStringConvertible, Sendable {
    let path: String
    let kind: TransportError.Kind
    let message: String
    var testDescription: String { path }

    init(_ path: String, _ kind: TransportError.Kind, _ message: String) {
      self.path = path
      self.kind = kind
      self.message = message
    }
  }

  @Test(arguments: [
    Bad("/close", .receive, "@ closed the connection without an answer"),
    Bad("/reset", .receive, "@ reset the connection before it answered"),
    Bad("/reset-body?bytes=512&of=1024", .receive, "@ reset the connection after 512 of 1024 bytes of the body"),
    Bad("/cut?bytes=512&of=1024", .truncated, "the connection was closed after 512 of 1024 bytes"),
    Bad("/cut?bytes=0&of=1024", .truncated, "the connection was closed after 0 of 1024 bytes"),
    Bad("/chunked-cut?bytes=10", .truncated, "the connection was closed after 10 bytes, before the end of the body"),
    Bad("/endless", .tooLarge, "the body of the answer goes on, but at most 1000000 are held in memory (maxBody)"),
    Bad(
      "/chunked?bytes=300000&chunks=4", .tooLarge,
      "the body of the answer goes on, but at most 1000000 are held in memory (maxBody)"),
    Bad(
      "/hang-body?bytes=1&of=1000001", .tooLarge,
      "the body of the answer has 1000001 bytes, but at most 1000000 are held in memory (maxBody)"),
    Bad("/big-header", .tooLarge, "a header of the answer is too large"),
    Bad("/many-headers", .tooLarge, "the headers of the answer are larger than 300 KiB"),
    Bad("/garbage", .receive, "what @ answers is not HTTP/1 or HTTP/2"),
    Bad("/http09", .receive, "what @ answers is not HTTP/1 or HTTP/2"),
  ])
  func aServerThatLiesOrBreaksIsAFailure(bad: Bad) async throws {
    let request = Request(method: "GET", url: server.url + bad.path, maxBody: 1_000_000)
    let error = await transport.failure(of: request)
    #expect(error == TransportError(bad.kind, bad.message.replacingOccurrences(of: "@", with: endpoint)))
  }

  @Test func anEndlessBodyEndsTheConnection() async throws {
    let target = "/endless?\(UUID().uuidString)"
    _ = await transport.failure(of: Request(method: "GET", url: server.url + target, maxBody: 1000))
    _ = try await server.request(target: target, once: .closed)
  }

  @Test func aStatusLineAloneIsNoAnswer() async throws {
    let error = await transport.failure(of: Request(method: "GET", url: server.url + "/status-line"))
    #expect(error == TransportError(.truncated, "the connection was closed within the headers of the answer"))
  }

  @Test func bytesBeyondTheAnnouncedLengthAreNotTakenForTheNextAnswer() async throws {
    let long = try await transport.send(Request(method: "GET", url: server.url + "/longer?bytes=2000&of=10"))
    #expect(long.body.count == 10)
    let next = try await transport.send(Request(method: "GET", url: server.url + "/json?value=1"))
    #expect(next.body == Array("1".utf8))
  }

  @Test func anEarlyRefusalOfAnUploadIsTheAnswer() async throws {
    let file = try TemporaryFile(Data(repeating: 1, count: 8 << 20))
    let response = try await transport.send(
      Request(
        method: "PUT", url: server.url + "/early?status=403&body=denied", body: .file(path: file.path, size: 8 << 20)))
    #expect(response.status == 403)
    #expect(response.body == Array("denied".utf8))
  }

  @Test(arguments: [
    ("a b", "the URL has a space at character 2"), ("http://a.test/x y", "the URL has a space at character 16"),
    ("http://a.test/\n", "the URL has a control character at character 15"),
    ("http://a.test/\0x", "the URL has a control character at character 15"),
    ("http://a.test/\u{7F}", "the URL has a control character at character 15"),
    ("a.test/x", "the URL does not begin with 'http://' or 'https://'"),
    ("", "the URL does not begin with 'http://' or 'https://'"),
    ("://x", "the URL does not begin with 'http://' or 'https://'"),
    ("/x", "the URL does not begin with 'http://' or 'https://'"),
    ("http:/a.test", "the URL does not begin with 'http://' or 'https://'"),
    ("file:///etc/passwd", "the URL does not begin with 'http://' or 'https://'"),
    ("ftp://a.test/", "the URL does not begin with 'http://' or 'https://'"),
    ("http://", "the URL names no host"), ("http:///x", "the URL names no host"),
    ("http://?x", "the URL names no host"),
    ("http://:80/", "the URL names no host"), ("http://u@/", "the URL names no host"),
  ])
  func aURLThatIsNoneIsNeverSent(url: String, message: String) async {
    #expect(await transport.failure(of: Request(method: "GET", url: url)) == TransportError(.invalidURL, message))
  }

  @Test(arguments: ["http://a.test:99999/", "http://a.test:x/", "http://[::1/", "http://a^b.test/", "http://[zz]/"])
  func aURLThatTheLibraryRefusesIsInvalidToo(url: String) async {
    let error = await transport.failure(of: Request(method: "GET", url: url))
    #expect(error?.kind == .invalidURL)
    #expect(error?.message.hasPrefix("the URL is not valid: ") == true)
  }

  @Test func aRefusedConnectionNamesHostAndPort() async {
    let error = await transport.failure(of: Request(method: "GET", url: "http://127.0.0.1:1/"))
    #expect(error == TransportError(.connect, "could not connect to 127.0.0.1:1: Connection refused"))
    let ipv6 = await transport.failure(of: Request(method: "GET", url: "http://[::1]:1/"))
    #expect(ipv6?.message.hasPrefix("could not connect to [::1]:1: ") == true)
    let standard = await transport.failure(of: Request(method: "GET", url: "https://u:p@127.0.0.2/"))
    #expect(standard?.message == "could not connect to 127.0.0.2:443: Connection refused")
  }

  @Test func aRefusedProxyIsNamed() async {
    var request = Request(method: "GET", url: "http://a.test/")
    request.options.proxy = "http://127.0.0.1:1"
    let error = await transport.failure(of: request)
    #expect(
      error == TransportError(.proxy, "could not connect to the proxy 127.0.0.1:1 (for a.test:80): Connection refused"))
  }

  @Test func aHostThatIsUnknownIsNamed() async {
    let error = await transport.failure(of: Request(method: "GET", url: "http://nowhere.invalid:81/"))
    #expect(error == TransportError(.resolve, "could not resolve host 'nowhere.invalid'"))
  }

  @Test func aRequestThatIsNoneIsNeverSent() async throws {
    let url = server.url + "/never-sent"
    let bad = [
      Request(method: "", url: url), Request(method: "GET /x", url: url), Request(method: "G\r\nX: y", url: url),
      Request(method: "GET", url: url, headers: [Header("X", "a\r\nY: b")]),
      Request(method: "GET", url: url, headers: [Header("X", "a\0b")]),
      Request(method: "GET", url: url, headers: [Header("X: y\r\nZ", "a")]),
      Request(method: "GET", url: url, headers: [Header("", "a")]),
      Request(method: "GET", url: url, omittedHeaders: ["X: y\r\nZ"]),
      Request(method: "POST", url: url, headers: [Header("Transfer-Encoding", "chunked")], body: .bytes([1])),
      Request(method: "POST", url: url, headers: [Header("Content-Length", "5")], body: .bytes([1])),
      Request(method: "HEAD", url: url, body: .bytes([1])),
    ]
    for request in bad {
      let error = await transport.failure(of: request)
      #expect(error?.kind == .other)
      #expect(error?.message.isEmpty == false)
    }
    #expect(try await server.requests(target: "/never-sent").isEmpty)
  }

  @Test func aFileThatCannotBeSentIsNamedAndNothingIsSent() async throws {
    let file = try TemporaryFile(Data("12345".utf8))
    let folder = FileManager.default.temporaryDirectory.path
    let url = server.url + "/no-file"
    func failure(_ path: String, _ size: Int) async -> TransportError? {
      await transport.failure(of: Request(method: "PUT", url: url, body: .file(path: path, size: size)))
    }
    #expect(
      await failure("/nowhere/x", 1) == TransportError(.file, "'/nowhere/x' can't be opened: No such file or directory")
    )
    #expect(await failure(folder, 1) == TransportError(.file, "'\(folder)' is not a regular file"))
    #expect(
      await failure(file.path, 6)
        == TransportError(.file, "'\(file.path)' has 5 bytes, no longer the 6 that it had"))
    #expect(try await server.requests(target: "/no-file").isEmpty)
  }

  @Test func aFileThatIsCutWhileItIsSentIsAFailureAndEndsTheConnection() async throws {
    let size = 64 << 20
    let file = try TemporaryFile(Data(count: size))
    let target = "/slow-read?ms=20&\(UUID().uuidString)"
    let request = Request(method: "PUT", url: server.url + target, body: .file(path: file.path, size: size))
    async let failure = transport.failure(of: request)
    _ = try await server.request(target: target, once: .started)
    #expect(truncate(file.path, 1 << 20) == 0)
    let error = await failure
    #expect(error?.kind == .file)
    #expect(error?.message.hasPrefix("'\(file.path)' was cut while it was sent: it ends after ") == true)
    let seen = try await server.request(target: target, once: .closed)
    #expect(seen.received == nil)
  }
}
