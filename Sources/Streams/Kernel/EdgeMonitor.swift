import Synchronization

/// Keeps the high-water mark of every edge that is made on a scheduler it was given to.
///
/// An edge is counted where values wait: on their way between two queues, in the line of a join's input, in the line of a
/// shared stream's consumer. Without a monitor nothing is counted and nothing is paid. Callable from any thread.
public final class EdgeMonitor: Sendable {
  private let probes = Guarded<[EdgeProbe]>([])

  public init() {}

  /// All edges made so far, in the order of their making, those that are gone included.
  public var marks: [EdgeMark] { probes.withLock { $0.map(\.mark) } }

  func probe(_ name: String) -> EdgeProbe {
    let probe = EdgeProbe(name: name)
    probes.withLock { $0.append(probe) }
    return probe
  }
}

/// The most values that ever waited at one edge.
public struct EdgeMark: Sendable, Equatable {
  /// The consumer and which of its inputs, or, of a shared stream, both ends.
  public let name: String
  public let highWaterMark: Int
}

/// The counter of one edge.
final class EdgeProbe: Sendable {
  private let name: Guarded<String>
  private let highest = Atomic<Int>(0)

  init(name: String) { self.name = Guarded(name) }

  var mark: EdgeMark { EdgeMark(name: name.withLock { $0 }, highWaterMark: highest.load(ordering: .relaxed)) }

  /// What is above the edge knows a better name for it.
  func rename(_ name: String) { self.name.withLock { $0 = name } }

  /// So many values wait now. Called from either end of the edge.
  func note(_ count: Int) { highest.max(count, ordering: .relaxed) }
}
