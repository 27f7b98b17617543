/// Ends a running stream. Letting go of it cancels as well.
public final class Cancellable: Sendable {
  private let action: @Sendable () -> Void

  /// - Parameter action: What cancelling does. It may be called more than once, from any thread.
  public init(_ action: @escaping @Sendable () -> Void) { self.action = action }

  deinit { action() }

  /// Callable from any thread, any number of times. Takes effect on the stream's queue a little later.
  public func cancel() { action() }
}

extension Publisher {
  /// Consumes all values. Closures run on `queue`, or where `receive(on:)` moved the end of the stream.
  ///
  /// - Parameters:
  ///   - demand: Asked for at the start. With a finite one, `Sink` is of no further use: ask for more with a `Subscriber`.
  ///   - receiveCompletion: Exactly once, unless the stream is cancelled.
  @inlinable public func sink(
    on queue: SerialQueue, demand: Demand = .unlimited,
    receiveCompletion: @escaping @Sendable (Completion) -> Void,
    receiveValue: @escaping @Sendable (Output) -> Void
  ) -> Cancellable {
    Streams.sink(source, on: queue, demand: demand, receiveCompletion) { receiveValue($0.unwrap()) }
  }
}

/// `sink` without its type.
@usableFromInline func sink(
  _ source: AnySource, on queue: SerialQueue, demand: Demand,
  _ receiveCompletion: @escaping @Sendable (Completion) -> Void,
  _ receiveValue: @escaping @Sendable (consuming Payload) -> Void
) -> Cancellable {
  let sink = Sink(receiveCompletion: receiveCompletion, receiveValue: receiveValue)
  let home = source.outputQueue ?? queue
  home.async { sink.start(source, on: home, in: queue, demand: demand) }
  return Cancellable { home.async { sink.cancel() } }
}

/// `@unchecked Sendable`: touched on the queue it was started on alone; both ways there are posts to that queue.
private final class Sink: Inlet, @unchecked Sendable {
  @exclusivity(unchecked) private var receiveCompletion: (@Sendable (Completion) -> Void)?
  @exclusivity(unchecked) private var receiveValue: (@Sendable (consuming Payload) -> Void)?
  @exclusivity(unchecked) private var upstream: Link?

  init(
    receiveCompletion: @escaping @Sendable (Completion) -> Void,
    receiveValue: @escaping @Sendable (consuming Payload) -> Void
  ) {
    self.receiveCompletion = receiveCompletion
    self.receiveValue = receiveValue
  }

  func start(_ source: AnySource, on home: SerialQueue, in context: SerialQueue, demand: Demand) {
    let edge = source.connect(to: self, on: home, in: context, from: home)
    upstream = edge
    if !demand.isNone { edge.request(demand) }
  }

  func cancel() {
    receiveCompletion = nil
    receiveValue = nil
    let upstream = upstream.take()
    upstream?.cancel()
  }

  func receive(_ value: consuming Payload, at port: Int) { receiveValue?(value) }

  func receive(_ arrivals: inout Arrivals, at port: Int) {
    guard let receiveValue else { return }
    while let value = arrivals.next() { receiveValue(value) }
  }

  func receive(completion: Completion, at port: Int) {
    let receiveCompletion = receiveCompletion.take()
    receiveValue = nil
    upstream = nil
    receiveCompletion?(completion)
  }
}
