/// Holds back each node's lines until the nodes declared before it have ended, so that the log reads in declared order
/// however the nodes were timed. The first node that has not ended is not held back.
struct DeclaredOrder: Sendable {
  private var waiting: [[StyledText]]
  private var hasEnded: [Bool]
  /// The first node that has not ended.
  private(set) var head = 0

  init(nodes: Int) {
    waiting = Array(repeating: [], count: nodes)
    hasEnded = Array(repeating: false, count: nodes)
  }

  /// The lines that may be written now.
  mutating func add(_ lines: [StyledText], of node: Int) -> [StyledText] {
    guard waiting.indices.contains(node), !hasEnded[node] else { return [] }
    if node == head { return lines }
    waiting[node] += lines
    return []
  }

  /// The node's last lines have been added. Gives the lines that waited for it.
  mutating func end(_ node: Int) -> [StyledText] {
    guard waiting.indices.contains(node), !hasEnded[node] else { return [] }
    hasEnded[node] = true
    guard node == head else { return [] }
    var released: [StyledText] = []
    while head < waiting.count, hasEnded[head] {
      head += 1
      guard head < waiting.count else { break }
      released += waiting[head]
      waiting[head] = []
    }
    return released
  }
}
