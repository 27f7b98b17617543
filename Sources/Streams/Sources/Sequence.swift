/// Each element in order, while credit lasts, then the end right after the last. An empty one ends at once.
///
/// The sequence is iterated on the stream's queue, anew for each subscription.
@inlinable package func sequence<Elements: Sequence & Sendable>(_ elements: Elements) -> AnyPublisher<Elements.Element>
where Elements.Element: Sendable {
  sequence(of: Elements.Element.self) {
    var iterator = elements.makeIterator()
    return {
      guard let next = iterator.next() else { return nil }
      return Payload(next)
    }
  }
}

@usableFromInline package func sequence<Element: Sendable>(
  of type: Element.Type, _ iterate: @escaping @Sendable () -> () -> Payload?
) -> AnyPublisher<Element> {
  SequenceSource(iterate: iterate).typed()
}

extension Sequence where Self: Sendable, Element: Sendable {
  /// This sequence as a stream, see `sequence(_:)`.
  package var publisher: AnyPublisher<Element> { sequence(self) }
}

private struct SequenceSource: Source {
  /// A new iteration.
  let iterate: @Sendable () -> () -> Payload?

  func attach(_ edge: Link, in context: SerialQueue) {
    let source = SequenceUse(iterate(), downstream: edge, queue: context)
    edge.bind(source, on: context, from: context)
    source.start()
  }
}

/// Emits a few values a turn, so that what is below keeps up and memory stays flat.
private final class SequenceUse: Subscription, Runnable {
  private var iterator: (() -> Payload?)?
  /// Read ahead, so that the end comes with the last value.
  private var next: Payload?
  private let downstream: Link
  private let queue: SerialQueue
  private var demand = Demand.none
  private var isQueued = false

  private static let valuesPerTurn = 64

  init(_ iterator: @escaping () -> Payload?, downstream: Link, queue: SerialQueue) {
    self.iterator = iterator
    self.downstream = downstream
    self.queue = queue
  }

  func start() {
    next = iterator?()
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
    // Worked on outside the object: nothing else touches it meanwhile.
    var (next, demand) = (next.take(), demand)
    guard let iterator else { return }
    var left = Self.valuesPerTurn
    while let value = next {
      guard left > 0, demand.spend() else { break }
      downstream.send(value)
      next = iterator()
      left -= 1
    }
    self.demand = demand
    guard next != nil else { return finish() }
    self.next = next
    if left == 0, !demand.isNone {
      isQueued = true
      queue.push(self, .work)
    }
  }

  private func finish() {
    iterator = nil
    downstream.send(completion: .finished)
  }
}
