import CurlTransport
import Foundation
import HTTP
import Synchronization
import Testing

/// Bodies that are handed over as they arrive, and bodies that are sent in parts.
struct PieceTests {
  private let server = WireServer.shared
  private let transport = CurlTransport()

  private func request(_ path: String, accepting isWanted: @escaping @Sendable (Int) -> Bool = { _ in true }) -> Request
  {
    var request = Request(method: "GET", url: server.url + path)
    request.delivery = .pieces(status: isWanted)
    return request
  }

  // MARK: Pieces

  @Test(arguments: ["/bytes?count=1000000", "/chunked?bytes=10000&chunks=100", "/http10?bytes=1000000"])
  func aBodyComesInPiecesAfterItsHead(path: String) async throws {
    let events = Events()
    let consumer = PieceConsumer(events)
    consumer.start(request(path), by: transport)
    await events.end()
    guard case .head(let head) = events.all.first else { throw TransportError(.other, "no head") }
    #expect(head.status == 200)
    #expect(head.body.isEmpty)
    guard case .finished(let response) = events.all.last else { throw TransportError(.other, "no response") }
    #expect(response.body.isEmpty)
    #expect(response.bodySize == 1_000_000)
    #expect(consumer.received.count == 1_000_000)
    #expect(consumer.received.allSatisfy { $0 == UInt8(ascii: "x") })
    #expect(events.pieces > 10)
  }

  @Test func whatIsSentIsHandedOverBeforeTheBodyEnds() async throws {
    let target = "/hang-body?bytes=10&of=30&\(UUID().uuidString)"
    var request = request(target)
    // However long this test has to wait for a thread of its own.
    request.timeouts.idle = nil
    let events = Events()
    let first = await withCheckedContinuation { continuation in
      let isFirst = Atomic(true)
      let transfer = transport.start(request) { event in
        events.append(event)
        guard case .piece(let bytes) = event, isFirst.exchange(false, ordering: .relaxed) else { return }
        continuation.resume(returning: bytes)
      }
      withExtendedLifetime(transfer) {}
    }
    #expect(!first.isEmpty)
    transport.shutdown()
    #expect(events.ends == 0)
  }

  @Test func anEmptyBodyHasAHeadAndNoPiece() async throws {
    let events = Events()
    _ = transport.start(request("/bytes?count=0"), receive: events.append)
    await events.end()
    #expect(events.all.count == 2)
    guard case .head(let head) = events.all.first else { throw TransportError(.other, "no head") }
    #expect(head.status == 200)
  }

  @Test func theBodyOfAStatusThatIsNotWantedComesWhole() async throws {
    let events = Events()
    _ = transport.start(request("/status/404?body=no") { $0 == 200 }, receive: events.append)
    await events.end()
    guard case .finished(let response) = events.all.first else { throw TransportError(.other, "no response") }
    #expect(events.all.count == 1)
    #expect(response.body == Array("no".utf8))
    #expect(response.bodySize == 2)
  }

  @Test func aBodyThatBreaksOffFailsAfterItsPieces() async throws {
    for path in ["/cut?bytes=10&of=20", "/chunked-cut?bytes=10"] {
      let events = Events()
      let consumer = PieceConsumer(events)
      consumer.start(request(path), by: transport)
      await events.end()
      #expect(consumer.received.count == 10)
      guard case .failed(let error) = events.all.last else { throw TransportError(.other, "no failure") }
      #expect(error.kind == .truncated)
    }
  }

  @Test func theSumOfPiecesIsNotBoundedByWhatIsHeldInMemory() async throws {
    var request = request("/bytes?count=100000")
    request.maxBody = 1000
    let events = Events()
    PieceConsumer(events).start(request, by: transport)
    await events.end()
    guard case .finished(let response) = events.all.last else { throw TransportError(.other, "no response") }
    #expect(response.bodySize == 100_000)
  }

  // MARK: Holding back

  /// What a consumer that does not come on is given, while others go on by the same transport.
  @Test func aConsumerThatDoesNotComeOnHoldsTheServerBack() async throws {
    let size = 64 << 20
    let target = "/bytes?count=\(size)&\(UUID().uuidString)"
    var request = request(target)
    // Must not run while it is ours to go on.
    request.timeouts.idle = .seconds(5)
    let events = Events()
    let consumer = PieceConsumer(events, consumes: false)
    consumer.start(request, by: transport)
    _ = try await server.request(target: target)
    for _ in 0..<10 { _ = try await transport.send(Request(method: "GET", url: server.url + "/delay?ms=600")) }
    let held = consumer.received.count
    #expect(held > 0)
    #expect(held <= 300 << 10)
    #expect(events.ends == 0)
    consumer.consumeAll()
    await events.end()
    guard case .finished(let response) = events.all.last else { throw TransportError(.other, "no response") }
    #expect(response.bodySize == size)
    #expect(consumer.received.count == size)
  }

  @Test func aTransferThatIsHeldBackCanBeCancelled() async throws {
    let target = "/endless?\(UUID().uuidString)"
    let events = Events()
    let consumer = PieceConsumer(events, consumes: false)
    let transfer = consumer.start(request(target), by: transport)
    _ = try await server.request(target: target)
    _ = try await transport.send(Request(method: "GET", url: server.url + "/delay?ms=200"))
    transfer.cancel()
    consumer.consumeAll()
    _ = try await server.request(target: target, once: .closed)
    _ = try await transport.send(Request(method: "GET", url: server.url + "/echo"))
    #expect(events.ends == 0)
  }

  @Test func aConsumerOnAnotherThreadGetsAllInOrder() async throws {
    // As much as the server remembers of a body.
    let size = 1 << 20
    let file = try TemporaryFile(Data((0..<size).map { UInt8(truncatingIfNeeded: $0 ^ ($0 >> 8) ^ ($0 >> 16)) }))
    var request = request("/echo")
    request.method = "POST"
    request.body = .file(path: file.path, size: size)
    let events = Events()
    let consumer = PieceConsumer(events, queue: DispatchQueue(label: "slow"))
    consumer.start(request, by: transport)
    await events.end()
    await consumer.drained()
    // Not compared in the expectation, which would look for a difference byte by byte.
    let isSame = Data(consumer.received) == file.content
    #expect(isSame)
  }

  // MARK: Parts

  @Test func partsAreSentAsOneBodyWithItsLength() async throws {
    let target = "/parts/\(UUID().uuidString)"
    let file = try TemporaryFile(Data((0..<300_000).map { UInt8(truncatingIfNeeded: $0) }))
    let empty = try TemporaryFile(Data())
    let parts: [RequestBody.Part] = [
      .bytes(Array("begin".utf8)), .bytes([]), .file(path: empty.path, size: 0),
      .file(path: file.path, size: 300_000), .bytes(Array("middle".utf8)), .file(path: file.path, size: 100),
      .bytes(Array("end".utf8)),
    ]
    let body = RequestBody.parts(parts)
    #expect(body.size == 300_114)
    _ = try await transport.send(Request(method: "POST", url: server.url + target, body: body))
    let seen = try await server.request(target: target)
    #expect(seen.header("Content-Length") == "300114")
    #expect(seen.header("Transfer-Encoding") == nil)
    #expect(seen.header("Expect") == nil)
    let expected = Data("begin".utf8) + file.content + Data("middle".utf8) + file.content.prefix(100) + Data("end".utf8)
    let isSame = seen.body == expected
    #expect(isSame)
  }

  @Test func noPartsAreAnEmptyBody() async throws {
    let target = "/parts/\(UUID().uuidString)"
    _ = try await transport.send(Request(method: "POST", url: server.url + target, body: .parts([])))
    #expect(try await server.request(target: target).header("Content-Length") == "0")
  }

  @Test func aPartThatIsNotThereFailsTheTransfer() async throws {
    let body = RequestBody.parts([.bytes([1]), .file(path: "/nowhere/x", size: 3)])
    let error = await transport.failure(of: Request(method: "POST", url: server.url + "/parts", body: body))
    #expect(error == TransportError(.file, "'/nowhere/x' can't be opened: No such file or directory"))
  }
}

/// Takes pieces, and says so at once, on a queue, or when it is told to.
final class PieceConsumer: Sendable {
  private struct State {
    var received: [UInt8] = []
    var unconsumed = 0
    var consumes: Bool
    var transfer: (any Transfer)?
  }

  private let events: Events
  private let queue: DispatchQueue?
  private let state: Mutex<State>

  init(_ events: Events, consumes: Bool = true, queue: DispatchQueue? = nil) {
    self.events = events
    self.queue = queue
    state = Mutex(State(consumes: consumes))
  }

  var received: [UInt8] { state.withLock(\.received) }

  @discardableResult
  func start(_ request: Request, by transport: CurlTransport) -> any Transfer {
    let transfer = transport.start(request) { event in
      if let queue = self.queue { queue.async { self.take(event) } } else { self.take(event) }
      self.events.append(event)
    }
    state.withLock { $0.transfer = transfer }
    consume()
    return transfer
  }

  private func take(_ event: TransferEvent) {
    guard case .piece(let bytes) = event else { return }
    state.withLock { state in
      state.received += bytes
      state.unconsumed += bytes.count
    }
    consume()
  }

  func consumeAll() {
    state.withLock { $0.consumes = true }
    consume()
  }

  private func consume() {
    let (transfer, count) = state.withLock { state -> ((any Transfer)?, Int) in
      guard state.consumes, state.transfer != nil else { return (nil, 0) }
      defer { state.unconsumed = 0 }
      return (state.transfer, state.unconsumed)
    }
    if count > 0 { transfer?.consumed(count) }
  }

  /// Once the queue has done all that it was given.
  func drained() async {
    await withCheckedContinuation { continuation in
      queue?.async { continuation.resume() } ?? continuation.resume()
    }
  }
}

extension Events {
  fileprivate var pieces: Int { all.count { if case .piece = $0 { true } else { false } } }

  /// How often the transfer ended.
  var ends: Int {
    all.count {
      switch $0 {
      case .finished, .failed: true
      case .progress, .head, .piece: false
      }
    }
  }
}
