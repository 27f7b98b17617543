// What the operators that need the whole stream before they emit have in common. All ask for everything once they have
// credit.

extension Publisher {
  /// Builds one result of all values: `state` starts anew for each subscription, `next` changes it with each value, and
  /// `atEnd` makes the one output, or none, of it. What either throws fails the stream.
  @inlinable public func accumulate<State: Sendable, Result: Sendable>(
    into initial: State, _ next: @escaping @Sendable (inout State, Output) throws -> Void,
    atEnd: @escaping @Sendable (State) throws -> Result?
  ) -> AnyPublisher<Result> {
    AnyPublisher(
      Streams.accumulate(source) {
        // Captured, and so changed in place: an array kept as a `Payload` would be copied with every value.
        var state = initial
        return Accumulation(
          receive: { try next(&state, $0.unwrap()) },
          end: { try atEnd(state).map { Payload($0) } })
      })
  }
}

/// `accumulate` without its types. The typed function is inlined, so that values are unwrapped by code that knows them.
@usableFromInline func accumulate(
  _ upstream: AnySource, _ make: @escaping @Sendable () -> Accumulation
) -> AnySource {
  AnySource(AccumulateSource(upstream: upstream, make: make))
}

/// One running accumulation.
@usableFromInline struct Accumulation {
  let receive: (Payload) throws -> Void
  let end: () throws -> Payload?

  @usableFromInline init(
    receive: @escaping (Payload) throws -> Void, end: @escaping () throws -> Payload?
  ) {
    self.receive = receive
    self.end = end
  }
}

private struct AccumulateSource: Source {
  let upstream: AnySource
  let make: @Sendable () -> Accumulation

  var outputQueue: SerialQueue? { upstream.outputQueue }

  func attach(_ edge: Link, in context: SerialQueue) {
    let home = outputQueue ?? context
    let accumulate = Accumulate(make(), downstream: edge)
    edge.bind(accumulate, on: home, from: context)
    accumulate.upstream = upstream.connect(to: accumulate, on: home, in: context, from: context)
  }
}

private final class Accumulate: Inlet, Subscription {
  @exclusivity(unchecked) var upstream: Link?
  /// Nil once the stream is over.
  @exclusivity(unchecked) private var accumulation: Accumulation?
  private let downstream: Link
  @exclusivity(unchecked) private var hasCredit = false
  /// Waits for credit.
  @exclusivity(unchecked) private var result: Payload?

  init(_ accumulation: Accumulation, downstream: Link) {
    self.accumulation = accumulation
    self.downstream = downstream
  }

  func edgeName(at port: Int) -> String { "accumulate" }

  func request(_ demand: Demand) {
    if hasCredit { return }
    hasCredit = true
    upstream?.request(.unlimited)
    if let result = result.take() { send(result) }
  }

  func cancel() {
    let upstream = upstream.take()
    upstream?.cancel()
    accumulation = nil
    result = nil
  }

  func receive(_ value: consuming Payload, at port: Int) {
    do { try accumulation?.receive(value) } catch { fail(error) }
  }

  func receive(completion: Completion, at port: Int) {
    upstream = nil
    if let error = completion.failure { return fail(error) }
    let last = accumulation.take()
    do {
      guard let result = try last?.end() else { return downstream.send(completion: .finished) }
      if hasCredit { send(result) } else { self.result = result }
    } catch {
      fail(error)
    }
  }

  private func send(_ result: Payload) {
    downstream.send(result)
    downstream.send(completion: .finished)
  }

  private func fail(_ error: any Error) {
    cancel()
    downstream.send(completion: .failure(error))
  }
}
