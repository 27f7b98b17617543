import HTTP
import Streams
import Synchronization

/// A body that is still arriving, in the hands of who reads it. Let go of, it ends the transfer.
final class StreamedBody: Sendable {
  private let exchange: FetchExchange
  private let queue: PieceQueue

  init(of exchange: FetchExchange, _ queue: PieceQueue) {
    self.exchange = exchange
    self.queue = queue
  }

  deinit { exchange.cancel() }

  enum Item: Sendable {
    case piece([UInt8])
    /// The body is whole.
    case end
  }

  /// Its pieces and then its end. To be subscribed to once.
  var items: AnyPublisher<Item> {
    // Fewer than the transport lets wait, so that a stream that is held back is known not to be at work.
    PushSource<Item>(capacity: 4) { feed in
      self.queue.connect(feed)
      return { self.exchange.cancel() }
    }.eraseToAnyPublisher()
  }

  /// So many bytes of the pieces are dealt with.
  func consumed(_ count: Int) { exchange.consumed(count) }
}

/// Pieces on their way from the transport to a stream; they wait here until that is subscribed to.
final class PieceQueue: BodyReceiver {
  private struct State {
    var waiting: [StreamedBody.Item] = []
    var end: Result<Void, StepError>?
    var feed: Feed<StreamedBody.Item>?
    var isOver = false
  }

  private let state = Mutex(State())

  func begin(_ head: Response, of exchange: FetchExchange) {
    exchange.keepPromise(with: head, StreamedBody(of: exchange, self))
  }

  func take(_ piece: [UInt8], of exchange: FetchExchange) { send(.piece(piece)) }

  func finish(_ response: Response, of exchange: FetchExchange) {
    exchange.end(with: response)
    send(.end)
    end(.success(()))
  }

  func fail(_ error: StepError, of exchange: FetchExchange) {
    exchange.end(with: error)
    end(.failure(error))
  }

  func discard() {
    // What it held is let go of behind the lock.
    _ = state.withLock { state in
      let old = state
      state = State(isOver: true)
      return old
    }
  }

  /// What has come and what will come goes there, in order.
  func connect(_ feed: Feed<StreamedBody.Item>) {
    state.withLock { state in
      if state.isOver { return }
      for item in state.waiting { feed.send(item) }
      state.waiting = []
      if let end = state.end { Self.finish(feed, end) } else { state.feed = feed }
    }
  }

  // A feed takes without calling anybody, so the lock may be held.

  private func send(_ item: StreamedBody.Item) {
    state.withLock { state in
      if state.isOver { return }
      if let feed = state.feed { feed.send(item) } else { state.waiting.append(item) }
    }
  }

  private func end(_ end: Result<Void, StepError>) {
    let feed = state.withLock { state -> Feed<StreamedBody.Item>? in
      if state.isOver { return nil }
      state.end = end
      return state.feed.take()
    }
    if let feed { Self.finish(feed, end) }
  }

  private static func finish(_ feed: Feed<StreamedBody.Item>, _ end: Result<Void, StepError>) {
    switch end {
    case .success: feed.finish()
    case .failure(let error): feed.fail(error)
    }
  }
}
