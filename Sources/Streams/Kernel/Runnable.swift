/// Something a serial queue runs, one turn at a time.
protocol Runnable: AnyObject {
  func run(_ turn: Turn)

  /// Takes so many turns, one after the other.
  func run(_ turn: Turn, times: Int)
}

extension Runnable {
  func run(_ turn: Turn, times: Int) {
    for _ in 0..<times { run(turn) }
  }
}

/// What a `Runnable` is asked to do with its turn.
enum Turn: UInt8 {
  /// Deliver one signal downstream.
  case deliver
  /// Pass credit or a cancel upstream.
  case ascend
  /// Have the producer tied to its edge, now that it is whole. On the queue it was made on.
  case announce
  /// Tie the producer to its edge, on the producer's queue.
  case bind
  /// Tell the consumer's side that its producer is there.
  case bound
  /// Do whatever else it has to do.
  case work
}

/// One or several turns of one `Runnable`, in a queue's line.
///
/// `@unchecked`: an entry is handed to the queue that the runnable is confined to, and only that queue runs it. The
/// mailbox's lock orders what was written before against what runs after.
struct Entry: @unchecked Sendable {
  let runnable: any Runnable
  /// The runnable's, to be compared without touching it.
  let id: ObjectIdentifier
  let turn: Turn
  var count: Int32

  init(runnable: any Runnable, turn: Turn, count: Int32) {
    self.runnable = runnable
    id = ObjectIdentifier(runnable)
    self.turn = turn
    self.count = count
  }
}

/// A closure as a `Runnable`.
final class Action: Runnable {
  private var body: (() -> Void)?

  init(_ body: @escaping () -> Void) { self.body = body }

  func run(_ turn: Turn) {
    let body = body.take()
    body?()
  }
}
