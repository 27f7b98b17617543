/// The edges to the inputs of a join, in declared order; those that have ended or were cancelled are gone.
struct InputEdges {
  private var edges: [Link?] = []
  /// Whether somebody wants to know of what waits.
  private var isMonitored = false

  /// Ties `inlet`, whose operator lives on `queue`, to each input: the port is the input's place.
  mutating func connect(_ inputs: [AnySource], to inlet: any Inlet, on queue: SerialQueue) {
    isMonitored = queue.edgeMonitor != nil
    edges.reserveCapacity(inputs.count)
    for input in inputs {
      edges.append(input.connect(to: inlet, port: edges.count, on: queue, in: queue, from: queue))
    }
  }

  func request(_ demand: Demand, at port: Int) { edges[port]?.request(demand) }

  func requestAll(_ demand: Demand) {
    for edge in edges { edge?.request(demand) }
  }

  /// The input at `port` has ended.
  mutating func forget(_ port: Int) { edges[port] = nil }

  /// Cancels all that are left, but for the one at `winner`.
  mutating func cancelAll(but winner: Int? = nil) {
    for port in edges.indices where port != winner {
      let edge = edges[port].take()
      edge?.cancel()
    }
  }

  /// So many values of that input are kept.
  func noteHeld(_ count: @autoclosure () -> Int, at port: Int) {
    if isMonitored { edges[port]?.noteHeld(count()) }
  }
}

/// All the failures of inputs that were let run to their ends (`delayErrors`), in declared order.
public struct CombinedFailure: Error, CustomStringConvertible {
  /// The inputs' failures with their places, from 0.
  public let failures: [(input: Int, error: any Error)]

  public var description: String { failures.map { "input \($0.input): \($0.error)" }.joined(separator: "; ") }
}
