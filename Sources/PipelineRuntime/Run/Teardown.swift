import PipelineLanguage
import RunEvents
import Streams
import Synchronization

/// Runs the teardown nodes, one after the other, the last declared first, when all other nodes have ended.
///
/// One that waits for a value that never came is skipped; a failure stops no other. Usable from any thread.
final class Teardown: Sendable {
  private let context: RunContext
  private let starts: [NodeStart]
  private let completion: @Sendable (Outcome) -> Void
  private let state: Mutex<State>

  struct Outcome: Sendable {
    var hasFailed = false
    var isCancelled = false
  }

  private struct State {
    /// In the order of running, the next one last.
    var waiting: [Int]
    var current: Int?
    var outcome = Outcome()
    var isOver = false
  }

  /// - Parameter completion: is called once, when the last node has ended.
  init(_ context: RunContext, starts: [NodeStart], completion: @escaping @Sendable (Outcome) -> Void) {
    self.context = context
    self.starts = starts
    self.completion = completion
    state = Mutex(State(waiting: context.pipeline.teardown.reversed()))
  }

  func start() { startNext() }

  /// Ends it: what is on the wire is cancelled, and no further node runs. Tells whether there was anything to end.
  @discardableResult
  func cancel() -> Bool {
    let ended = state.withLock { state -> (nodes: [Int], current: Int?)? in
      guard !state.isOver else { return nil }
      state.isOver = true
      state.outcome.isCancelled = true
      return ([state.current].compactMap(\.self) + state.waiting.reversed(), state.current)
    }
    guard let ended else { return false }
    if let current = ended.current { context.cancel(node: current) }
    for node in ended.nodes.sorted() { context.events.append(.nodeFinished(node: node, .cancelled)) }
    // Requests end on the wire before the run does.
    context.scheduler.whenIdle(on: context.scheduler.makeQueue(label: "end", qos: .default)) { self.complete() }
    return true
  }

  private func complete() { completion(state.withLock(\.outcome)) }

  /// Runs the next node that lacks nothing, and skips those before it that do.
  private func startNext() {
    while true {
      let (next, isLast) = state.withLock { state -> (Int?, Bool) in
        guard !state.isOver else { return (nil, false) }
        state.current = state.waiting.popLast()
        if state.current == nil { state.isOver = true }
        return (state.current, state.isOver)
      }
      guard let next else {
        if isLast { complete() }
        return
      }
      let missing = context.pipeline.nodes[next].inputs.first { context.result(ofNode: $0) == nil }
      guard let missing else { return run(next) }
      state.withLock { $0.current = nil }
      context.events.append(.nodeFinished(node: next, .skipped(needs: missing)))
    }
  }

  private func run(_ place: Int) {
    let node = context.stream(place, starts[place], NodeUses()) { outcome in self.end(place, outcome) }
    node.consume { _ in }
    node.connect(expecting: 1)
  }

  private func end(_ place: Int, _ outcome: NodeOutcome) {
    let isFirst = state.withLock { state in
      guard !state.isOver, state.current == place else { return false }
      state.current = nil
      if case .failed = outcome { state.outcome.hasFailed = true }
      return true
    }
    guard isFirst else { return }
    context.events.append(.nodeFinished(node: place, outcome))
    // As a turn of its own: what the node still has to tell comes before the next one's start.
    context.scheduler.whenIdle(on: context.node(place).queue) { self.startNext() }
  }
}
