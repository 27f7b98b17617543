import HTTP
import Synchronization

/// A request on its way to the loop.
struct Order: Sendable {
  let request: Request
  let receive: @Sendable (TransferEvent) -> Void
  let transfer: CurlTransfer
}

/// What other threads ask of a loop, in the order in which they asked.
///
/// The loop is woken only while it waits, so a burst of requests costs one wake-up.
final class Inbox: Sendable {
  enum Command: Sendable {
    case start(Order)
    case cancel(CurlTransfer)
    case resume(CurlTransfer)
  }

  private struct State {
    var commands: [Command] = []
    var waker: MultiWaker?
    var isWaiting = false
    var isClosed = false
    /// How many want the loop to sleep on, for they have more to post.
    var holds = 0
  }

  private let state = Mutex(State())

  /// False if the inbox is closed and the command was dropped.
  @discardableResult
  func post(_ command: Command) -> Bool {
    state.withLock { state in
      if state.isClosed { return false }
      state.commands.append(command)
      Self.wake(&state)
      return true
    }
  }

  /// Does not wake the loop for what `body` posts, but once at its end.
  func together(_ body: () -> Void) {
    state.withLock { $0.holds += 1 }
    body()
    state.withLock { state in
      state.holds -= 1
      if !state.commands.isEmpty { Self.wake(&state) }
    }
  }

  /// Asks the loop to end. What has been posted and not yet been taken is dropped.
  func close() {
    let dropped = state.withLock { state in
      state.isClosed = true
      Self.wake(&state)
      return state.commands.take()
    }
    // Outside of the lock: what the commands hold may be released here, and be anything.
    _ = dropped
  }

  /// The loop's side: moves all commands into `commands`, which must be empty. False if the loop is to end.
  func take(into commands: inout [Command]) -> Bool {
    state.withLock { state in
      state.isWaiting = false
      swap(&state.commands, &commands)
      return !state.isClosed
    }
  }

  /// The loop's side: announces that it goes to wait. False if there is something to do first.
  func prepareToWait() -> Bool {
    state.withLock { state in
      state.isWaiting = state.commands.isEmpty && !state.isClosed
      return state.isWaiting
    }
  }

  /// The loop's side: how to wake it, or `nil` before that can't be used any more.
  func setWaker(_ waker: MultiWaker?) {
    state.withLock { $0.waker = waker }
  }

  private static func wake(_ state: inout State) {
    guard state.isWaiting, state.holds == 0 || state.isClosed else { return }
    state.isWaiting = false
    // Under the lock, because the loop takes its waker back under the same lock before it frees what it stands for.
    state.waker?.wake()
  }
}

extension Array {
  fileprivate mutating func take() -> [Element] {
    let taken = self
    self = []
    return taken
  }
}
