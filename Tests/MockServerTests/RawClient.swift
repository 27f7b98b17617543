import Foundation
import Testing

/// A client that sends bytes and shows the bytes that come back: what a library would hide is what is tested.
final class RawClient {
  private let descriptor: Int32
  private var received: [UInt8] = []

  init(port: Int) throws {
    #if canImport(Darwin)
      descriptor = socket(AF_INET, SOCK_STREAM, 0)
    #else
      descriptor = socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0)
    #endif
    guard descriptor >= 0 else { throw POSIXError(POSIXErrorCode(rawValue: errno) ?? .EMFILE) }
    var address = sockaddr_in()
    address.sin_family = sa_family_t(AF_INET)
    address.sin_port = in_port_t(port).bigEndian
    address.sin_addr.s_addr = inet_addr("127.0.0.1")
    let result = withUnsafePointer(to: &address) { pointer in
      pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
        connect(descriptor, $0, socklen_t(MemoryLayout<sockaddr_in>.size))
      }
    }
    guard result == 0 else {
      // All properties are set: `deinit` runs, and closes it.
      throw POSIXError(POSIXErrorCode(rawValue: errno) ?? .EIO)
    }
  }

  deinit { close(descriptor) }

  func send(_ text: String) throws { try send(Array(text.utf8)) }

  func send(_ bytes: [UInt8]) throws {
    var sent = 0
    while sent < bytes.count {
      let count = bytes[sent...].withUnsafeBytes { write(descriptor, $0.baseAddress, $0.count) }
      guard count > 0 else { throw POSIXError(POSIXErrorCode(rawValue: errno) ?? .EIO) }
      sent += count
    }
  }

  func get(_ path: String, method: String = "GET") throws -> RawResponse {
    try send("\(method) \(path) HTTP/1.1\r\nHost: t\r\n\r\n")
    return try response(hasBody: method != "HEAD")
  }

  /// The next response: its head, and as much body as it promises.
  func response(hasBody: Bool = true) throws -> RawResponse {
    var end = received.firstRange(of: Array("\r\n\r\n".utf8))
    while end == nil {
      guard try receive() else { throw POSIXError(.ECONNABORTED) }
      end = received.firstRange(of: Array("\r\n\r\n".utf8))
    }
    let head = String(decoding: received[..<(end?.lowerBound ?? 0)], as: UTF8.self)
    received.removeSubrange(..<(end?.upperBound ?? 0))
    var response = RawResponse(head: head)
    let promised = hasBody ? Int(response.header("Content-Length") ?? "0") ?? 0 : 0
    while received.count < promised { guard try receive() else { break } }
    response.body = Array(received.prefix(promised))
    received.removeFirst(response.body.count)
    return response
  }

  /// All that comes until the server ends the connection.
  func rest() throws -> [UInt8] {
    while try receive() {}
    return received
  }

  private func receive() throws -> Bool {
    var buffer = [UInt8](repeating: 0, count: 65_536)
    let count = read(descriptor, &buffer, buffer.count)
    guard count >= 0 else { throw POSIXError(POSIXErrorCode(rawValue: errno) ?? .EIO) }
    received += buffer.prefix(count)
    return count > 0
  }
}

struct RawResponse {
  let head: String
  var body: [UInt8] = []

  var status: Int { Int(head.split(separator: " ").dropFirst().first ?? "") ?? 0 }
  var text: String { String(decoding: body, as: UTF8.self) }

  func header(_ name: String) -> String? {
    for line in head.components(separatedBy: "\r\n").dropFirst()
    where line.lowercased().hasPrefix(name.lowercased() + ":") {
      return line.dropFirst(name.count + 1).trimmingCharacters(in: .whitespaces)
    }
    return nil
  }
}
