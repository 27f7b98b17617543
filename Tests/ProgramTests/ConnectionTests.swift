import Foundation
import TestSupport
import Testing

/// `tls` and `proxy` of a client, on the wire. Needs the `openssl` command to make certificates.
@Suite(
  "Whom a client trusts, and by which way it goes",
  .enabled(if: Certificates.shared != nil, "the openssl command is not there to make certificates"))
struct ConnectionTests {
  private let certificates: Certificates

  init() throws { certificates = try #require(Certificates.shared) }

  private func run(
    tls: String, server: HelperServer, _ arguments: [String] = []
  ) throws -> (ending: ProcessRun.Ending, output: String, error: String) {
    let port = server.baseURL.split(separator: ":").last ?? ""
    let folder = try certificates.copy()
    try folder.write(
      """
      clients:
        api: { baseURL: 'https://localhost:\(port)', tls: \(tls) }
      nodes:
        one: { fetch: '/json?value=7' }
      """, to: "p.yaml")
    let result = try Program.run(["run"] + arguments + [folder.path("p.yaml")], directory: "/")
    return (result.ending, result.output, result.error)
  }

  private func server(_ arguments: [String] = []) throws -> HelperServer {
    let folder = certificates.folder
    return try HelperServer(
      script: "wire_server.py", ["--tls", folder.path("server.pem"), folder.path("server.key")] + arguments)
  }

  @Test func aServerIsVerified() throws {
    let result = try run(tls: "{}", server: server())
    #expect(result.ending == .exited(3))
    #expect(result.error.contains("is not trusted"), "\(result.error)")
  }

  @Test func anAuthorityIsTrustedThatStandsBesideTheFile() throws {
    let result = try run(tls: "{ ca: ca.pem }", server: server())
    #expect(result.ending == .exited(0), "\(result.error)")
    #expect(result.output == "7\n")
    let missing = try run(tls: "{ ca: gone.pem }", server: server())
    #expect(missing.ending == .exited(3))
    #expect(missing.error.contains("gone.pem"), "\(missing.error)")
  }

  @Test func aPinnedKeyIsTheOnlyOneThatIsTaken() throws {
    let server = try server()
    let right = try run(tls: "{ ca: ca.pem, pin: '\(certificates.pin)' }", server: server)
    #expect(right.ending == .exited(0), "\(right.error)")
    let wrong = try run(
      tls: "{ ca: ca.pem, pin: 'sha256//\(Data(count: 32).base64EncodedString())' }", server: server)
    #expect(wrong.ending == .exited(3))
    #expect(wrong.error.contains("the public key of localhost:"), "\(wrong.error)")
    #expect(wrong.error.contains("is not the pinned one"), "\(wrong.error)")
  }

  @Test func aCertificateIsShownToAServerThatWantsOne() throws {
    let server = try server(["--client-ca", certificates.folder.path("ca.pem")])
    let shown = try run(tls: "{ ca: ca.pem, cert: client.pem, key: client.key }", server: server)
    #expect(shown.ending == .exited(0), "\(shown.error)")
    #expect(shown.output == "7\n")
    #expect(try run(tls: "{ ca: ca.pem }", server: server).ending == .exited(3))
  }

  @Test func insecureTakesAnyCertificateAndSaysSo() throws {
    let server = try server()
    let result = try run(tls: "{ insecure: true }", server: server)
    #expect(result.ending == .exited(0), "\(result.error)")
    #expect(result.output == "7\n")
    #expect(result.error.contains("p.yaml:2:"), "\(result.error)")
    #expect(result.error.contains("warning: any certificate is accepted"), "\(result.error)")
    // By the user's own word of the moment nothing needs to be said.
    let flag = try run(tls: "{}", server: server, ["-k"])
    #expect(flag.ending == .exited(0), "\(flag.error)")
    #expect(!flag.error.contains("warning"), "\(flag.error)")
  }

  @Test func aProxyIsAskedForTheWholeURL() throws {
    let proxy = try HelperServer(script: "wire_server.py")
    let folder = try TemporaryFolder()
    try folder.write(
      """
      clients:
        by: { baseURL: 'http://far.test', proxy: '${ $env.PROXY }', http: 1.1 }
      nodes:
        one: { fetch: { client: by, get: '/a/../b' } }
      """, to: "p.yaml")
    let result = try Program.run(["run", folder.path("p.yaml")], environment: ["PROXY": proxy.baseURL])
    #expect(result.ending == .exited(0), "\(result.error)")
    let log: WireLog = try answer(proxy, "/recorded")
    #expect(log.targets == ["http://far.test/a/../b"])
    let gone = try Program.run(["run", folder.path("p.yaml")], environment: ["PROXY": "http://gone.invalid:1"])
    #expect(gone.ending == .exited(3))
    #expect(gone.error.contains("proxy"), "\(gone.error)")
  }
}

/// An authority of the tests' own, and certificates by it of `localhost` and of a client; `nil` without `openssl`.
final class Certificates: Sendable {
  static let shared = Certificates()

  let folder: TemporaryFolder
  /// curl's `sha256//…` of the server's key.
  let pin: String

  private init?() {
    guard let folder = try? TemporaryFolder() else { return nil }
    let script = """
      set -e
      new="-newkey ec -pkeyopt ec_paramgen_curve:prime256v1 -nodes"
      openssl req -x509 $new -days 2 -subj "/CN=Test authority" -keyout ca.key -out ca.pem
      sign() { openssl x509 -req -days 2 -in $1.csr -CA ca.pem -CAkey ca.key -CAcreateserial -out $1.pem $2 $3; }
      echo subjectAltName=DNS:localhost > names
      openssl req $new -subj /CN=localhost -keyout server.key -out server.csr
      sign server -extfile names
      openssl req $new -subj /CN=client -keyout client.key -out client.csr
      sign client
      openssl pkey -in server.key -pubout -outform DER | openssl dgst -sha256 -binary | openssl base64 -A > pin
      """
    guard let result = try? ProcessRun.run("/bin/sh", ["-c", script], directory: folder.url.path),
      result.ending == .exited(0), let pin = try? String(contentsOfFile: folder.path("pin"), encoding: .utf8)
    else { return nil }
    self.folder = folder
    self.pin = "sha256//" + pin
  }

  /// A folder with the certificates in it.
  func copy() throws -> TemporaryFolder { try TemporaryFolder(copyOf: folder.url) }
}
