import CurlTransport
import Foundation
import HTTP

/// `Tests/Support/wire_server.py`, run for as long as the tests do.
final class WireServer: Sendable {
  /// The one without TLS, shared by all tests: each finds its own requests by their targets.
  static let shared = WireServer()

  let url: String
  /// Closed when the tests' process ends, which ends the server.
  private let input: Pipe

  init(tls: (certificate: String, key: String)? = nil) {
    let script = URL(fileURLWithPath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
      .appendingPathComponent("Support/wire_server.py").path
    let process = Process()
    process.executableURL = URL(fileURLWithPath: "/usr/bin/env")
    process.arguments = ["python3", script] + (tls.map { ["--tls", $0.certificate, $0.key] } ?? [])
    let output = Pipe()
    input = Pipe()
    process.standardInput = input
    process.standardOutput = output
    do { try process.run() } catch { fatalError("python3 is needed for these tests: \(error)") }
    var line = Data()
    while true {
      let byte = output.fileHandleForReading.readData(ofLength: 1)
      if byte.isEmpty || byte == Data("\n".utf8) { break }
      line += byte
    }
    url = "\(tls == nil ? "http://127.0.0.1" : "https://localhost"):\(String(decoding: line, as: UTF8.self))"
  }

  var port: String { String(url.split(separator: ":").last ?? "") }

  struct Recorded: Decodable {
    let connection: Int
    let method: String
    let target: String
    let headers: [[String]]
    let head: Data
    let body: Data
    let bodySize: Int
    let bodySHA256: String
    let started: Double
    let received: Double?
    let connectionClosed: Double?
    let connectionEnd: String?

    /// The head's lines, raw.
    var lines: [String] {
      String(decoding: head, as: UTF8.self).components(separatedBy: "\r\n").filter { !$0.isEmpty }
    }

    func header(_ name: String) -> String? { headers.first { $0[0].lowercased() == name.lowercased() }?[1] }
  }

  enum Event: String {
    case started, received, closed
  }

  /// The first request whose target begins so, once it has come that far.
  func request(target: String, once event: Event = .received) async throws -> Recorded {
    var allowed = CharacterSet.alphanumerics
    allowed.insert(charactersIn: "/-_.")
    let encoded = target.addingPercentEncoding(withAllowedCharacters: allowed) ?? target
    let response = try await control("/await?target=\(encoded)&event=\(event.rawValue)&ms=300000")
    guard response.status == 200 else { throw NotSeen(target: target, event: event) }
    return try Self.decoder.decode(Recorded.self, from: Data(response.body))
  }

  /// All requests so far whose targets begin so.
  func requests(target: String) async throws -> [Recorded] {
    struct All: Decodable { let requests: [Recorded] }
    let response = try await control("/recorded")
    return try Self.decoder.decode(All.self, from: Data(response.body)).requests.filter { $0.target.hasPrefix(target) }
  }

  struct NotSeen: Error {
    let target: String
    let event: Event
  }

  private func control(_ target: String) async throws -> Response {
    let transport = CurlTransport()
    defer { transport.shutdown() }
    var request = Request(method: "GET", url: url + target)
    request.options.insecure = true
    request.timeouts.idle = nil
    return try await transport.send(request)
  }

  private static let decoder: JSONDecoder = {
    let decoder = JSONDecoder()
    decoder.dataDecodingStrategy = .base64
    return decoder
  }()
}

extension CurlTransport {
  /// The response to the request, or its `TransportError`.
  func send(_ request: Request) async throws -> Response {
    try await withCheckedThrowingContinuation { continuation in
      _ = start(request) { event in
        switch event {
        case .progress, .head, .piece: break
        case .finished(let response): continuation.resume(returning: response)
        case .failed(let error): continuation.resume(throwing: error)
        }
      }
    }
  }

  /// The error that the request ends with.
  func failure(of request: Request) async -> TransportError? {
    do {
      _ = try await send(request)
      return nil
    } catch {
      return error as? TransportError
    }
  }
}
