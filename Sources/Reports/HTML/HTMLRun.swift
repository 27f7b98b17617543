package import RunEvents

/// A run as the page shows it: its summary, and each request with headers and bodies, each value with its time.
package struct HTMLRun: Sendable {
  private(set) var summary = RunSummary(detail: .everything)
  /// In the order in which they went out.
  private(set) var requests: [Request] = []
  /// By node, in the order in which they were emitted.
  private(set) var values: [[Emitted]] = []
  /// Where the request of an id stands in `requests`.
  private(set) var places: [Int: Int] = [:]
  /// Of a run that did not begin; its events would tell another.
  var refusedStatus: Int32?
  /// Another try followed, which counts in its place.
  var isSuperseded = false

  struct Request: Sendable {
    var description: RequestDescription
    /// Since the run's start.
    var startedAt: Duration
    var endedAt: Duration?
    var end: End?

    enum End: Sendable {
      case response(ResponseDescription)
      case failure(RunFailure.Kind, message: String)
      case cancelled
    }
  }

  struct Emitted: Sendable {
    /// Since the run's start.
    var time: Duration
    var value: ValueDescription
  }

  package init() {}

  /// The fold of a whole list.
  package init(_ events: some Sequence<RunEvent>) {
    for event in events { apply(event) }
  }

  /// Takes in the next event.
  package mutating func apply(_ event: RunEvent) {
    summary.apply(event)
    switch event.kind {
    case .runStarted(let run): values = [[Emitted]](repeating: [], count: run.nodes.count)
    case .requestStarted(let request):
      places[request.id] = requests.count
      requests.append(Request(description: request, startedAt: event.time))
    case .requestFinished(let request, let response): end(request, at: event.time, .response(response))
    case .requestFailed(let request, let failure):
      end(request, at: event.time, .failure(failure.kind, message: failure.message))
    case .requestCancelled(let request): end(request, at: event.time, .cancelled)
    case .value(let node, let value):
      if values.indices.contains(node) { values[node].append(Emitted(time: event.time, value: value)) }
    default: break
    }
  }

  private mutating func end(_ id: Int, at time: Duration, _ end: Request.End) {
    guard let place = places[id], requests[place].end == nil else { return }
    requests[place].endedAt = time
    requests[place].end = end
  }
}
