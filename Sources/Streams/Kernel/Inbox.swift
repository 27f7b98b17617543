/// Values that wait for one consumer. Most edges carry a single value in their lives, and pay for no buffer.
struct Inbox: ~Copyable {
  /// The first of all, where `rest` was empty when it came.
  private var only: Payload?
  private var rest = Ring<Payload>()

  var count: Int { rest.count + (only == nil ? 0 : 1) }

  var isEmpty: Bool { only == nil && rest.isEmpty }

  mutating func append(_ value: consuming Payload) {
    if only == nil, rest.isEmpty { only = value } else { rest.append(value) }
  }

  mutating func popFirst() -> Payload? {
    if let value = only {
      only = nil
      return value
    }
    return rest.popFirst()
  }
}

/// What a consumer takes of its inbox in one turn. There is no more once it has cancelled the edge.
struct Arrivals: ~Copyable {
  private let edge: Link
  /// The turn's values that were not taken.
  private(set) var left: Int

  init(_ edge: Link, atMost count: Int) {
    self.edge = edge
    left = count
  }

  mutating func next() -> Payload? {
    if left == 0 { return nil }
    guard let value = edge.takeFirst() else { return nil }
    left -= 1
    return value
  }
}
