import HTTP
import Synchronization

/// The work of the transport's thread: takes orders in, moves transfers on, gives results out.
///
/// Not `Sendable`, made and used on one thread. Every transfer sits in a seat, an `Exchange` that is used again; there are
/// as many as there were transfers at once.
final class TransferLoop {
  private let multi: MultiHandle
  private let inbox: Inbox
  private let userAgent: String
  private let clock = LoopClock()
  private let takers = ConnectionTakers()
  private var seats: [Exchange] = []
  private var freeSeats: [Int] = []
  /// What has ended in this turn and is to be told.
  private var ended: [(order: Order, event: TransferEvent)] = []
  private var keptConnections = 0
  /// No deadline of any transfer is earlier; `nil` without transfers.
  private var nextCheck: SuspendingClock.Instant?

  /// Runs until the inbox is closed.
  static func run(inbox: Inbox, userAgent: String) {
    guard let multi = MultiHandle() else { preconditionFailure("libcurl could not set itself up") }
    inbox.setWaker(multi.waker)
    TransferLoop(multi: multi, inbox: inbox, userAgent: userAgent).run()
    // The loop, and libcurl's handles with it, are gone here.
  }

  private init(multi: consuming MultiHandle, inbox: Inbox, userAgent: String) {
    self.multi = multi
    self.inbox = inbox
    self.userAgent = userAgent
  }

  private func run() {
    var commands: [Inbox.Command] = []
    while inbox.take(into: &commands) {
      clock.tick()
      for command in commands { perform(command) }
      commands.removeAll(keepingCapacity: true)
      takers.removeAll()
      multi.perform()
      finishEnded()
      checkDeadlines()
      if inbox.prepareToWait() {
        multi.wait(milliseconds: waitingTime)
      }
    }
    inbox.setWaker(nil)
    for exchange in seats where exchange.isBusy {
      multi.remove(exchange.easy)
      exchange.abandon()
    }
  }

  // MARK: Commands

  private func perform(_ command: Inbox.Command) {
    switch command {
    case .start(let order): start(order)
    case .cancel(let transfer): if let exchange = exchange(of: transfer) { free(exchange) }
    case .resume(let transfer): exchange(of: transfer)?.resume()
    }
  }

  private func start(_ order: Order) {
    if order.transfer.isCancelled { return }
    guard let exchange = takeSeat() else {
      return deliver(.failed(TransportError(.other, "out of memory")), for: order)
    }
    do throws(TransportError) {
      try exchange.begin(order, userAgent: userAgent)
    } catch {
      exchange.abandon()
      freeSeats.append(exchange.seat)
      return deliver(.failed(error), for: order)
    }
    order.transfer.seat.store(exchange.seat, ordering: .relaxed)
    precondition(multi.add(exchange.easy), "libcurl refused a fresh handle")
    noteDeadline(of: exchange)
  }

  /// `nil` where it was cancelled before it began, or has ended in the meantime and its seat may be taken by another.
  private func exchange(of transfer: CurlTransfer) -> Exchange? {
    let seat = transfer.seat.load(ordering: .relaxed)
    return seat >= 0 && seats[seat].isBusy(with: transfer) ? seats[seat] : nil
  }

  // MARK: Ends

  private func finishEnded() {
    while let (exchange, code) = multi.nextEnded() {
      guard let order = exchange.order else { preconditionFailure("a transfer ended that never began") }
      ended.append((order, exchange.outcome(code)))
      free(exchange)
    }
    // In one go: who is woken by the first finds the others there.
    for (order, event) in ended { deliver(event, for: order) }
    ended.removeAll(keepingCapacity: true)
  }

  private func deliver(_ event: TransferEvent, for order: Order) {
    if order.transfer.end() { order.receive(event) }
  }

  // MARK: Deadlines

  private func checkDeadlines() {
    guard let check = nextCheck, clock.now >= check else { return }
    nextCheck = nil
    for exchange in seats where exchange.isBusy {
      if let error = exchange.dueFailure() {
        let order = exchange.order
        free(exchange)
        if let order { deliver(.failed(error), for: order) }
      } else {
        noteDeadline(of: exchange)
      }
    }
  }

  private func noteDeadline(of exchange: Exchange) {
    guard let deadline = exchange.nextCheck else { return }
    nextCheck = nextCheck.map { min($0, deadline) } ?? deadline
  }

  private var waitingTime: Int32 {
    guard let nextCheck else { return .max }
    let left = SuspendingClock.now.duration(to: nextCheck)
    // Rounded up: a millisecond too early would be a turn for nothing.
    return left <= .zero ? 0 : Int32(clamping: left.wholeMilliseconds + 1)
  }

  // MARK: Seats

  private func takeSeat() -> Exchange? {
    if let seat = freeSeats.popLast() { return seats[seat] }
    guard let exchange = Exchange(seat: seats.count, clock: clock, takers: takers) else { return nil }
    seats.append(exchange)
    // A connection for each transfer at once, and some that wait for the next one to their host.
    if seats.count + 32 > keptConnections {
      keptConnections = max(64, seats.count * 2)
      multi.keepConnections(keptConnections)
    }
    return exchange
  }

  private func free(_ exchange: Exchange) {
    multi.remove(exchange.easy)
    exchange.abandon()
    freeSeats.append(exchange.seat)
  }
}

/// The time as of the loop's present turn, so that a callback need not ask the system.
///
/// It stands still while the machine sleeps: a transfer does not time out by a closed lid.
final class LoopClock {
  private(set) var now = SuspendingClock.now

  func tick() {
    now = SuspendingClock.now
  }
}

extension Duration {
  /// Rounded down.
  var wholeMilliseconds: Int {
    let (seconds, attoseconds) = components
    let (milliseconds, overflow) = Int(seconds).multipliedReportingOverflow(by: 1000)
    return overflow ? (seconds < 0 ? .min : .max - 1) : milliseconds + Int(attoseconds / 1_000_000_000_000_000)
  }
}
