import Diagnostics
import Files
import HTTP
import PipelineLanguage
import RunEvents
import Streams
import Synchronization
import Values

/// What all steps of one run share. Immutable but for the nodes' streams and results, which come as the run is built and
/// goes on; usable from any queue.
final class RunContext: Sendable {
  let pipeline: Pipeline
  let options: RunOptions
  let clients: [RequestBuilder.Client]
  let transport: any Transport
  let events: RunReport
  let scheduler: any Scheduler
  /// The pipelines that its nodes run.
  var nestedRuns: NestedRuns { events.nestedRuns }
  let pool: RequestPool

  private let variables: Mutex<RunVariables>
  private let nodes = Mutex<[Int: NodeStream]>([:])

  init(
    pipeline: Pipeline, options: RunOptions, clients: [RequestBuilder.Client], variables: RunVariables,
    transport: any Transport, report: RunReport, scheduler: any Scheduler
  ) {
    self.pipeline = pipeline
    self.options = options
    self.clients = clients
    for secret in clients.flatMap({ $0.authorization?.secrets ?? [] }) { report.hide(secret) }
    self.variables = Mutex(variables)
    self.transport = transport
    events = report
    self.scheduler = scheduler
    let limits = clients.map(\.concurrency) + [ClientDeclaration.defaultConcurrency]
    let slots =
      pipeline.clients.map { report.clients.slots(of: Paths.normalized($0.source.name), $0.name) }
      + [report.clients.slots(of: Paths.normalized(pipeline.source.name), nil)]
    pool = RequestPool(limits: limits, slots: slots, scheduler: scheduler) { transport.together($0) }
  }

  func nextRequestID() -> Int { events.nextRequestID() }

  /// A path of the file, as the working directory sees it.
  func resolvePath(_ path: String) -> String { Paths.resolve(path, against: options.fileDirectory) }

  // MARK: - Nodes

  /// The queue for `subscribeOn` and `receiveOn`.
  func queue(_ name: String, for node: Int) -> SerialQueue {
    if name == "main" { return scheduler.mainQueue }
    return scheduler.makeQueue(label: pipeline.nodes[node].name, qos: QualityOfService(rawValue: name) ?? .default)
  }

  /// Ends one node that nobody takes from any more.
  func cancel(node place: Int) { nodes.withLock { $0[place] }?.cancel() }

  /// Ends all nodes, those first that take from others.
  func cancelAll() {
    for (_, node) in nodes.withLock({ $0 }).sorted(by: { $0.key > $1.key }) { node.cancel() }
  }

  func add(_ node: NodeStream, at place: Int) { nodes.withLock { $0[place] = node } }

  func node(_ place: Int) -> NodeStream {
    guard let node = nodes.withLock({ $0[place] }) else { preconditionFailure("a node is used before it is built") }
    return node
  }

  /// The one value of a node that has ended with it.
  func result(ofNode place: Int) -> TracedValue? { nodes.withLock { $0[place] }?.resultValue }

  /// Lets go of the nodes' streams, which hold this context in turn.
  func letGo() { nodes.withLock { $0 = [:] } }

  /// What `$name` is at every step of the run.
  func variable(_ name: String) -> TracedValue? {
    name == "nodes" ? TracedValue(object: results) : variables.withLock { $0 }.value(of: name)
  }

  /// Looks at what the run was given once more, where more is masked now.
  func traceVariables() { variables.withLock { $0 = $0.traced(by: events) } }

  /// `$nodes`: the one value of each node that has ended with one.
  private var results: [(key: String, value: TracedValue)] {
    let nodes = nodes.withLock { $0 }
    return nodes.sorted { $0.key < $1.key }.compactMap { place, node in
      node.resultValue.map { (pipeline.nodes[place].name, $0) }
    }
  }
}
