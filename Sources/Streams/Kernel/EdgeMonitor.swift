import Synchronization

/// Keeps the high-water marks of all edges that are made on a scheduler it was given to.
///
/// An edge is counted where values wait: on their way between two queues, in the line of a join's input, in the line of a
/// shared stream's consumer. Without a monitor nothing is counted and nothing is paid. Callable from any thread.
public final class EdgeMonitor: Sendable {
  private let state = Guarded((probes: [EdgeProbe](), places: [String: Int]()))

  public init() {}

  /// A mark for each name, in the order in which the first edges of these names were made; those that are gone count too.
  public var marks: [EdgeMark] { state.withLock { $0.probes.map(\.mark) } }

  /// The counter of all edges of that name: of a hundred thousand inner streams nobody wants to see each.
  func probe(_ name: String) -> EdgeProbe {
    state.withLock { state in
      if let place = state.places[name] { return state.probes[place] }
      let probe = EdgeProbe(name: name, monitor: self)
      state.places[name] = state.probes.count
      state.probes.append(probe)
      return probe
    }
  }
}

/// The most values that ever waited at one edge of that name.
public struct EdgeMark: Sendable, Equatable {
  /// The consumer and which of its inputs, or, of a shared stream, both ends.
  public let name: String
  public let highWaterMark: Int
}

/// The counter of the edges of one name.
final class EdgeProbe: Sendable {
  private let name: String
  private unowned let monitor: EdgeMonitor
  private let highest = Atomic<Int>(0)

  init(name: String, monitor: EdgeMonitor) {
    self.name = name
    self.monitor = monitor
  }

  var mark: EdgeMark { EdgeMark(name: name, highWaterMark: highest.load(ordering: .relaxed)) }

  /// The counter for another name. The edge's scheduler keeps the monitor.
  func renamed(_ name: String) -> EdgeProbe { monitor.probe(name) }

  /// So many values wait now. Called from either end of an edge.
  func note(_ count: Int) { highest.max(count, ordering: .relaxed) }
}
