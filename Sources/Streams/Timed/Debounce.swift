extension Publisher {
  /// Sends a value on once `interval` has passed without a newer one.
  ///
  /// At most one value is held, longer where there is no credit. The end sends the held value first; failure and
  /// cancel drop it. Upstream is asked for everything.
  package func debounce(for interval: Duration) -> AnyPublisher<Output> {
    DebounceSource(upstream: source, interval: interval).typed()
  }
}

private struct DebounceSource: Source {
  let upstream: AnySource
  let interval: Duration

  var outputQueue: SerialQueue? { upstream.outputQueue }

  func attach(_ edge: Link, in context: SerialQueue) {
    let home = outputQueue ?? context
    let debounce = DebounceSubscription(interval: interval, downstream: edge, queue: home)
    edge.bind(debounce, on: home, from: context)
    debounce.upstream = upstream.connect(to: debounce, on: home, in: context, from: context)
  }
}

private final class DebounceSubscription: Inlet, Subscription {
  var upstream: Link?
  private let interval: Duration
  private let downstream: Link
  private let queue: SerialQueue
  private var machine = DebounceStateMachine()
  private var timer: StreamTimer?

  init(interval: Duration, downstream: Link, queue: SerialQueue) {
    self.interval = interval
    self.downstream = downstream
    self.queue = queue
  }

  func request(_ demand: Demand) {
    let isFirst = machine.isUnasked
    perform(machine.asked(for: demand))
    if isFirst { upstream?.request(.unlimited) }
  }

  func cancel() {
    let (upstream, timer) = (upstream.take(), timer.take())
    upstream?.cancel()
    timer?.cancel()
    machine = DebounceStateMachine()
  }

  func receive(_ value: consuming Payload, at port: Int) {
    perform(machine.received(value, due: queue.scheduler.now + interval))
  }

  func receive(completion: Completion, at port: Int) {
    upstream = nil
    let timer = timer.take()
    timer?.cancel()
    perform(machine.ended(completion))
  }

  private func perform(_ action: DebounceStateMachine.Action) {
    if let due = action.armFor {
      // One timer at a time: when it strikes too early, the machine says so.
      if timer == nil { arm(for: due) }
    }
    if let value = action.value { downstream.send(value) }
    if let end = action.end { downstream.send(completion: end) }
  }

  private func arm(for due: Duration) {
    timer = queue.timer(after: due - queue.scheduler.now) { [self] in
      timer = nil
      perform(machine.struck(at: queue.scheduler.now))
    }
  }
}
