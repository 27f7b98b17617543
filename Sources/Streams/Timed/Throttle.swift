extension Publisher {
  /// Sends at most one value in each `interval`: the first at once, then the newest of the interval at its end, or with
  /// `latest: false` the oldest.
  ///
  /// At most one value is held. The end sends it first; failure and cancel drop it. Upstream is asked for everything.
  package func throttle(for interval: Duration, latest: Bool = true) -> AnyPublisher<Output> {
    ThrottleSource(upstream: source, interval: interval, latest: latest).typed()
  }
}

private struct ThrottleSource: Source {
  let upstream: AnySource
  let interval: Duration
  let latest: Bool

  var outputQueue: SerialQueue? { upstream.outputQueue }

  func attach(_ edge: Link, in context: SerialQueue) {
    let home = outputQueue ?? context
    let throttle = ThrottleSubscription(interval: interval, latest: latest, downstream: edge, queue: home)
    edge.bind(throttle, on: home, from: context)
    throttle.upstream = upstream.connect(to: throttle, on: home, in: context, from: context)
  }
}

private final class ThrottleSubscription: Inlet, Subscription {
  var upstream: Link?
  private let interval: Duration
  private let latest: Bool
  private let downstream: Link
  private let queue: SerialQueue
  private var demand = Demand.none
  private var hasStarted = false
  private var held: Payload?
  private var end: Completion?
  /// Runs while the interval after a value lasts.
  private var timer: StreamTimer?

  init(interval: Duration, latest: Bool, downstream: Link, queue: SerialQueue) {
    self.interval = interval
    self.latest = latest
    self.downstream = downstream
    self.queue = queue
  }

  func request(_ demand: Demand) {
    self.demand += demand
    if !hasStarted {
      hasStarted = true
      upstream?.request(.unlimited)
    }
    emit()
  }

  func cancel() {
    let (upstream, timer) = (upstream.take(), timer.take())
    upstream?.cancel()
    timer?.cancel()
    held = nil
  }

  func receive(_ value: consuming Payload, at port: Int) {
    if held == nil || latest { held = value }
    emit()
  }

  func receive(completion: Completion, at port: Int) {
    upstream = nil
    let timer = timer.take()
    timer?.cancel()
    if completion.failure != nil { held = nil }
    end = completion
    emit()
  }

  private func emit() {
    if timer == nil, let value = held, demand.spend() {
      held = nil
      downstream.send(value)
      if end == nil {
        timer = queue.timer(after: interval) { [self] in
          timer = nil
          emit()
        }
      }
    }
    if held == nil, let end = end.take() { downstream.send(completion: end) }
  }
}
