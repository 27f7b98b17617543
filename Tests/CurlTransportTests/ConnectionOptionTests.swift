import CurlTransport
import Foundation
import HTTP
import Testing

/// Whom a request is sent to, and by which way.
struct ConnectionOptionTests {
  private let server = WireServer.shared
  private let transport = CurlTransport()

  private func unique() -> String { "/o/\(UUID().uuidString)" }

  @Test func resolveSendsANameToAnAddress() async throws {
    let target = unique()
    var request = Request(method: "GET", url: "http://a.test:\(server.port)\(target)")
    request.options.resolve = ["a.test:\(server.port):127.0.0.1"]
    _ = try await transport.send(request)
    #expect(try await server.request(target: target).header("Host") == "a.test:\(server.port)")
  }

  @Test func resolveOfOneRequestIsNotThatOfTheNext() async throws {
    var request = Request(method: "GET", url: "http://b.invalid:\(server.port)/echo")
    request.options.resolve = ["b.invalid:\(server.port):127.0.0.1"]
    #expect(try await transport.send(request).status == 200)
    request.options.resolve = []
    #expect(await transport.failure(of: request)?.kind == .resolve)
  }

  @Test func connectToSendsAHostToAnother() async throws {
    let target = unique()
    var request = Request(method: "GET", url: "http://c.test:81\(target)")
    request.options.connectTo = ["c.test:81:127.0.0.1:\(server.port)"]
    _ = try await transport.send(request)
    #expect(try await server.request(target: target).header("Host") == "c.test:81")
  }

  @Test func aProxyIsAskedForTheWholeURL() async throws {
    let url = "http://d.test/a/../b?\(UUID().uuidString)"
    var request = Request(method: "GET", url: url)
    request.options.proxy = server.url
    _ = try await transport.send(request)
    let seen = try await server.request(target: url)
    #expect(seen.lines.first == "GET \(url) HTTP/1.1")
    #expect(seen.header("Host") == "d.test")
  }

  @Test func aProxyThatRefusesATunnelIsTheFailure() async throws {
    var request = Request(method: "GET", url: "https://e.test/")
    request.options.proxy = server.url
    let error = await transport.failure(of: request)
    #expect(error?.kind == .proxy)
    #expect(error?.message.hasPrefix("the proxy refuses to connect to e.test:443: ") == true)
  }

  @Test func proxiesComeFromTheEnvironmentByTheRulesOfCurl() async {
    // In a process of its own, since the environment is the whole process's.
    await #expect(processExitsWith: .success) {
      let server = WireServer()
      let transport = CurlTransport()
      setenv("http_proxy", server.url, 1)
      setenv("no_proxy", "f.test", 1)
      let proxied = try await transport.send(Request(method: "GET", url: "http://g.test/x"))
      #expect(proxied.status == 200)
      let seen = try await server.requests(target: "http://g.test/x")
      #expect(seen.count == 1)
      let direct = await transport.failure(of: Request(method: "GET", url: "http://f.test/x"))
      #expect(direct?.kind == .resolve)
      // The loopback is no exception: curl's rules know none.
      var loopback = Request(method: "GET", url: server.url + "/loop")
      _ = try await transport.send(loopback)
      #expect(try await server.requests(target: server.url + "/loop").count == 1)
      loopback.options.proxy = ""
      _ = try await transport.send(loopback)
      #expect(try await server.requests(target: "/loop").count == 1)
    }
  }
}
