/// Counts 0, 1, 2, … with `period` between, the first after one period. It never ends.
///
/// The rhythm begins with the first credit and is kept. A tick without credit waits for it and counts once, however long
/// that takes; the next one is the next of the rhythm after that.
public func interval(_ period: Duration) -> AnyPublisher<Int> {
  precondition(period > .zero, "time has to pass between two ticks")
  return IntervalSource(period: period).typed()
}

private struct IntervalSource: Source {
  let period: Duration

  func attach(_ edge: Link, in context: SerialQueue) {
    edge.bind(IntervalSubscription(period: period, downstream: edge, queue: context), on: context, from: context)
  }
}
