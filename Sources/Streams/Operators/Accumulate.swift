// The operators that need the whole stream before they emit. All of them ask for everything once they have credit.

extension Publisher {
  /// One value at the end: the seed, or what `next` made of it and every value. A failure drops it.
  package func reduce<Result: Sendable>(
    _ initial: Result, _ next: @escaping @Sendable (Result, Output) throws -> Result
  ) -> AnyPublisher<Result> {
    accumulate(into: initial, { $0 = try next($0, $1) }, atEnd: { $0 })
  }

  /// All values as one array at the end; an empty one where there are none.
  package func collect() -> AnyPublisher<[Output]> {
    accumulate(into: [], { $0.append($1) }, atEnd: { $0 })
  }

  /// How many values there were, at the end.
  package func count() -> AnyPublisher<Int> {
    accumulate(into: 0, { count, _ in count += 1 }, atEnd: { $0 })
  }

  /// The last value, at the end; nothing where there is none.
  package func last() -> AnyPublisher<Output> {
    accumulate(into: Output?.none, { $0 = $1 }, atEnd: { $0 })
  }

  /// The one value of this stream, at its end. Fails with `NotOneValue` where there is none, and as soon as there is a
  /// second.
  package func single() -> AnyPublisher<Output> {
    accumulate(
      into: Output?.none,
      { only, value in
        if only != nil { throw NotOneValue.several }
        only = value
      },
      atEnd: { only in
        guard let only else { throw NotOneValue.none }
        return only
      })
  }

  /// Builds one result of all values: `state` starts anew for each subscription, `next` changes it with each value, and
  /// `atEnd` makes the one output, or none, of it. What either throws fails the stream.
  package func accumulate<State: Sendable, Result: Sendable>(
    into initial: State, _ next: @escaping @Sendable (inout State, Output) throws -> Void,
    atEnd: @escaping @Sendable (State) throws -> Result?
  ) -> AnyPublisher<Result> {
    AccumulatePublisher(upstream: eraseToAnyPublisher(), initial: initial, next: next, atEnd: atEnd)
      .eraseToAnyPublisher()
  }
}

/// A stream that was to have one value had none, or several.
package enum NotOneValue: Error, Sendable {
  case none
  case several
}

private struct AccumulatePublisher<Input: Sendable, State: Sendable, Output: Sendable>: Publisher {
  let upstream: AnyPublisher<Input>
  let initial: State
  let next: @Sendable (inout State, Input) throws -> Void
  let atEnd: @Sendable (State) throws -> Output?

  var outputQueue: SerialQueue? { upstream.outputQueue }

  func attach(_ edge: Edge<Output>, in context: SerialQueue) {
    let home = outputQueue ?? context
    let accumulate = Accumulate(initial: initial, next: next, atEnd: atEnd, downstream: edge)
    edge.bind(accumulate, on: home, from: context)
    accumulate.upstream = upstream.connect(to: accumulate, on: home, in: context, from: context)
  }
}

private final class Accumulate<Input: Sendable, State: Sendable, Output: Sendable>: Inlet, Subscription {
  var upstream: Edge<Input>?
  private var state: State
  private let initial: State
  private let next: @Sendable (inout State, Input) throws -> Void
  private let atEnd: @Sendable (State) throws -> Output?
  private let downstream: Edge<Output>
  private var hasCredit = false
  /// Waits for credit.
  private var result: Output?

  init(
    initial: State, next: @escaping @Sendable (inout State, Input) throws -> Void,
    atEnd: @escaping @Sendable (State) throws -> Output?, downstream: Edge<Output>
  ) {
    state = initial
    self.initial = initial
    self.next = next
    self.atEnd = atEnd
    self.downstream = downstream
  }

  func request(_ demand: Demand) {
    if hasCredit { return }
    hasCredit = true
    upstream?.request(.unlimited)
    if let result = result.take() { send(result) }
  }

  func cancel() {
    let upstream = upstream.take()
    upstream?.cancel()
    result = nil
    state = initial
  }

  func receive(_ value: Input, at port: Int) {
    do { try next(&state, value) } catch { fail(error) }
  }

  func receive(completion: Completion, at port: Int) {
    upstream = nil
    if let error = completion.failure { return fail(error) }
    do {
      let last = state
      state = initial
      guard let result = try atEnd(last) else { return downstream.send(completion: .finished) }
      if hasCredit { send(result) } else { self.result = result }
    } catch {
      fail(error)
    }
  }

  private func send(_ result: Output) {
    downstream.send(result)
    downstream.send(completion: .finished)
  }

  private func fail(_ error: any Error) {
    cancel()
    downstream.send(completion: .failure(error))
  }
}
