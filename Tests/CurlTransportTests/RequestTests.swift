import CurlTransport
import Foundation
import HTTP
import Testing

/// What reaches the server, byte for byte.
struct RequestTests {
  private let server = WireServer.shared
  private let transport = CurlTransport(userAgent: "pipeline/test")

  /// A target that no other test uses.
  private func unique(_ path: String = "/u") -> String { "\(path)/\(UUID().uuidString)" }

  private func recorded(_ request: Request, target: String) async throws -> WireServer.Recorded {
    _ = try await transport.send(request)
    return try await server.request(target: target)
  }

  @Test func aGetSendsNothingButWhatIsExpected() async throws {
    let target = unique()
    let seen = try await recorded(Request(method: "GET", url: server.url + target), target: target)
    #expect(
      seen.lines == [
        "GET \(target) HTTP/1.1", "Host: 127.0.0.1:\(server.port)", "User-Agent: pipeline/test", "Accept: */*",
      ])
  }

  @Test(arguments: [
    "//x", "/a/../b", "/./a/.", "/a%2Fb%2f..", "/+", "/;v=1", "/p?", "/p?a=1&a=2+3&b=%20", "/..;/x", "/a//b///",
    "/%", "/%zz", "/a?b?c", "/a:b@c", "/\\x", "/{a}|\"^`<>", "/?/../x", "/...",
  ])
  func theTargetArrivesAsItIsWritten(tail: String) async throws {
    let start = unique()
    let seen = try await recorded(Request(method: "GET", url: server.url + start + tail), target: start)
    #expect(seen.lines.first == "GET \(start)\(tail) HTTP/1.1")
  }

  @Test func aLetterBeyondASCIIIsEncodedAsARequestLineNeedsIt() async throws {
    let start = unique()
    let seen = try await recorded(Request(method: "GET", url: server.url + start + "/\u{e9}?\u{e9}"), target: start)
    #expect(seen.lines.first == "GET \(start)/%C3%A9?%C3%A9 HTTP/1.1")
  }

  @Test func aPathThatBeginsWithTwoSlashesKeepsThem() async throws {
    let target = "/" + unique()
    let seen = try await recorded(Request(method: "GET", url: server.url + target), target: target)
    #expect(seen.lines.first == "GET \(target) HTTP/1.1")
  }

  @Test func aFragmentIsNotSent() async throws {
    let target = unique()
    let seen = try await recorded(Request(method: "GET", url: server.url + target + "?q#frag?x"), target: target)
    #expect(seen.lines.first == "GET \(target)?q HTTP/1.1")
  }

  @Test func anEmptyPathBecomesASlash() async throws {
    let query = "?\(UUID().uuidString)"
    let seen = try await recorded(Request(method: "GET", url: server.url + query), target: "/" + query)
    #expect(seen.lines.first == "GET /\(query) HTTP/1.1")
  }

  @Test(arguments: ["POST", "PUT", "PATCH"])
  func aMethodThatUsuallyHasABodySaysThatItHasNone(method: String) async throws {
    let target = unique()
    let seen = try await recorded(Request(method: method, url: server.url + target), target: target)
    #expect(seen.method == method)
    #expect(seen.header("Content-Length") == "0")
    #expect(seen.headers.map { $0[0] } == ["Host", "User-Agent", "Accept", "Content-Length"])
  }

  @Test(arguments: ["GET", "DELETE", "OPTIONS", "PROPFIND", "get"])
  func aMethodThatUsuallyHasNoBodySaysNothing(method: String) async throws {
    let target = unique()
    let seen = try await recorded(Request(method: method, url: server.url + target), target: target)
    #expect(seen.method == method)
    #expect(seen.headers.map { $0[0] } == ["Host", "User-Agent", "Accept"])
  }

  @Test(arguments: ["GET", "POST", "PUT", "REPORT"], [0, 1, 65_536, 65_537, 200_000])
  func bytesArriveWithTheirExactLength(method: String, count: Int) async throws {
    let target = unique()
    let body = (0..<count).map { UInt8(truncatingIfNeeded: $0 &* 31) }
    let seen = try await recorded(Request(method: method, url: server.url + target, body: .bytes(body)), target: target)
    #expect(seen.method == method)
    #expect(seen.bodySize == count)
    #expect(Data(body.prefix(1 << 20)) == seen.body)
    #expect(seen.headers.map { $0[0] } == ["Host", "User-Agent", "Accept", "Content-Length"])
    #expect(seen.header("Content-Length") == "\(count)")
  }

  @Test func bytesAreEchoedWhole() async throws {
    let body = (0..<500_000).map { UInt8(truncatingIfNeeded: $0 &* 7) }
    let response = try await transport.send(
      Request(
        method: "POST", url: server.url + "/echo", headers: [Header("content-type", "application/x-test")],
        body: .bytes(body)))
    #expect(response.body == body)
    #expect(response.headers.contains(Header("Content-Type", "application/x-test")))
  }

  @Test(arguments: ["PUT", "POST"], [0, 5, 1_200_000])
  func aFileArrivesWholeWithItsExactLength(method: String, count: Int) async throws {
    let file = try TemporaryFile(Data((0..<count).map { UInt8(truncatingIfNeeded: $0 &* 13) }))
    let target = unique()
    let seen = try await recorded(
      Request(method: method, url: server.url + target, body: .file(path: file.path, size: count)), target: target)
    #expect(seen.method == method)
    #expect(seen.bodySize == count)
    #expect(seen.body == file.content.prefix(1 << 20))
    #expect(seen.headers.map { $0[0] } == ["Host", "User-Agent", "Accept", "Content-Length"])
    #expect(seen.header("Content-Length") == "\(count)")
  }

  @Test func aFileThatHasGrownIsSentUpToItsSize() async throws {
    let file = try TemporaryFile(Data("0123456789".utf8))
    let target = unique()
    let seen = try await recorded(
      Request(method: "PUT", url: server.url + target, body: .file(path: file.path, size: 4)), target: target)
    #expect(seen.body == Data("0123".utf8))
  }

  @Test func aHeadRequestGetsHeadersAndNoBody() async throws {
    let response = try await transport.send(Request(method: "HEAD", url: server.url + "/bytes?count=1000"))
    #expect(response.status == 200)
    #expect(response.body.isEmpty)
  }

  @Test func headersAreSentInOrderAndReplaceTheUsualOnes() async throws {
    let target = unique()
    let headers = [
      Header("X-One", "1"), Header("accept", "text/csv"), Header("X-One", "2"), Header("USER-AGENT", "mine"),
      Header("X-Empty", ""), Header("X-Blank", "  "), Header("X-Semicolon", "a;b"), Header("Host", "other.test"),
      Header("X-Text", "h\u{e9}llo"),
    ]
    let seen = try await recorded(Request(method: "GET", url: server.url + target, headers: headers), target: target)
    #expect(
      seen.lines.dropFirst() == [
        "Host: other.test", "X-One: 1", "accept: text/csv", "X-One: 2", "USER-AGENT: mine", "X-Empty:", "X-Blank:",
        "X-Semicolon: a;b", "X-Text: h\u{e9}llo",
      ])
  }

  @Test func headersCanBeLeftOut() async throws {
    let target = unique()
    let request = Request(method: "GET", url: server.url + target, omittedHeaders: ["accept", "user-agent"])
    let seen = try await recorded(request, target: target)
    #expect(seen.headers.map { $0[0] } == ["Host"])
  }

  @Test func aHandleUsedAgainKeepsNothingOfTheRequestBefore() async throws {
    let first = unique()
    let second = unique()
    var request = Request(
      method: "REPORT", url: server.url + first, headers: [Header("X-Old", "1")], body: .bytes([1, 2, 3]),
      reportsProgress: true)
    request.options.version = .http1
    _ = try await transport.send(request)
    let seen = try await recorded(Request(method: "GET", url: server.url + second), target: second)
    #expect(seen.lines.first == "GET \(second) HTTP/1.1")
    #expect(seen.headers.map { $0[0] } == ["Host", "User-Agent", "Accept"])
  }

  @Test func aHandleUsedAgainAfterAFailureIsAsGoodAsNew() async throws {
    let transport = CurlTransport()
    for url in ["http://nowhere.invalid/", "http://127.0.0.1:1/", "http://[zz]/", server.url + "/cut", "file:///x"] {
      #expect(await transport.failure(of: Request(method: "PUT", url: url, body: .bytes([1]))) != nil)
      #expect(try await transport.send(Request(method: "GET", url: server.url + "/echo")).status == 200)
    }
  }

  @Test func aUserInTheURLBecomesBasicAuthorization() async throws {
    let target = unique()
    let url = "http://a:b@127.0.0.1:\(server.port)\(target)"
    let seen = try await recorded(Request(method: "GET", url: url), target: target)
    #expect(seen.header("Authorization") == "Basic YTpi")
  }

  @Test func twoRequestsInARowShareAConnection() async throws {
    let first = unique()
    let second = unique()
    let one = try await recorded(Request(method: "GET", url: server.url + first), target: first)
    let two = try await recorded(Request(method: "GET", url: server.url + second), target: second)
    #expect(one.connection == two.connection)
  }

  @Test func aConnectionThatTheServerClosedInTheMeantimeIsReplaced() async throws {
    _ = try await transport.send(Request(method: "GET", url: server.url + "/close-after"))
    let file = try TemporaryFile(Data(repeating: 7, count: 300_000))
    let target = unique()
    let seen = try await recorded(
      Request(method: "PUT", url: server.url + target, body: .file(path: file.path, size: 300_000)), target: target)
    #expect(seen.bodySize == 300_000)
  }
}

/// Removed with the value.
final class TemporaryFile: Sendable {
  let path: String
  let content: Data

  init(_ content: Data) throws {
    self.content = content
    path = FileManager.default.temporaryDirectory.appendingPathComponent("transport-\(UUID().uuidString)").path
    try content.write(to: URL(fileURLWithPath: path))
  }

  deinit {
    try? FileManager.default.removeItem(atPath: path)
  }
}
