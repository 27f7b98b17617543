import CMicrohttpd

/// What all exchanges of a server share.
final class MockCore: Sendable {
  let keptBody: Int
  let suspended = SuspendedConnections()
  private let router: MockRouter
  private let observe: (@Sendable (MockRequest, MockReply) -> Void)?

  init(router: MockRouter, keptBody: Int, observe: (@Sendable (MockRequest, MockReply) -> Void)?) {
    self.router = router
    self.keptBody = max(0, keptBody)
    self.observe = observe
  }

  func reply(to request: MockRequest) -> MockReply {
    let reply = router.reply(to: request)
    observe?(request, reply)
    return reply
  }
}

/// What libmicrohttpd calls, on the threads that are its own. The user pointer is the `MockCore`, which outlives the daemon.
enum MockCallbacks {
  /// The request line has been read: the exchange begins, and libmicrohttpd owns it.
  static let begin:
    @convention(c) (UnsafeMutableRawPointer?, UnsafePointer<CChar>?, OpaquePointer?) -> UnsafeMutableRawPointer? = {
      user, target, _ in
      guard let user, let target else { return nil }
      let core = Unmanaged<MockCore>.fromOpaque(user).takeUnretainedValue()
      return Unmanaged.passRetained(MockExchange(core: core, target: String(cString: target))).toOpaque()
    }

  static let handle: MHD_AccessHandlerCallback = { _, connection, _, method, _, data, size, context in
    guard let connection, let method, let size, let context, let raw = context.pointee else { return pl_result(0) }
    let exchange = Unmanaged<MockExchange>.fromOpaque(raw).takeUnretainedValue()
    let chunk = UnsafeRawBufferPointer(start: data, count: data == nil ? 0 : size.pointee)
    // The whole chunk is always taken, so that an upload never waits.
    size.pointee = 0
    return pl_result(exchange.proceed(connection, method: method, chunk: chunk) ? 1 : 0)
  }

  static let completed: MHD_RequestCompletedCallback = { _, _, context, _ in
    guard let context, let raw = context.pointee else { return }
    context.pointee = nil
    Unmanaged<MockExchange>.fromOpaque(raw).release()
  }
}
