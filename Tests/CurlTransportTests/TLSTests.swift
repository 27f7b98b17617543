import CurlTransport
import Foundation
import HTTP
import Testing

/// Whom is trusted. Needs the `openssl` command to make certificates.
@Suite(.enabled(if: TestCertificates.shared != nil, "the openssl command is not there to make certificates"))
struct TLSTests {
  private let transport = CurlTransport()
  private let certificates: TestCertificates
  private let server: WireServer
  private var endpoint: String { "localhost:\(server.port)" }

  init() throws {
    certificates = try #require(TestCertificates.shared)
    server = certificates.server
  }

  private func request(trusting file: String? = nil, host: String? = nil) -> Request {
    let url = host.map { server.url.replacingOccurrences(of: "localhost", with: $0) } ?? server.url
    var request = Request(method: "GET", url: url + "/echo")
    request.options.caFile = file
    return request
  }

  @Test func anUnknownAuthorityIsNotTrusted() async {
    let error = await transport.failure(of: request())
    #expect(error?.kind == .tls)
    #expect(error?.message.hasPrefix("the TLS certificate of \(endpoint) is not trusted: ") == true)
    #expect(error?.message.contains("certificate") == true && error?.message.contains("SSL") == false)
  }

  @Test func aGivenAuthorityIsTrusted() async throws {
    let response = try await transport.send(request(trusting: certificates.authority))
    #expect(response.status == 200)
    #expect(response.timings.tls > .zero)
  }

  @Test func aCertificateForAnotherNameIsNotTrusted() async {
    let error = await transport.failure(of: request(trusting: certificates.authority, host: "127.0.0.1"))
    #expect(error?.kind == .tls)
    #expect(error?.message.hasPrefix("the TLS certificate of 127.0.0.1:\(server.port) is not trusted: ") == true)
  }

  @Test func insecureTrustsAnybodyAndOnlyWhereSaid() async throws {
    var insecure = request()
    insecure.options.insecure = true
    #expect(try await transport.send(insecure).status == 200)
    // The connection of the one is not lent to the other.
    #expect(await transport.failure(of: request())?.kind == .tls)
  }

  @Test func aPinThatDoesNotFitIsAFailure() async throws {
    var pinned = request(trusting: certificates.authority)
    pinned.options.pinnedPublicKey = "sha256//" + Data(count: 32).base64EncodedString()
    #expect(
      await transport.failure(of: pinned) == TransportError(.tls, "the public key of \(endpoint) is not the pinned one")
    )
    pinned.options.pinnedPublicKey = certificates.pin
    #expect(try await transport.send(pinned).status == 200)
  }

  @Test func filesThatAreNotThereAreNamed() async {
    let error = await transport.failure(of: request(trusting: "/nowhere/ca.pem"))
    #expect(error == TransportError(.tls, "the file of trusted certificates '/nowhere/ca.pem' can't be used"))
    var client = request(trusting: certificates.authority)
    client.options.certificateFile = "/nowhere/cert.pem"
    let other = await transport.failure(of: client)
    #expect(other?.kind == .tls)
    #expect(other?.message.hasPrefix("the client's certificate or key can't be used: ") == true)
  }

  @Test func aServerWithoutTLSIsAFailureOfTLS() async {
    let plain = WireServer.shared
    let error = await transport.failure(of: Request(method: "GET", url: "https://127.0.0.1:\(plain.port)/"))
    #expect(error?.kind == .tls)
    #expect(error?.message.hasPrefix("no TLS connection to 127.0.0.1:\(plain.port): ") == true)
    #expect(error?.message.contains("error:") == false && error?.message.contains("SSL_") == false)
  }

  @Test func aServerWithoutHTTP2GetsHTTP1() async throws {
    var request = request(trusting: certificates.authority)
    request.options.version = .http2
    #expect(try await transport.send(request).httpVersion == "1.1")
  }

  /// What TLS has decrypted waits inside libcurl, where no socket tells of it.
  @Test func aBodyInPiecesIsHeldBackAndGoesOn() async throws {
    let size = 4 << 20
    var request = request(trusting: certificates.authority)
    request.url = server.url + "/bytes?count=\(size)"
    request.delivery = .pieces { _ in true }
    let events = Events()
    let consumer = PieceConsumer(events, consumes: false)
    consumer.start(request, by: transport)
    var other = self.request(trusting: certificates.authority)
    other.url = server.url + "/delay?ms=300"
    for _ in 0..<3 { _ = try await transport.send(other) }
    #expect(consumer.received.count <= 300 << 10)
    #expect(events.ends == 0)
    consumer.consumeAll()
    await events.end()
    #expect(consumer.received.count == size)
  }

  @Test func uploadsArriveWhole() async throws {
    let target = "/u/\(UUID().uuidString)"
    let body = (0..<700_000).map { UInt8(truncatingIfNeeded: $0 &* 11) }
    var request = Request(method: "PUT", url: server.url + target, body: .bytes(body))
    request.options.caFile = certificates.authority
    _ = try await transport.send(request)
    #expect(try await server.request(target: target).body == Data(body))
  }
}

/// An authority of the tests' own and a certificate of `localhost` by it, made once; `nil` without `openssl`.
final class TestCertificates: Sendable {
  static let shared = TestCertificates()

  let authority: String
  /// curl's `sha256//…` of the server's key.
  let pin: String
  let server: WireServer
  private let folder: URL

  private init?() {
    folder = FileManager.default.temporaryDirectory.appendingPathComponent("transport-tls-\(UUID().uuidString)")
    let folder = folder
    func path(_ name: String) -> String { folder.appendingPathComponent(name).path }
    func openssl(_ arguments: String...) -> Data? {
      let process = Process()
      process.executableURL = URL(fileURLWithPath: "/usr/bin/env")
      process.arguments = ["openssl"] + arguments
      let output = Pipe()
      process.standardOutput = output
      process.standardError = FileHandle.nullDevice
      guard (try? process.run()) != nil else { return nil }
      let data = output.fileHandleForReading.readDataToEndOfFile()
      process.waitUntilExit()
      return process.terminationStatus == 0 ? data : nil
    }
    authority = path("ca.pem")
    let key = ["-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:prime256v1", "-nodes"]
    guard (try? FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)) != nil,
      (try? Data("subjectAltName=DNS:localhost\n".utf8).write(to: folder.appendingPathComponent("names"))) != nil,
      openssl(
        "req", "-x509", key[0], key[1], key[2], key[3], key[4], "-days", "2", "-subj", "/CN=Test authority", "-keyout",
        path("ca.key"), "-out", authority) != nil,
      openssl(
        "req", key[0], key[1], key[2], key[3], key[4], "-subj", "/CN=localhost", "-keyout", path("key"), "-out",
        path("request")) != nil,
      openssl(
        "x509", "-req", "-days", "2", "-in", path("request"), "-CA", authority, "-CAkey", path("ca.key"),
        "-CAcreateserial", "-extfile", path("names"), "-out", path("certificate")) != nil,
      openssl("pkey", "-in", path("key"), "-pubout", "-outform", "DER", "-out", path("public")) != nil,
      let digest = openssl("dgst", "-sha256", "-binary", path("public"))
    else { return nil }
    pin = "sha256//" + digest.base64EncodedString()
    server = WireServer(tls: (path("certificate"), path("key")))
  }
}
