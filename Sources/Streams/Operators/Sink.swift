/// Ends a running stream. Letting go of it cancels as well.
package final class Cancellable: Sendable {
  private let action: @Sendable () -> Void

  /// - Parameter action: What cancelling does. It may be called more than once, from any thread.
  package init(_ action: @escaping @Sendable () -> Void) { self.action = action }

  deinit { action() }

  /// Callable from any thread, any number of times. Takes effect on the stream's queue a little later.
  package func cancel() { action() }
}

extension Publisher {
  /// Consumes all values. Closures run on `queue`, or where `receive(on:)` moved the end of the stream.
  ///
  /// - Parameters:
  ///   - demand: Asked for at the start. With a finite one, `Sink` is of no further use: ask for more with a `Subscriber`.
  ///   - receiveCompletion: Exactly once, unless the stream is cancelled.
  package func sink(
    on queue: SerialQueue, demand: Demand = .unlimited,
    receiveCompletion: @escaping @Sendable (Completion) -> Void,
    receiveValue: @escaping @Sendable (Output) -> Void
  ) -> Cancellable {
    let sink = Sink(receiveCompletion: receiveCompletion, receiveValue: { receiveValue($0.unwrap()) })
    let source = source
    let home = source.outputQueue ?? queue
    home.async { sink.start(source, on: home, in: queue, demand: demand) }
    return Cancellable { home.async { sink.cancel() } }
  }
}

/// `@unchecked Sendable`: touched on the queue it was started on alone; both ways there are posts to that queue.
private final class Sink: Inlet, @unchecked Sendable {
  private var receiveCompletion: (@Sendable (Completion) -> Void)?
  private var receiveValue: (@Sendable (Payload) -> Void)?
  private var upstream: Link?

  init(
    receiveCompletion: @escaping @Sendable (Completion) -> Void, receiveValue: @escaping @Sendable (Payload) -> Void
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

  func receive(completion: Completion, at port: Int) {
    let receiveCompletion = receiveCompletion.take()
    receiveValue = nil
    upstream = nil
    receiveCompletion?(completion)
  }
}
