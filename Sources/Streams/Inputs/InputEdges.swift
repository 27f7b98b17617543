/// What ties a join to its inputs, in declared order; those that have ended or were cancelled are gone.
///
/// An input of one known value has no edge of its own: once asked for, its value and its end come as a turn of the queue, in
/// the order of asking, as they would on an edge.
final class InputEdges: Runnable {
  private enum Edge {
    case gone
    case link(Link)
    case known(Payload)
    /// Its value, asked for, is on the way.
    case asked(Payload)
    /// Its value is there, its end is not.
    case ending
  }

  // Unchecked: no access lasts while somebody else is called.
  @exclusivity(unchecked) private var edges: [Edge] = []
  /// The ports whose values are on the way.
  @exclusivity(unchecked) private var coming = Ring<Int32>()
  @exclusivity(unchecked) private var left = 0
  private var inlet: (any Inlet)?
  private var queue: SerialQueue?
  /// Whether somebody wants to know of what waits.
  private var isMonitored = false

  /// Ties `inlet`, whose operator lives on `queue`, to each input: the port is the input's place.
  func connect(_ inputs: [AnySource], to inlet: any Inlet, on queue: SerialQueue) {
    self.inlet = inlet
    self.queue = queue
    isMonitored = queue.edgeMonitor != nil
    left = inputs.count
    edges.reserveCapacity(inputs.count)
    for input in inputs {
      if let value = input.knownValue, !isMonitored {
        edges.append(.known(value))
      } else {
        edges.append(.link(input.connect(to: inlet, port: edges.count, on: queue, in: queue, from: queue)))
      }
    }
  }

  func request(_ demand: Demand, at port: Int) {
    switch edges[port] {
    case .link(let edge): edge.request(demand)
    case .known(let value):
      edges[port] = .asked(value)
      coming.append(Int32(port))
      queue?.push(self, .deliver)
    case .asked, .ending, .gone: break
    }
  }

  func requestAll(_ demand: Demand) {
    for port in edges.indices { request(demand, at: port) }
  }

  func run(_ turn: Turn) {
    guard let port = coming.popFirst().map(Int.init), case .asked(let value) = edges[port] else { return }
    edges[port] = .ending
    inlet?.receive(value, at: port)
    if case .ending = edges[port] { inlet?.receive(completion: .finished, at: port) }
  }

  /// The input at `port` has ended.
  func forget(_ port: Int) {
    if case .gone = edges[port] { return }
    edges[port] = .gone
    left -= 1
    if left == 0 { inlet = nil }
  }

  /// Cancels all that are left, but for the one at `winner`.
  func cancelAll(but winner: Int? = nil) {
    for port in edges.indices where port != winner {
      let edge = edges[port]
      forget(port)
      if case .link(let link) = edge { link.cancel() }
    }
  }

  /// So many values of that input are kept.
  func noteHeld(_ count: @autoclosure () -> Int, at port: Int) {
    if isMonitored, case .link(let edge) = edges[port] { edge.noteHeld(count()) }
  }
}

/// All the failures of inputs that were let run to their ends (`delayErrors`), in declared order.
public struct CombinedFailure: Error, CustomStringConvertible {
  /// The inputs' failures with their places, from 0.
  public let failures: [(input: Int, error: any Error)]

  public var description: String { failures.map { "input \($0.input): \($0.error)" }.joined(separator: "; ") }
}
