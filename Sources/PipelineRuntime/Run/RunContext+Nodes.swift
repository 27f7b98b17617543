import Diagnostics
import PipelineLanguage
import RunEvents
import Streams
import Synchronization
import Values

extension RunContext {
  /// Makes a node's stream ready, and tells its start. Nothing runs before it is connected.
  ///
  /// - Parameter end: is told once how it ended.
  func stream(
    _ place: Int, _ start: NodeStart, _ uses: NodeUses, end: @escaping @Sendable (NodeOutcome) -> Void
  ) -> NodeStream {
    let name = pipeline.nodes[place].name
    let count = Counter()
    let events = events
    let tellsValues = events.wanted.contains(.values)
    let stream = stream(ofNode: place, start).handleEvents(
      receiveSubscription: { if !start.isEnd { events.append(.nodeStarted(node: place)) } },
      receiveOutput: { value in
        let index = count.increment()
        if tellsValues, index < ValueDescription.mostTold {
          events.append(.value(node: place, ValueDescription(index: index, value.value)))
        }
      },
      receiveCompletion: { completion in
        switch completion {
        case .finished: end(.succeeded(values: count.value))
        case .failure(let error): end(self.outcome(ofNode: place, error))
        }
      },
      receiveCancel: { end(.cancelled) })
    let node = NodeStream(
      stream, queue: scheduler.makeQueue(label: name, qos: .default), label: name, keepsValues: uses.isLate,
      isAwaited: uses.isAwaited, largestEdge: options.largestEdge)
    add(node, at: place)
    return node
  }

  /// How a node ends by an error, which may be another node's.
  private func outcome(ofNode place: Int, _ error: any Error) -> NodeOutcome {
    guard let error = error as? StepError else {
      let description = NodeDescription(pipeline.nodes[place], of: pipeline)
      let kind: RunFailure.Kind = error is StallError ? .stall : .custom
      let step = StepDescription(operation: "", label: description.name, place: description.place)
      return .failed(RunFailure(kind: kind, message: "\(error)", node: place, step: step))
    }
    let other = error.failure.node == place ? nil : error.failure.node
    if error.isNotSelected, other == nil { return .notSelected }
    if error.isSkip { return .skipped(needs: other) }
    return other.map { .blocked(by: $0) } ?? .failed(error.failure)
  }
}

/// Counts what passes on one queue, and is read there.
private final class Counter: Sendable {
  private let count = Atomic<Int>(0)

  var value: Int { count.load(ordering: .relaxed) }

  /// Gives the count before.
  @discardableResult
  func increment() -> Int { count.add(1, ordering: .relaxed).oldValue }
}
