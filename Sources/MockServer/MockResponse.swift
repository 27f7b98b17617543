import CMicrohttpd
import HTTP

/// A reply in the form libmicrohttpd sends it. Owns its reference to the response.
struct MockResponse: ~Copyable {
  private let raw: OpaquePointer
  private let status: UInt32

  /// `nil` where memory is short.
  init?(_ reply: MockReply) {
    var reply = reply
    if let fault = Self.fault(of: reply) {
      reply = .json("{\"message\":\"\(fault)\"}", status: 500)
    }
    if reply.status == 204 || reply.status == 304 { reply.body = [] }
    guard let raw = Self.make(reply) else { return nil }
    for header in reply.headers where !Self.isFraming(header.name) {
      _ = MHD_add_response_header(raw, header.name, header.value)
    }
    self.raw = raw
    status = UInt32(reply.status)
  }

  deinit { MHD_destroy_response(raw) }

  /// - Returns: false where libmicrohttpd refuses it.
  func queue(on connection: OpaquePointer) -> Bool { pl_is_fine(MHD_queue_response(connection, status, raw)) != 0 }

  private static func make(_ reply: MockReply) -> OpaquePointer? {
    if case .cut(let count) = reply.ending {
      let body = CutBody(bytes: Array(reply.body.prefix(max(0, count))))
      let context = Unmanaged.passRetained(body)
      // One byte more than is sent, at least: the promise must be broken for an empty body, too.
      let promised = UInt64(max(reply.body.count, body.bytes.count + 1))
      let made = MHD_create_response_from_callback(
        promised, 32 << 10, { CutBody.read($0, at: $1, into: $2, limit: $3) }, context.toOpaque(),
        { CutBody.release($0) })
      if made == nil { context.release() }
      return made
    }
    return reply.body.withUnsafeBytes { bytes in
      pl_bytes_response(bytes.baseAddress, bytes.count)
    }
  }

  private static func isFraming(_ name: String) -> Bool {
    let name = name.lowercased()
    return name == "content-length" || name == "transfer-encoding"
  }

  /// Why the reply cannot be sent as it is, in words that need no escape in JSON.
  private static func fault(of reply: MockReply) -> String? {
    guard (200...999).contains(reply.status) else { return "the mock's reply has the status \(reply.status)" }
    for header in reply.headers {
      let isName =
        !header.name.isEmpty && header.name.utf8.allSatisfy { $0 > 0x20 && $0 < 0x7F && $0 != UInt8(ascii: ":") }
      guard isName else { return "the mock's reply has a header whose name cannot be sent" }
      let isValue = header.value.utf8.allSatisfy { $0 == 0x09 || ($0 >= 0x20 && $0 != 0x7F) }
      guard isValue else { return "the mock's reply has a header whose value cannot be sent" }
    }
    return nil
  }
}

/// The bytes of a body that ends before the length its headers promise.
private final class CutBody {
  let bytes: [UInt8]

  init(bytes: [UInt8]) { self.bytes = bytes }

  static func read(
    _ context: UnsafeMutableRawPointer?, at position: UInt64, into buffer: UnsafeMutablePointer<CChar>?, limit: Int
  ) -> Int {
    guard let context, let buffer else { return pl_reader_error() }
    let body = Unmanaged<CutBody>.fromOpaque(context).takeUnretainedValue()
    let rest = body.bytes.dropFirst(Int(clamping: position)).prefix(limit)
    guard !rest.isEmpty else { return pl_reader_error() }
    UnsafeMutableRawPointer(buffer).copyMemory(from: Array(rest), byteCount: rest.count)
    return rest.count
  }

  static func release(_ context: UnsafeMutableRawPointer?) {
    guard let context else { return }
    Unmanaged<CutBody>.fromOpaque(context).release()
  }
}
