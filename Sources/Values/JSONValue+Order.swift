extension JSONValue: Equatable, Hashable {
  package static func == (left: Self, right: Self) -> Bool {
    switch (left, right) {
    case (.null, .null): true
    case (.bool(let left), .bool(let right)): left == right
    case (.number(let left), .number(let right)): left == right
    case (.string(let left), .string(let right)): left.hasSameBytes(as: right)
    case (.array(let left), .array(let right)): left == right
    case (.object(let left), .object(let right)): left == right
    case (.null, _), (.bool, _), (.number, _), (.string, _), (.array, _), (.object, _): false
    }
  }

  package func hash(into hasher: inout Hasher) {
    hasher.combine(rank)
    switch self {
    case .null, .bool: break
    case .number(let number): hasher.combine(number)
    case .string(let string): string.hashBytes(into: &hasher)
    case .array(let elements): hasher.combine(elements)
    case .object(let object): hasher.combine(object)
    }
  }
}

extension JSONObject: Equatable, Hashable {
  package static func == (left: Self, right: Self) -> Bool {
    left.count == right.count
      && left.entries.allSatisfy { entry in
        guard let value = right[entry.key] else { return false }
        return value == entry.value
      }
  }

  package func hash(into hasher: inout Hasher) {
    // A sum, because equal objects may have their keys in another order.
    var sum = 0
    for entry in entries {
      var entryHasher = Hasher()
      entry.key.hashBytes(into: &entryHasher)
      entryHasher.combine(entry.value)
      sum &+= entryHasher.finalize()
    }
    hasher.combine(sum)
    hasher.combine(count)
  }
}

extension JSONValue: Comparable {
  package static func < (left: Self, right: Self) -> Bool { order(left, right) < 0 }

  /// jq's order: null, false, true, numbers, strings (by code points), arrays (as words), objects (by their sorted keys, then
  /// value by value). Negative, 0 or positive, as `left` comes before, with or after `right`.
  package static func order(_ left: Self, _ right: Self) -> Int {
    switch (left, right) {
    case (.number(let left), .number(let right)): return JSONNumber.order(left, right)
    case (.string(let left), .string(let right)): return left.byteOrder(to: right)
    case (.array(let left), .array(let right)):
      for (left, right) in zip(left, right) {
        let order = order(left, right)
        if order != 0 { return order }
      }
      return left.count - right.count
    case (.object(let left), .object(let right)): return orderObjects(left, right)
    case (.null, _), (.bool, _), (.number, _), (.string, _), (.array, _), (.object, _): return left.rank - right.rank
    }
  }

  private static func orderObjects(_ left: JSONObject, _ right: JSONObject) -> Int {
    let leftKeys = left.sortedKeys
    let rightKeys = right.sortedKeys
    for (left, right) in zip(leftKeys, rightKeys) {
      let order = left.byteOrder(to: right)
      if order != 0 { return order }
    }
    if leftKeys.count != rightKeys.count { return leftKeys.count - rightKeys.count }
    for key in leftKeys {
      let order = order(left[key] ?? .null, right[key] ?? .null)
      if order != 0 { return order }
    }
    return 0
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
