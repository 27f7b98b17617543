/// Each element in order, while credit lasts, then the end right after the last. An empty one ends at once.
///
/// The sequence is iterated on the stream's queue, anew for each subscription.
@inlinable public func sequence<Elements: Sequence & Sendable>(_ elements: Elements) -> AnyPublisher<Elements.Element>
where Elements.Element: Sendable {
  AnyPublisher(
    sequence {
      var iterator = elements.makeIterator()
      // Read ahead, so that the end comes with the last value.
      var next = iterator.next()
      return { limit, send in
        var (ahead, left) = (next, limit)
        while left > 0, let value = ahead {
          send(Payload(value))
          ahead = iterator.next()
          left -= 1
        }
        next = ahead
        return ahead == nil
      }
    })
}

/// Gives at most so many elements to the closure, and tells whether there are no more.
@usableFromInline typealias Iteration = (Int, (consuming Payload) -> Void) -> Bool

/// `sequence` without its type.
@usableFromInline func sequence(_ iterate: @escaping @Sendable () -> Iteration) -> AnySource {
  AnySource(SequenceSource(iterate: iterate))
}

extension Sequence where Self: Sendable, Element: Sendable {
  /// A stream of the elements. See `sequence(_:)`.
  @inlinable public var publisher: AnyPublisher<Element> { sequence(self) }
}

private struct SequenceSource: Source {
  /// A new iteration.
  let iterate: @Sendable () -> Iteration

  var isLeaf: Bool { true }

  func attach(_ edge: Link, in context: SerialQueue) {
    let source = SequenceUse(iterate(), downstream: edge, queue: context)
    edge.bind(source, on: context, from: context, isLeaf: true)
    source.emit(0)
  }
}

/// Emits a few values a turn, so that what is below keeps up and memory stays flat.
private final class SequenceUse: Subscription, Runnable {
  /// Nil once the end is sent.
  @exclusivity(unchecked) private var iteration: Iteration?
  private let downstream: Link
  private let queue: SerialQueue
  @exclusivity(unchecked) private var demand = Demand.none
  @exclusivity(unchecked) private var isQueued = false

  private static let valuesPerTurn = 64

  init(_ iteration: @escaping Iteration, downstream: Link, queue: SerialQueue) {
    self.iteration = iteration
    self.downstream = downstream
    self.queue = queue
  }

  func request(_ demand: Demand) {
    self.demand += demand
    if !isQueued { run(.work) }
  }

  func cancel() { iteration = nil }

  func run(_ turn: Turn) {
    isQueued = false
    let count = demand.count(upTo: Self.valuesPerTurn)
    demand -= .max(count)
    emit(count)
    if iteration != nil, !demand.isNone {
      isQueued = true
      queue.push(self, .work)
    }
  }

  func emit(_ count: Int) {
    guard let iteration else { return }
    let downstream = downstream
    if iteration(count, { downstream.send($0) }) {
      self.iteration = nil
      downstream.send(completion: .finished)
    }
  }
}
