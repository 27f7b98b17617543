extension Publisher {
  /// Shifts values and terminal, failure or not, by `interval`; their order stays. Credit passes through.
  package func delay(for interval: Duration) -> AnyPublisher<Output> {
    DelaySource(upstream: source, interval: interval).typed()
  }
}

private struct DelaySource: Source {
  let upstream: AnySource
  let interval: Duration

  var outputQueue: SerialQueue? { upstream.outputQueue }

  func attach(_ edge: Link, in context: SerialQueue) {
    let home = outputQueue ?? context
    let delay = DelaySubscription(interval: interval, downstream: edge, queue: home)
    edge.bind(delay, on: home, from: context)
    delay.upstream = upstream.connect(to: delay, on: home, in: context, from: context)
  }
}

/// One timer over a line of signals, never a timer a signal.
private final class DelaySubscription: Inlet, Subscription {
  private enum Signal {
    case value(Payload)
    case end(Completion)
  }

  var upstream: Link?
  private let interval: Duration
  private let downstream: Link
  private let queue: SerialQueue
  private var line = Ring<(due: Duration, signal: Signal)>()
  private var timer: StreamTimer?

  init(interval: Duration, downstream: Link, queue: SerialQueue) {
    self.interval = interval
    self.downstream = downstream
    self.queue = queue
  }

  func request(_ demand: Demand) { upstream?.request(demand) }

  func cancel() {
    let (upstream, timer) = (upstream.take(), timer.take())
    upstream?.cancel()
    timer?.cancel()
    line = Ring()
  }

  func receive(_ value: consuming Payload, at port: Int) { hold(.value(value)) }

  func receive(completion: Completion, at port: Int) {
    upstream = nil
    hold(.end(completion))
  }

  private func hold(_ signal: Signal) {
    line.append((queue.scheduler.now + interval, signal))
    if timer == nil { arm() }
  }

  private func arm() {
    timer = queue.timer(after: line.first.due - queue.scheduler.now) { [self] in release() }
  }

  private func release() {
    timer = nil
    let now = queue.scheduler.now
    while !line.isEmpty, line.first.due <= now, let (_, signal) = line.popFirst() {
      switch signal {
      case .value(let value): downstream.send(value)
      case .end(let completion): downstream.send(completion: completion)
      }
    }
    if !line.isEmpty { arm() }
  }
}
