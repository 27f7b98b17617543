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

  /// Marks the transfer as over. False if it was cancelled: then nothing may be delivered.
  func end() -> Bool {
    leave(for: .ended)
  }

  private func leave(for new: Phase) -> Bool {
    phase.compareExchange(expected: .live, desired: new, ordering: .acquiringAndReleasing).exchanged
  }
}
