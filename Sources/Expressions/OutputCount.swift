/// How many outputs an expression has for one value, as far as its text tells.
package enum OutputCount: Sendable, Equatable {
  /// One, unless it fails.
  case one
  case atMostOne
  case many

  fileprivate func times(_ other: OutputCount) -> OutputCount {
    switch (self, other) {
    case (.many, _), (_, .many): .many
    case (.atMostOne, _), (_, .atMostOne): .atMostOne
    case (.one, .one): .one
    }
  }

  /// Of either.
  fileprivate func or(_ other: OutputCount) -> OutputCount { self == other ? self : times(other) }
}

extension Expression {
  /// `many` wherever it cannot be told.
  package var outputCount: OutputCount { details.root.outputCount }
}

extension SyntaxNode {
  fileprivate var outputCount: OutputCount {
    switch kind {
    case .identity, .literal, .array, .variable, .location, .format, .reduce: .one
    case .field(let target, _, _), .negate(let target): target.outputCount
    case .index(let target, let key): target.outputCount.times(key.outputCount)
    case .slice(let target, let from, let to):
      target.outputCount.times(from?.outputCount ?? .one).times(to?.outputCount ?? .one)
    case .string(_, let parts):
      parts.reduce(.one) { count, part in
        if case .interpolation(let node) = part { count.times(node.outputCount) } else { count }
      }
    case .object(let entries): entries.reduce(.one) { $0.times($1.outputCount) }
    case .pipe(let first, let second): first.outputCount.times(second.outputCount)
    case .binary(.alternative, let first, let second):
      // Of several outputs on the left, all that are not null pass; none of them: the right.
      first.outputCount == .many ? .many : second.outputCount
    case .binary(_, let first, let second): first.outputCount.times(second.outputCount)
    case .binding(let source, _, let body): source.outputCount.times(body.outputCount)
    case .conditional(let branches, let otherwise):
      branches.reduce(otherwise?.outputCount ?? .one) { $0.or($1.result.outputCount).times($1.condition.outputCount) }
    case .optional(let node): node.outputCount.times(.atMostOne)
    case .attempt(let node, let handler): node.outputCount.or(handler?.outputCount ?? .atMostOne)
    // A function may hide one of jq's.
    case .define: .many
    case .call(let name, let arguments): callCount(name, arguments)
    case .descendants, .iterate, .comma, .foreach, .label, .leave: .many
    }
  }

  private func callCount(_ name: String, _ arguments: [SyntaxNode]) -> OutputCount {
    switch (name, arguments.count) {
    case ("empty", 0): .atMostOne
    case ("select", 1): arguments[0].outputCount == .one ? .atMostOne : .many
    case ("values", 0), ("nulls", 0), ("strings", 0), ("numbers", 0), ("booleans", 0), ("arrays", 0), ("objects", 0),
      ("scalars", 0), ("iterables", 0):
      .atMostOne
    case ("map", 1), ("map_values", 1), ("sort_by", 1), ("group_by", 1), ("unique_by", 1), ("min_by", 1), ("max_by", 1),
      ("with_entries", 1), ("any", 1), ("all", 1), ("del", 1), ("add", 1), ("walk", 1), ("to_entries", 1):
      .one
    case ("error", _): .one
    case (let name, 0) where Self.oneToOne.contains(name): .one
    case ("has", 1), ("contains", 1), ("inside", 1), ("startswith", 1), ("endswith", 1), ("ltrimstr", 1),
      ("rtrimstr", 1),
      ("split", 1), ("join", 1), ("test", 1), ("test", 2), ("index", 1), ("rindex", 1), ("in", 1), ("strftime", 1),
      ("pow", 2), ("getpath", 1):
      arguments.reduce(.one) { $0.times($1.outputCount) }
    default: .many
    }
  }

  private static let oneToOne: Set<String> = [
    "length", "utf8bytelength", "not", "keys", "keys_unsorted", "add", "any", "all", "flatten", "floor", "ceil",
    "round",
    "sqrt", "type", "sort", "unique", "reverse", "min", "max", "tostring", "tonumber", "tojson", "fromjson", "explode",
    "implode", "ascii_downcase", "ascii_upcase", "to_entries", "from_entries", "transpose", "now", "todate", "fromdate",
    "mktime", "gmtime", "trim", "ltrim", "rtrim", "abs", "ascii", "isnan", "isinfinite", "isnormal", "first", "last",
  ]
}

extension SyntaxNode.ObjectEntry {
  fileprivate var outputCount: OutputCount {
    let value = value?.outputCount ?? .one
    if case .computed(let key) = key { return key.outputCount.times(value) }
    return value
  }
}
