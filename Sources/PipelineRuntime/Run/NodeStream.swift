import Streams
import Synchronization
import Values

/// A named node in a run: its stream runs once, whoever takes its values.
///
/// Consumers subscribe before the stream starts; those in nested chains may come later, for which `keepsValues` is asked.
final class NodeStream: Sendable {
  let queue: SerialQueue
  private let shared: Multicast<RunValue>
  private let single: Multicast<RunValue>?
  private let record = Record()

  private final class Record: Sendable {
    let state = Mutex(State())
  }

  private struct State {
    var recorded: [JSONValue] = []
    var result: TracedValue?
    var sink: Cancellable?
    var resultSink: Cancellable?
  }

  /// - Parameters:
  ///   - keepsValues: for consumers that come late.
  ///   - isAwaited: whether a step waits for its one value.
  ///   - largestEdge: how many values may wait for one consumer.
  init(
    _ stream: AnyPublisher<RunValue>, queue: SerialQueue, label: String, keepsValues: Bool, isAwaited: Bool,
    largestEdge: Int
  ) {
    self.queue = queue
    shared = stream.multicast(
      on: queue, label: label, capacity: min(64, largestEdge), maximumCapacity: largestEdge, replay: keepsValues)
    let record = record
    single =
      isAwaited
      ? shared.single().map { value in
        // There before anyone who waits goes on.
        record.state.withLock { $0.result = value.traced }
        return value
      }.multicast(on: queue, label: label, replay: true) : nil
  }

  /// Its values, as a consumer of that name gets them.
  func values(for consumer: String) -> AnyPublisher<RunValue> { shared.consumer(rank: .max, name: consumer) }

  /// Its one value, once it has ended with it; else `NotOneValue`, or its failure.
  var result: AnyPublisher<RunValue> {
    guard let single else { preconditionFailure("a node's result is awaited, though no step was known to wait for it") }
    return single.eraseToAnyPublisher()
  }

  /// Starts the stream once so many consumers are there; at the latest when nothing else is left to do, since a consumer
  /// may turn out not to want it (`prefix: 0`).
  func connect(expecting consumers: Int) {
    single?.connect(expecting: 0)
    shared.connect(expecting: consumers + (single == nil ? 0 : 1))
    shared.connect()
  }

  /// Takes all its values for the run itself.
  func consume(_ receive: @escaping @Sendable (RunValue) -> Void) {
    let sink = shared.sink(on: queue, receiveCompletion: { _ in }, receiveValue: receive)
    record.state.withLock { $0.sink = sink }
  }

  /// Sees to it that its one value is known at the end, though no step may wait for it.
  func keepResult() {
    let sink = result.sink(on: queue, receiveCompletion: { _ in }, receiveValue: { _ in })
    record.state.withLock { $0.resultSink = sink }
  }

  func cancel() { shared.cancel() }

  // MARK: - What it gave

  /// The one value, once the node has ended with one.
  var resultValue: TracedValue? { record.state.withLock(\.result) }

  /// What `record` was given, in order.
  var recorded: [JSONValue] { record.state.withLock(\.recorded) }

  func record(_ value: JSONValue) { record.state.withLock { $0.recorded.append(value) } }
}
