import CurlTransport
import Foundation
import HTTP
import Testing

/// What is made of what a server sends.
struct ResponseTests {
  private let server = WireServer.shared
  private let transport = CurlTransport()

  private func response(_ path: String, method: String = "GET") async throws -> Response {
    try await transport.send(Request(method: method, url: server.url + path))
  }

  @Test func headersComeInOrderWithoutLineEndsAndAlwaysAsText() async throws {
    let headers = try await response("/bad-headers").headers
    #expect(
      headers == [
        Header("X-Latin", "caf\u{e9}"), Header("X-UTF8", "caf\u{e9}"), Header("X-Control", "a\u{1b}[31mb\u{7}"),
        Header("X-Folded", "one two"), Header("X-Inner", "a b"), Header("X-Empty", ""), Header("X-Same", "1"),
        Header("X-Same", "2"), Header("Content-Length", "2"),
      ])
  }

  @Test func informationalAnswersAndTheirHeadersAreLeftOut() async throws {
    let response = try await response("/informational")
    #expect(response.status == 200)
    #expect(response.headers == [Header("X-Late", "1"), Header("Content-Length", "2")])
    #expect(response.body == Array("ok".utf8))
  }

  @Test func aChunkedBodyIsPutTogetherAndItsTrailerLeftOut() async throws {
    let response = try await response("/chunked?bytes=5000&chunks=20")
    #expect(response.body.count == 100_000)
    #expect(!response.headers.contains { $0.name == "X-Trailer" })
  }

  @Test func aBodyMayEndWithTheConnection() async throws {
    let response = try await response("/http10?bytes=300")
    #expect(response.body.count == 300)
    #expect(response.httpVersion == "1.0")
  }

  @Test(arguments: [204, 301, 304, 400, 404, 500, 599])
  func everyStatusIsAResponse(status: Int) async throws {
    let response = try await response("/status/\(status)?body=text")
    #expect(response.status == status)
    #expect(response.body == (status == 204 || status == 304 ? [] : Array("text".utf8)))
    #expect(response.httpVersion == "1.1")
  }

  @Test func aRedirectIsNotFollowed() async throws {
    let tag = UUID().uuidString
    let response = try await response("/redirect?status=302&to=/followed/\(tag)")
    #expect(response.status == 302)
    #expect(response.headers.contains(Header("Location", "/followed/\(tag)")))
    #expect(try await server.requests(target: "/followed/\(tag)").isEmpty)
  }

  @Test func theURLThatAnsweredIsTheOneThatWasAsked() async throws {
    let url = server.url + "/a/../b%2F?x#f"
    #expect(try await transport.send(Request(method: "GET", url: url)).url == url)
  }

  @Test func bodiesOfExactlyTheLimitAreWhole() async throws {
    let request = Request(method: "GET", url: server.url + "/bytes?count=1000", maxBody: 1000)
    #expect(try await transport.send(request).body.count == 1000)
    let none = Request(method: "GET", url: server.url + "/bytes?count=0", maxBody: 0)
    #expect(try await transport.send(none).body.isEmpty)
  }

  @Test func timesGrowFromPhaseToPhase() async throws {
    let timings = try await response("/delay?ms=20").timings
    #expect(timings.nameLookup <= timings.connect)
    #expect(timings.connect <= timings.firstByte)
    #expect(timings.firstByte <= timings.total)
    #expect(timings.firstByte >= .milliseconds(20))
    #expect(timings.tls == .zero)
  }
}
