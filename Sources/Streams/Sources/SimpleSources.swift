// Streams that need nothing from outside: one value, a list, nothing, a failure, and one made at subscription.

/// One value, then the end. Nothing before the first credit.
package func just<Output: Sendable>(_ value: Output) -> AnyPublisher<Output> { sequence(CollectionOfOne(value)) }

/// Each element in order, while credit lasts, then the end right after the last. An empty one ends at once.
///
/// The sequence is iterated on the stream's queue, anew for each subscription.
package func sequence<Elements: Sequence & Sendable>(_ elements: Elements) -> AnyPublisher<Elements.Element>
where Elements.Element: Sendable {
  SequencePublisher(elements: elements).eraseToAnyPublisher()
}

/// Ends at once without a value.
package func empty<Output: Sendable>(_ type: Output.Type = Output.self) -> AnyPublisher<Output> {
  EndPublisher(completion: .finished).eraseToAnyPublisher()
}

/// Fails at once.
package func fail<Output: Sendable>(_ error: any Error, _ type: Output.Type = Output.self) -> AnyPublisher<Output> {
  EndPublisher(completion: .failure(error)).eraseToAnyPublisher()
}

/// Neither a value nor an end, ever.
package func never<Output: Sendable>(_ type: Output.Type = Output.self) -> AnyPublisher<Output> {
  EndPublisher(completion: nil).eraseToAnyPublisher()
}

/// Made anew by `make` for each subscription, in the subscriber's context. What it throws is the stream's failure.
package func deferred<Output: Sendable>(
  _ make: @escaping @Sendable () throws -> AnyPublisher<Output>
) -> AnyPublisher<Output> {
  DeferredPublisher(make: make).eraseToAnyPublisher()
}

extension Sequence where Self: Sendable, Element: Sendable {
  /// This sequence as a stream, see `sequence(_:)`.
  package var publisher: AnyPublisher<Element> { sequence(self) }
}

private struct SequencePublisher<Elements: Sequence & Sendable>: Publisher where Elements.Element: Sendable {
  let elements: Elements

  func attach(_ edge: Edge<Elements.Element>, in context: SerialQueue) {
    let source = SequenceSource(elements, downstream: edge, queue: context)
    edge.bind(source, on: context, from: context)
    source.start()
  }
}

/// Emits a few values a turn, so that what is below keeps up and memory stays flat.
private final class SequenceSource<Elements: Sequence & Sendable>: Subscription, Runnable
where Elements.Element: Sendable {
  private var iterator: Elements.Iterator?
  /// Read ahead, so that the end comes with the last value.
  private var next: Elements.Element?
  private let downstream: Edge<Elements.Element>
  private let queue: SerialQueue
  private var demand = Demand.none
  private var isQueued = false

  private static var valuesPerTurn: Int { 64 }

  init(_ elements: Elements, downstream: Edge<Elements.Element>, queue: SerialQueue) {
    iterator = elements.makeIterator()
    self.downstream = downstream
    self.queue = queue
  }

  func start() {
    next = iterator?.next()
    if next == nil { finish() }
  }

  func request(_ demand: Demand) {
    self.demand += demand
    if !isQueued { run(.work) }
  }

  func cancel() {
    iterator = nil
    next = nil
  }

  func run(_ turn: Turn) {
    isQueued = false
    var left = Self.valuesPerTurn
    while let value = next, demand.spend() {
      downstream.send(value)
      next = iterator?.next()
      if next == nil { return finish() }
      left -= 1
      if left == 0, !demand.isNone {
        isQueued = true
        return queue.push(self, .work)
      }
    }
  }

  private func finish() {
    iterator = nil
    downstream.send(completion: .finished)
  }
}

private struct EndPublisher<Output: Sendable>: Publisher {
  /// Nil for a stream that never ends.
  let completion: Completion?

  func attach(_ edge: Edge<Output>, in context: SerialQueue) {
    edge.bind(NoSubscription(), on: context, from: context)
    if let completion { edge.send(completion: completion) }
  }
}

/// The subscription of a source that has nothing to do.
final class NoSubscription: Subscription {
  func request(_ demand: Demand) {}
  func cancel() {}
}

private struct DeferredPublisher<Output: Sendable>: Publisher {
  let make: @Sendable () throws -> AnyPublisher<Output>

  func attach(_ edge: Edge<Output>, in context: SerialQueue) {
    do { edge.attach(to: try make(), in: context, from: context) } catch {
      edge.bind(NoSubscription(), on: context, from: context)
      edge.send(completion: .failure(error))
    }
  }
}
