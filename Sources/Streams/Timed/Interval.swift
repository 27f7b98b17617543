/// Counts 0, 1, 2, … with `period` between, the first after one period. It never ends.
///
/// A tick without credit waits for it and counts once, however long that takes; the ticks keep their rhythm.
package func interval(_ period: Duration) -> AnyPublisher<Int> {
  precondition(period > .zero, "time has to pass between two ticks")
  return IntervalSource(period: period).typed()
}

private struct IntervalSource: Source {
  let period: Duration

  func attach(_ edge: Link, in context: SerialQueue) {
    edge.bind(IntervalUse(period: period, downstream: edge, queue: context), on: context, from: context)
  }
}

private final class IntervalUse: Subscription {
  private let period: Duration
  private let downstream: Link
  private let queue: SerialQueue
  private var demand = Demand.none
  private var next = 0
  private var due: Duration?
  private var timer: StreamTimer?
  private var isDue = false

  init(period: Duration, downstream: Link, queue: SerialQueue) {
    self.period = period
    self.downstream = downstream
    self.queue = queue
  }

  func request(_ demand: Demand) {
    self.demand += demand
    if due == nil {
      due = queue.scheduler.now + period
      arm()
    }
    emit()
  }

  func cancel() {
    let timer = timer.take()
    timer?.cancel()
  }

  private func emit() {
    guard isDue, demand.spend() else { return }
    isDue = false
    downstream.send(Payload(next))
    next += 1
    arm()
  }

  /// For the next tick of the rhythm that is still to come.
  private func arm() {
    guard var due else { return }
    let now = queue.scheduler.now
    if due <= now, next > 0 || isDue {
      let missed = (now - due) / period
      due += period * (missed.rounded(.down) + 1)
    }
    self.due = due
    timer = queue.timer(after: due - now, kind: .source) { [self] in
      timer = nil
      isDue = true
      emit()
    }
  }
}
