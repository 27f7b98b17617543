import CMicrohttpd
import HTTP

/// One request and its reply, from the request line to the last byte.
///
/// Confined to the thread of libmicrohttpd that owns its connection; libmicrohttpd holds the one reference to it from the
/// request line until it reports the request as completed.
final class MockExchange {
  private enum Phase {
    /// The request line has been read.
    case begun
    /// The headers are known, the body comes in.
    case receiving
    /// The reply is made and waits for its delay to pass.
    case waiting(MockReply)
    /// The reply has been handed over.
    case replied
  }

  private let core: MockCore
  private var phase = Phase.begun
  private var request: MockRequest

  init(core: MockCore, target: String) {
    self.core = core
    let path: Substring
    let rawQuery: String?
    if let mark = target.utf8.firstIndex(of: UInt8(ascii: "?")) {
      path = target[..<mark]
      rawQuery = String(target[target.index(after: mark)...])
    } else {
      path = target[...]
      rawQuery = nil
    }
    request = MockRequest(
      method: "", path: String(path), rawQuery: rawQuery, query: rawQuery.map(queryPairs) ?? [], parameters: [:],
      headers: [], body: [], bodySize: 0)
  }

  /// Takes the next step of the exchange; `chunk` is a piece of the body, empty when there is no more.
  ///
  /// - Returns: false where the connection is to be closed.
  func proceed(_ connection: OpaquePointer, method: UnsafePointer<CChar>, chunk: UnsafeRawBufferPointer) -> Bool {
    switch phase {
    case .begun:
      request.method = String(cString: method)
      request.headers = headers(of: connection)
      phase = .receiving
      return true
    case .receiving where !chunk.isEmpty:
      request.bodySize += chunk.count
      let room = core.keptBody - request.body.count
      if room > 0 { request.body.append(contentsOf: chunk.prefix(room)) }
      return true
    case .receiving:
      let reply = core.reply(to: request)
      request.body = []
      let delay = reply.ending == .hang ? nil : reply.delay ?? .zero
      if delay == .zero || delay.map({ $0 < .zero }) == true { return send(reply, on: connection) }
      phase = .waiting(reply)
      return core.suspended.suspend(connection, for: delay)
    case .waiting(let reply):
      if reply.ending == .hang || core.suspended.isStopping { return false }
      return send(reply, on: connection)
    case .replied:
      return true
    }
  }

  private func headers(of connection: OpaquePointer) -> [Header] {
    var headers: [Header] = []
    withUnsafeMutablePointer(to: &headers) { list in
      pl_each_header(
        connection,
        { list, _, name, value in
          guard let list, let name else { return pl_result(1) }
          let header = Header(String(cString: name), value.map { String(cString: $0) } ?? "")
          list.assumingMemoryBound(to: [Header].self).pointee.append(header)
          return pl_result(1)
        }, list)
    }
    return headers
  }

  private func send(_ reply: MockReply, on connection: OpaquePointer) -> Bool {
    phase = .replied
    switch reply.ending {
    case .close, .hang: return false
    case .reset:
      pl_reset_connection(connection)
      return false
    case .whole, .cut: break
    }
    guard let response = MockResponse(reply) else { return false }
    return response.queue(on: connection)
  }
}
