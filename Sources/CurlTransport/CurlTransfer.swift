import HTTP
import Synchronization

/// What the starter of a transfer holds: the right to end it.
///
/// `cancel` and the end of the transfer race for one atomic state, so that the last event is delivered exactly once or,
/// where `cancel` came first, not at all.
final class CurlTransfer: Transfer {
  private enum Phase: UInt8, AtomicRepresentable {
    case live
    case cancelled
    case ended
  }

  private let phase = Atomic(Phase.live)
  /// Where the transfer sits in its loop; written and read by the loop alone, `-1` before it began.
  let seat = Atomic(-1)
  private let inbox: Inbox?

  init(inbox: Inbox?) {
    self.inbox = inbox
  }

  var isCancelled: Bool { phase.load(ordering: .acquiring) == .cancelled }

  func cancel() {
    if leave(for: .cancelled) { inbox?.post(.cancel(self)) }
  }

  // MARK: Pieces

  /// Bytes that may wait for their consumer before libcurl is told to stop; it goes on when half of them are gone.
  static let window = 256 << 10

  /// Bytes of pieces that were handed over and are not dealt with.
  private let outstanding = Atomic(0)
  /// Whether `consumed` is to wake the transfer.
  private let isHeld = Atomic(false)

  func consumed(_ count: Int) {
    let left = outstanding.subtract(count, ordering: .sequentiallyConsistent).newValue
    if left <= Self.window / 2, release() { inbox?.post(.resume(self)) }
  }

  /// The loop's side: a piece was handed over.
  func delivered(_ count: Int) { outstanding.add(count, ordering: .sequentiallyConsistent) }

  /// The loop's side: whether the next piece has to wait. Then `.resume` will be posted.
  func hold() -> Bool {
    guard outstanding.load(ordering: .sequentiallyConsistent) >= Self.window else { return false }
    isHeld.store(true, ordering: .sequentiallyConsistent)
    // The consumer may have caught up before it could see that it is waited for.
    return outstanding.load(ordering: .sequentiallyConsistent) > Self.window / 2 || !release()
  }

  /// Whether it was held until now: of all who ask, one is told so.
  private func release() -> Bool { isHeld.exchange(false, ordering: .sequentiallyConsistent) }

  /// Marks the transfer as over. False if it was cancelled: then nothing may be delivered.
  func end() -> Bool {
    leave(for: .ended)
  }

  private func leave(for new: Phase) -> Bool {
    phase.compareExchange(expected: .live, desired: new, ordering: .acquiringAndReleasing).exchanged
  }
}
