/// The part of an edge whose producer lives on another queue than its consumer.
///
/// Values cross in batches and the edge is bounded: at most `window` values are on their way, and the producer gets credit
/// for more when half of them have been delivered. It is never asked for more than the consumer asked for, so that nothing
/// is fetched early.
///
/// `@unchecked Sendable`: `inFlight` is touched on the consumer's queue alone, `batch` on the producer's; credit and cancel
/// go up in `ascent`. The two-queue tests run under ThreadSanitizer.
final class Crossing: @unchecked Sendable {
  /// Values on their way between two queues.
  static let window = 64

  let producerQueue: SerialQueue
  /// Credit passed up whose values are not delivered yet.
  @exclusivity(unchecked) private var inFlight = 0
  /// What is sent when this drain of the producer's queue ends, or half a window is full.
  @exclusivity(unchecked) private var batch: Batch?
  private let ascent = Guarded(Ascent())

  private struct Ascent {
    var credit = Demand.none
    var isCancelled = false
    var isPosted = false
  }

  init(from producerQueue: SerialQueue) { self.producerQueue = producerQueue }

  // MARK: The consumer's side

  /// Passes up what there is room for of the edge's credit.
  func grant(on edge: Link) {
    guard inFlight <= Self.window / 2, !edge.credit.isNone else { return }
    let count = edge.credit.count(upTo: Self.window - inFlight)
    inFlight += count
    edge.credit -= .max(count)
    post(edge) { $0.credit += .max(count) }
  }

  func cancel(on edge: Link) { post(edge) { $0.isCancelled = true } }

  private func post(_ edge: Link, _ change: (inout Ascent) -> Void) {
    let isPosted = ascent.withLock { ascent in
      change(&ascent)
      defer { ascent.isPosted = true }
      return ascent.isPosted
    }
    if !isPosted { producerQueue.post(edge, .ascend) }
  }

  /// Gives the consumer at most so many of a batch's values; tells how many turns are left.
  fileprivate func deliver(_ batch: Batch, atMost count: Int) -> Int {
    let edge = batch.edge
    if edge.isClosed { return 0 }
    edge.noteHeld(inFlight)
    edge.admit(&batch.values)
    let left = edge.deliver(atMost: count)
    inFlight -= count - left
    if !edge.isClosed { grant(on: edge) }
    return left
  }

  // MARK: The producer's side

  func send(_ value: consuming Payload, on edge: Link) {
    producerQueue.assertCurrent()
    let batch = batch ?? openBatch(for: edge)
    batch.values.append(value)
    if batch.values.count >= Self.window / 2 { flush() }
  }

  func send(completion: Completion, on edge: Link) {
    producerQueue.assertCurrent()
    (batch ?? openBatch(for: edge)).terminal = completion
    flush()
  }

  func dropBatch() { batch = nil }

  /// What came up since.
  func ascend(on edge: Link) {
    let taken = ascent.withLock { ascent in
      defer { ascent = Ascent() }
      return ascent
    }
    if taken.isCancelled {
      edge.stopProducer()
    } else if !taken.credit.isNone {
      edge.passUp(taken.credit)
    }
  }

  private func openBatch(for edge: Link) -> Batch {
    let opened = Batch(edge: edge, crossing: self)
    batch = opened
    producerQueue.flushLater(self)
    return opened
  }
}

extension Crossing: Flushable {
  func flush() {
    guard let batch = batch.take() else { return }
    batch.edge.consumerQueue.post(batch, .deliver, count: batch.count)
  }
}

/// What crosses at once.
private final class Batch: Runnable {
  let edge: Link
  private let crossing: Crossing
  @exclusivity(unchecked) var values = Inbox()
  var terminal: Completion?

  init(edge: Link, crossing: Crossing) {
    self.edge = edge
    self.crossing = crossing
  }

  var count: Int { values.count + (terminal == nil ? 0 : 1) }

  func run(_ turn: Turn) { run(turn, times: 1) }

  func run(_ turn: Turn, times: Int) {
    let left = crossing.deliver(self, atMost: times)
    if left > 0, let terminal = terminal.take() { edge.deliver(completion: terminal) }
  }
}
