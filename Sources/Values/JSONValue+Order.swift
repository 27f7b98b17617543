// Comparing keeps its own stacks and hashing looks only so deep, so that depth costs no stack of the thread.

extension JSONValue: Equatable, Hashable {
  package static func == (left: Self, right: Self) -> Bool {
    if let isEqual = shallowEquality(left, right) { return isEqual }
    var pending: [(JSONValue, JSONValue)] = [(left, right)]
    while let (left, right) = pending.popLast() {
      switch (left, right) {
      case (.array(let left), .array(let right)):
        guard left.count == right.count else { return false }
        for (left, right) in zip(left, right) {
          switch shallowEquality(left, right) {
          case true?: continue
          case false?: return false
          case nil: pending.append((left, right))
          }
        }
      case (.object(let left), .object(let right)):
        guard left.count == right.count else { return false }
        for (place, entry) in left.entries.enumerated() {
          // Most often the keys are in the same order.
          let other = right.entries[place]
          guard let value = other.key.hasSameBytes(as: entry.key) ? other.value : right[entry.key] else {
            return false
          }
          switch shallowEquality(entry.value, value) {
          case true?: continue
          case false?: return false
          case nil: pending.append((entry.value, value))
          }
        }
      default: return false
      }
    }
    return true
  }

  /// Nil where both are lists or both are objects.
  private static func shallowEquality(_ left: Self, _ right: Self) -> Bool? {
    switch (left, right) {
    case (.null, .null): true
    case (.bool(let left), .bool(let right)): left == right
    case (.number(let left), .number(let right)): left == right
    case (.string(let left), .string(let right)): left.hasSameBytes(as: right)
    case (.array, .array), (.object, .object): nil
    case (.null, _), (.bool, _), (.number, _), (.string, _), (.array, _), (.object, _): false
    }
  }

  package func hash(into hasher: inout Hasher) { hash(into: &hasher, levels: 8) }

  fileprivate func hash(into hasher: inout Hasher, levels: Int) {
    hasher.combine(rank)
    switch self {
    case .null, .bool: break
    case .number(let number): hasher.combine(number)
    case .string(let string): string.hashBytes(into: &hasher)
    case .array(let elements):
      hasher.combine(elements.count)
      if levels > 0 {
        for element in elements { element.hash(into: &hasher, levels: levels - 1) }
      }
    case .object(let object): object.hash(into: &hasher, levels: levels)
    }
  }
}

extension JSONObject: Equatable, Hashable {
  package static func == (left: Self, right: Self) -> Bool { JSONValue.object(left) == .object(right) }

  package func hash(into hasher: inout Hasher) { hash(into: &hasher, levels: 8) }

  fileprivate func hash(into hasher: inout Hasher, levels: Int) {
    hasher.combine(count)
    // A sum, because equal objects may have their keys in another order.
    var sum = 0
    for entry in entries where levels > 0 {
      var entryHasher = Hasher()
      entry.key.hashBytes(into: &entryHasher)
      entry.value.hash(into: &entryHasher, levels: levels - 1)
      sum &+= entryHasher.finalize()
    }
    hasher.combine(sum)
  }
}

extension JSONValue: Comparable {
  package static func < (left: Self, right: Self) -> Bool { order(left, right) < 0 }

  /// jq's order: null, false, true, numbers, strings (by code points), arrays (as words), objects (by their sorted keys, then
  /// value by value). Negative, 0 or positive, as `left` comes before, with or after `right`.
  package static func order(_ left: Self, _ right: Self) -> Int {
    if let order = shallowOrder(left, right) { return order }
    // Pairs still to be compared, the next one last; the first that differs decides.
    var pending: [(JSONValue, JSONValue)] = [(left, right)]
    while let (left, right) = pending.popLast() {
      if let order = shallowOrder(left, right) {
        if order != 0 { return order }
        continue
      }
      switch (left, right) {
      case (.array(let left), .array(let right)):
        pending.append((JSONValue(integerLiteral: left.count), JSONValue(integerLiteral: right.count)))
        // From the front as long as elements hold no others, so that an early difference costs little.
        var place = 0
        let common = min(left.count, right.count)
        while place < common, let order = shallowOrder(left[place], right[place]) {
          if order != 0 { return order }
          place += 1
        }
        for place in (place..<common).reversed() { pending.append((left[place], right[place])) }
      case (.object(let left), .object(let right)):
        let keys = left.sortedKeys
        let order = orderKeys(keys, right.sortedKeys)
        if order != 0 { return order }
        for key in keys.reversed() { pending.append((left[key] ?? .null, right[key] ?? .null)) }
      default: preconditionFailure("two values of one kind that hold others")
      }
    }
    return 0
  }

  /// Nil where both are lists or both are objects.
  private static func shallowOrder(_ left: Self, _ right: Self) -> Int? {
    switch (left, right) {
    case (.number(let left), .number(let right)): JSONNumber.order(left, right)
    case (.string(let left), .string(let right)): left.byteOrder(to: right)
    case (.array, .array), (.object, .object): nil
    case (.null, _), (.bool, _), (.number, _), (.string, _), (.array, _), (.object, _): left.rank - right.rank
    }
  }

  private static func orderKeys(_ left: [String], _ right: [String]) -> Int {
    for (left, right) in zip(left, right) {
      let order = left.byteOrder(to: right)
      if order != 0 { return order }
    }
    return left.count - right.count
  }

  /// The place of this value's kind in jq's order.
  private var rank: Int {
    switch self {
    case .null: 0
    case .bool(let value): value ? 2 : 1
    case .number: 3
    case .string: 4
    case .array: 5
    case .object: 6
    }
  }
}

extension JSONObject {
  /// By code points, as jq's `keys` gives them.
  package var sortedKeys: [String] { keys.sorted { $0.byteOrder(to: $1) < 0 } }
}
