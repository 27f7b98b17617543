import Synchronization

/// The place of a consumer that subscribes later, once. Let go of before that, it is given up.
///
/// `@unchecked Sendable`: the consumer is touched on the shared stream's queue alone; from here its uses are posted there.
final class KeptPlace: @unchecked Sendable {
  private let consumer: MulticastConsumer
  private let queue: SerialQueue
  private let isTaken = Atomic<Bool>(false)

  init(_ consumer: MulticastConsumer, on queue: SerialQueue) {
    self.consumer = consumer
    self.queue = queue
  }

  deinit {
    if isTaken.load(ordering: .acquiring) { return }
    let consumer = consumer
    queue.post(Action { consumer.cancel() }, .work)
  }

  /// - Returns: False where the place was taken before.
  func take(_ edge: Link) -> Bool {
    if isTaken.exchange(true, ordering: .acquiringAndReleasing) { return false }
    let consumer = consumer
    // Posted even from the same queue, behind the consumer's admission.
    queue.post(Action { consumer.start(edge) }, .work)
    return true
  }
}
