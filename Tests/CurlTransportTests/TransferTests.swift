import CurlTransport
import Foundation
import HTTP
import Synchronization
import Testing

/// Timeouts, cancellation, progress and the order of events.
struct TransferTests {
  private let server = WireServer.shared
  private let transport = CurlTransport()
  private var endpoint: String { "127.0.0.1:\(server.port)" }

  private func request(_ path: String, method: String = "GET", body: RequestBody = .none) -> Request {
    Request(method: method, url: server.url + path, body: body)
  }

  // MARK: Timeouts

  @Test(arguments: ["/hang", "/hang-head", "/hang-body"])
  func aServerThatStopsIsCutByTheIdleTimeout(path: String) async throws {
    let target = "\(path)?\(UUID().uuidString)"
    var request = request(target)
    request.timeouts.idle = .milliseconds(200)
    let error = await transport.failure(of: request)
    #expect(error == TransportError(.timeout, "no byte to or from \(endpoint) for 200 ms (timeout 'idle')"))
    #expect(try await server.request(target: target, once: .closed).connectionEnd?.hasPrefix("client") == true)
  }

  @Test func anUploadThatNobodyReadsIsCutByTheIdleTimeout() async throws {
    let size = 64 << 20
    let file = try TemporaryFile(Data(count: size))
    var request = request("/hang-unread", method: "PUT", body: .file(path: file.path, size: size))
    request.timeouts.idle = .milliseconds(300)
    #expect(
      await transport.failure(of: request)?.message == "no byte to or from \(endpoint) for 300 ms (timeout 'idle')")
  }

  @Test(arguments: [RequestBody.none, .bytes([1]), .bytes(Array(repeating: 1, count: 100_000))])
  func anAnswerThatDoesNotBeginIsCutByTheFirstByteTimeout(body: RequestBody) async throws {
    var request = request("/hang", method: "POST", body: body)
    request.timeouts.firstByte = .milliseconds(150)
    #expect(
      await transport.failure(of: request)
        == TransportError(.timeout, "\(endpoint) did not begin to answer within 150 ms (timeout 'firstByte')"))
  }

  @Test func theTotalTimeoutCutsATransferThatMoves() async throws {
    var request = request("/slow?bytes=10000&ms=5")
    request.timeouts.total = .seconds(1)
    #expect(
      await transport.failure(of: request)
        == TransportError(.timeout, "the transfer with \(endpoint) took longer than 1 s (timeout 'total')"))
  }

  @Test func aConnectionThatIsNotAcceptedIsCutByTheConnectTimeout() async throws {
    // A listener whose queue is full answers no further connection.
    let listener = try FullListener()
    var request = Request(method: "GET", url: "http://127.0.0.1:\(listener.port)/")
    request.timeouts.connect = .milliseconds(200)
    request.timeouts.idle = .milliseconds(50)
    #expect(
      await transport.failure(of: request)
        == TransportError(.timeout, "could not connect to 127.0.0.1:\(listener.port) within 200 ms (timeout 'connect')")
    )
    request.timeouts.connect = nil
    #expect(
      await transport.failure(of: request)?.message
        == "no byte to or from 127.0.0.1:\(listener.port) for 50 ms (timeout 'idle')")
  }

  /// A request that nothing but the test ends, however long the test waits for a processor.
  private func hanging(_ target: String) -> Request {
    var request = request(target)
    request.timeouts.idle = nil
    return request
  }

  // MARK: Cancellation

  @Test func cancellingEndsTheConnectionAndNothingFollows() async throws {
    let target = "/hang?\(UUID().uuidString)"
    let events = Events()
    let transfer = transport.start(hanging(target), receive: events.append)
    _ = try await server.request(target: target, once: .received)
    transfer.cancel()
    transfer.cancel()
    #expect(try await server.request(target: target, once: .closed).connectionEnd?.hasPrefix("client") == true)
    // The loop has gone on since.
    _ = try await transport.send(request("/echo"))
    #expect(events.all.isEmpty)
  }

  @Test func cancellingOneTransferLeavesTheOthersAlone() async throws {
    let tag = UUID().uuidString
    let events = Events()
    let cancelled = (0..<10).map { transport.start(hanging("/hang?\(tag)-\($0)"), receive: events.append) }
    async let other = transport.send(request("/delay?ms=300"))
    for index in 0..<10 { _ = try await server.request(target: "/hang?\(tag)-\(index)") }
    for transfer in cancelled { transfer.cancel() }
    for index in 0..<10 { _ = try await server.request(target: "/hang?\(tag)-\(index)", once: .closed) }
    #expect(try await other.status == 200)
    #expect(events.all.isEmpty)
  }

  @Test func aTransferCancelledBeforeItBeganSendsNothing() async throws {
    let target = "/cancelled/\(UUID().uuidString)"
    let events = Events()
    // The transport's thread is held up here, so it can't begin the second before that is cancelled.
    let transport = transport
    let server = server
    await withCheckedContinuation { continuation in
      _ = transport.start(request("/echo")) { _ in
        let transfer = transport.start(Request(method: "GET", url: server.url + target), receive: events.append)
        transfer.cancel()
        continuation.resume()
      }
    }
    _ = try await transport.send(request("/echo"))
    #expect(events.all.isEmpty)
    #expect(try await server.requests(target: target).isEmpty)
  }

  @Test func cancellingAfterTheEndDoesNothing() async throws {
    let events = Events()
    let transfer = transport.start(request("/echo"), receive: events.append)
    await events.end()
    transfer.cancel()
    _ = try await transport.send(request("/echo"))
    #expect(events.all.count == 1)
  }

  @Test func cancellingFromWithinAnEventEndsTheTransfer() async throws {
    let target = "/endless?\(UUID().uuidString)"
    let count = Mutex(0)
    let transfer = Mutex<(any Transfer)?>(nil)
    var endless = request(target)
    endless.reportsProgress = true
    let started = transport.start(endless) { event in
      guard case .progress(let progress) = event, progress.received > 0 else { return }
      transfer.withLock { transfer in
        guard let transfer else { return }
        transfer.cancel()
        count.withLock { $0 += 1 }
      }
    }
    transfer.withLock { $0 = started }
    _ = try await server.request(target: target, once: .closed)
    _ = try await transport.send(request("/echo"))
    #expect(count.withLock { $0 } == 1)
  }

  @Test func shuttingDownEndsEverything() async throws {
    let transport = CurlTransport()
    let tag = UUID().uuidString
    let events = Events()
    for index in 0..<5 { _ = transport.start(hanging("/hang?\(tag)-\(index)"), receive: events.append) }
    for index in 0..<5 { _ = try await server.request(target: "/hang?\(tag)-\(index)") }
    transport.shutdown()
    transport.shutdown()
    for index in 0..<5 { _ = try await server.request(target: "/hang?\(tag)-\(index)", once: .closed) }
    #expect(events.all.isEmpty)
    let late = await transport.failure(of: request("/echo"))
    #expect(late == TransportError(.other, "the transport was shut down"))
  }

  @Test func aTransportThatIsLetGoEndsEverything() async throws {
    let target = "/hang?\(UUID().uuidString)"
    let events = Events()
    var transport: CurlTransport? = CurlTransport()
    _ = transport?.start(hanging(target), receive: events.append)
    _ = try await server.request(target: target)
    transport = nil
    _ = try await server.request(target: target, once: .closed)
    #expect(events.all.isEmpty)
  }

  @Test func shuttingDownFromWithinAnEventDoesNotHang() async throws {
    let transport = CurlTransport()
    await withCheckedContinuation { continuation in
      _ = transport.start(request("/echo")) { _ in
        transport.shutdown()
        continuation.resume()
      }
    }
    transport.shutdown()
  }

  @Test func whatAReceiverHoldsIsReleasedAtTheEnd() async throws {
    final class Canary: Sendable {}
    weak var held: Canary?
    do {
      let canary = Canary()
      held = canary
      await withCheckedContinuation { continuation in
        _ = transport.start(request("/echo")) { _ in
          withExtendedLifetime(canary) { continuation.resume() }
        }
      }
    }
    // One more, so that the loop has left the first one's event behind.
    _ = try await transport.send(request("/echo"))
    #expect(held == nil)
  }

  // MARK: Order, concurrency, progress

  @Test func requestsStartInTheOrderOfTheCalls() async throws {
    let tag = UUID().uuidString
    let transport = CurlTransport()
    for index in 10..<50 { _ = transport.start(request("/hang?\(tag)-\(index)")) { _ in } }
    for index in 10..<50 { _ = try await server.request(target: "/hang?\(tag)-\(index)") }
    let seen = try await server.requests(target: "/hang?\(tag)").sorted { $0.target < $1.target }
    transport.shutdown()
    // None ends, so each has a connection of its own; the server numbers them as they come.
    #expect(Set(seen.map(\.connection)).count == 40)
    #expect(seen.map(\.connection) == seen.map(\.connection).sorted())
  }

  @Test func requestsOverlap() async throws {
    let tag = UUID().uuidString
    let file = try TemporaryFile(Data(count: 4 << 20))
    let upload = RequestBody.file(path: file.path, size: 4 << 20)
    async let one = transport.send(request("/slow-read?ms=2&\(tag)-1", method: "PUT", body: upload))
    async let two = transport.send(request("/slow-read?ms=2&\(tag)-2", method: "PUT", body: upload))
    _ = try await (one, two)
    let seen = try await server.requests(target: "/slow-read?ms=2&\(tag)")
    try #require(seen.count == 2)
    let ends = seen.compactMap(\.received)
    try #require(ends.count == 2)
    #expect(seen[0].started < ends[1] && seen[1].started < ends[0])
    #expect(seen[0].connection != seen[1].connection)
  }

  @Test func manyAtOnceAllEnd() async throws {
    let events = Events()
    for index in 0..<300 { _ = transport.start(request("/bytes?count=\(index)"), receive: events.append) }
    await events.end(after: 300)
    let sizes = events.all.compactMap { event -> Int? in
      if case .finished(let response) = event { response.body.count } else { nil }
    }
    #expect(sizes.sorted() == Array(0..<300))
  }

  /// A connection passes to the next transfer before the end of the one before is looked at.
  @Test func keptConnectionsServeManyTransfersWithoutASecondTry() async throws {
    let tag = UUID().uuidString
    let (chains, length) = (16, 50)
    let transport = CurlTransport()
    let events = Events()
    @Sendable func start(_ chain: Int, _ place: Int) {
      _ = transport.start(request("/echo?\(tag)-\(chain)-\(place)")) { event in
        if place < length { start(chain, place + 1) } else { events.append(event) }
      }
    }
    for chain in 1...chains { start(chain, 1) }
    await events.end(after: chains)
    let seen = try await server.requests(target: "/echo?\(tag)")
    #expect(seen.count == chains * length)
    #expect(Set(seen.map(\.connection)).count <= chains)
    transport.shutdown()
  }

  @Test func noProgressIsToldUnasked() async throws {
    let events = Events()
    _ = transport.start(request("/slow?bytes=20&ms=10"), receive: events.append)
    await events.end()
    #expect(events.all.count == 1)
  }

  @Test func progressGrowsAndEndsWithTheFinalCounts() async throws {
    let size = 6 << 20
    let file = try TemporaryFile(Data(count: size))
    var upload = request("/slow-read?ms=3", method: "PUT", body: .file(path: file.path, size: size))
    upload.reportsProgress = true
    let events = Events()
    _ = transport.start(upload, receive: events.append)
    await events.end()
    let progress = events.all.compactMap { event -> TransferProgress? in
      if case .progress(let progress) = event { progress } else { nil }
    }
    #expect(progress.count > 1)
    #expect(zip(progress, progress.dropFirst()).allSatisfy { $0.sent <= $1.sent && $0.received <= $1.received })
    #expect(progress.allSatisfy { $0.sentTotal == size })
    #expect(progress.last == TransferProgress(sent: size, sentTotal: size, received: 2, receivedTotal: 2))
    if case .finished = events.all.last {} else { Issue.record("the response is not the last event") }
  }

  @Test func progressOfADownloadKnowsItsTotal() async throws {
    var whole = request("/bytes?count=30")
    whole.reportsProgress = true
    let events = Events()
    _ = transport.start(whole, receive: events.append)
    await events.end()
    guard case .progress(let last) = events.all.dropLast().last else { throw TransportError(.other, "no progress") }
    #expect(last == TransferProgress(received: 30, receivedTotal: 30))

    var partly = request("/hang-body?bytes=10&of=30")
    partly.reportsProgress = true
    let told = await withCheckedContinuation { continuation in
      let isTold = Atomic(false)
      _ = transport.start(partly) { event in
        guard case .progress(let progress) = event, progress.received == 10 else { return }
        if !isTold.exchange(true, ordering: .relaxed) { continuation.resume(returning: progress) }
      }
    }
    #expect(told == TransferProgress(received: 10, receivedTotal: 30))
    transport.shutdown()
  }
}

/// Records the events of transfers.
final class Events: Sendable {
  private struct State {
    var events: [TransferEvent] = []
    var ends = 0
    var waiter: (count: Int, continuation: CheckedContinuation<Void, Never>)?
  }

  private let state = Mutex(State())

  var all: [TransferEvent] { state.withLock { $0.events } }

  @Sendable func append(_ event: TransferEvent) {
    let waiter = state.withLock { state -> CheckedContinuation<Void, Never>? in
      state.events.append(event)
      switch event {
      case .progress, .head, .piece: return nil
      case .finished, .failed: break
      }
      state.ends += 1
      guard let waiter = state.waiter, state.ends >= waiter.count else { return nil }
      state.waiter = nil
      return waiter.continuation
    }
    waiter?.resume()
  }

  /// Returns once so many transfers have ended.
  func end(after count: Int = 1) async {
    await withCheckedContinuation { continuation in
      let isOver = state.withLock { state in
        if state.ends >= count { return true }
        state.waiter = (count, continuation)
        return false
      }
      if isOver { continuation.resume() }
    }
  }
}

/// Listens and never accepts; its queue is full.
final class FullListener: Sendable {
  let port: Int
  private let sockets: [Int32]

  init() throws {
    var address = sockaddr_in()
    address.sin_family = sa_family_t(AF_INET)
    address.sin_addr.s_addr = inet_addr("127.0.0.1")
    #if canImport(Darwin)
      let stream = SOCK_STREAM
    #else
      let stream = Int32(SOCK_STREAM.rawValue)
    #endif
    let listener = socket(AF_INET, stream, 0)
    var length = socklen_t(MemoryLayout<sockaddr_in>.size)
    var sockets = [listener]
    let status = withUnsafeMutablePointer(to: &address) { pointer in
      pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) { address in
        guard bind(listener, address, length) == 0, listen(listener, 0) == 0 else { return Int32(-1) }
        guard getsockname(listener, address, &length) == 0 else { return Int32(-1) }
        for _ in 0..<8 {
          let client = socket(AF_INET, stream, 0)
          _ = fcntl(client, F_SETFL, O_NONBLOCK)
          _ = connect(client, address, length)
          sockets.append(client)
        }
        return 0
      }
    }
    self.sockets = sockets
    guard status == 0 else { throw POSIXError(.EADDRNOTAVAIL) }
    port = Int(UInt16(bigEndian: address.sin_port))
  }

  deinit {
    for socket in sockets { close(socket) }
  }
}
