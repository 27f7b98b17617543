import RunEvents
import Synchronization
import Values

/// What one pipeline of a run tells, at the places that its nodes have in the run's list.
///
/// A pipeline that another runs may do so many times: its nodes' ends are kept, and told once, with that of the node that
/// runs it.
final class RunReport: Sendable {
  /// What happens to a pipeline that another runs, beside what is told of its nodes.
  enum NestedEvent: Sendable {
    case output(JSONValue)
    case failed(node: Int, RunFailure)
    case finished(RunOutcome)
  }

  private let log: EventLog
  let places: ReportPlaces
  /// The pipelines that its nodes run.
  let nestedRuns = NestedRuns()
  private let shared: Shared
  private let hasOtherPlaces: Bool
  /// `nil` for the pipeline that the user runs.
  private let receiver: (@Sendable (NestedEvent) -> Void)?

  private final class Shared: Sendable {
    let requestCount = Atomic<Int>(0)
    let clients = SharedClients()
    /// How nodes of pipelines that others run ended so far.
    let outcomes = Mutex<[Int: NodeOutcome]>([:])
    /// What is masked already.
    let hidden = Mutex<Set<String>>([])
    /// Whether anything is masked.
    let hasSecrets = Atomic<Bool>(false)
  }

  convenience init(_ log: EventLog, places: ReportPlaces) {
    self.init(log, places: places, shared: Shared(), receiver: nil)
    shared.hasSecrets.store(!log.mask.isEmpty, ordering: .relaxed)
  }

  private init(
    _ log: EventLog, places: ReportPlaces, shared: Shared, receiver: (@Sendable (NestedEvent) -> Void)?
  ) {
    self.log = log
    self.places = places
    self.shared = shared
    self.receiver = receiver
    hasOtherPlaces = places.nodes != Array(places.nodes.indices)
  }

  /// That of a pipeline which a step of `node` runs.
  func nested(of node: Int, use: Int, receiver: @escaping @Sendable (NestedEvent) -> Void) -> RunReport {
    RunReport(log, places: places.nested[node][use], shared: shared, receiver: receiver)
  }

  /// What anybody wants told.
  var wanted: EventDetail { log.wanted }

  /// Masks a text from here on, in all that the run tells.
  ///
  /// A client's requests may bring the same one time and again.
  /// - Returns: whether it was not masked before.
  @discardableResult
  func hide(_ secret: String) -> Bool {
    guard shared.hidden.withLock({ $0.insert(secret).inserted }) else { return false }
    log.hide(secret)
    shared.hasSecrets.store(true, ordering: .relaxed)
    return true
  }

  /// Whether any text is masked, so that values may be made of one.
  var hasSecrets: Bool { shared.hasSecrets.load(ordering: .relaxed) }

  /// What is masked at this time.
  var mask: SecretMask { log.mask }

  /// A value from outside, which may hold secrets.
  func traced(_ value: JSONValue) -> TracedValue {
    TracedValue(value, twin: hasSecrets ? mask.twin(of: value) : nil)
  }

  /// The clients of all pipelines of the run.
  var clients: SharedClients { shared.clients }

  func nextRequestID() -> Int { shared.requestCount.add(1, ordering: .relaxed).oldValue }

  /// Notes that something happened now. Callable from any thread.
  func append(_ kind: RunEvent.Kind) {
    if let receiver {
      switch kind {
      case .runStarted: return
      case .output(let value): return receiver(.output(value))
      case .runFinished(let outcome): return receiver(.finished(outcome))
      case .nodeFinished(let node, let outcome):
        if case .failed(let failure) = outcome { receiver(.failed(node: node, failure)) }
        guard case .nodeFinished(let place, let there) = kind.placed(at: places.nodes) else { return }
        shared.outcomes.withLock { $0[place] = $0[place].map { $0.together(with: there) } ?? there }
        return
      default: break
      }
    }
    log.append(hasOtherPlaces ? kind.placed(at: places.nodes) : kind)
    if receiver == nil, case .nodeFinished(let node, let outcome) = kind, places.nested.indices.contains(node) {
      for nested in places.nested[node] {
        // Where it was cancelled, they may still have a teardown to run.
        nestedRuns.whenOver(of: node) { self.tellEnds(of: nested, in: self.places.nodes[node], outcome) }
      }
    }
  }

  /// Tells the ends of a nested pipeline's nodes, with that of the node at `parent`.
  private func tellEnds(of nested: ReportPlaces, in parent: Int, _ outcome: NodeOutcome) {
    for place in nested.all {
      let kept = shared.outcomes.withLock { $0.removeValue(forKey: place) }
      let end: NodeOutcome =
        switch (kept, outcome) {
        case (let kept?, _): kept
        case (nil, .cancelled): .cancelled
        case (nil, .succeeded), (nil, .skipped): .skipped(needs: parent)
        case (nil, .notSelected): .notSelected
        case (nil, .failed), (nil, .blocked): .blocked(by: parent)
        }
      log.append(.nodeFinished(node: place, end))
    }
  }
}

extension NodeOutcome {
  /// How a node ended that ran twice: what went wrong weighs more.
  fileprivate func together(with other: NodeOutcome) -> NodeOutcome {
    if case .succeeded(let first) = self, case .succeeded(let second) = other {
      return .succeeded(values: first + second)
    }
    return other.weight > weight ? other : self
  }

  private var weight: Int {
    switch self {
    case .skipped, .notSelected: 0
    case .succeeded: 1
    case .cancelled: 2
    case .blocked: 3
    case .failed: 4
    }
  }
}
