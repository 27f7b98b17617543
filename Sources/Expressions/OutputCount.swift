import Values

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
  package var outputCount: OutputCount { details.root.outputCount([:]) }
}

/// A function that `def` brings.
private struct Definition {
  var count: OutputCount
  /// For each parameter whether it is a value: the function runs once for each that is handed over.
  var takesValues: [Bool] = []
}

extension SyntaxNode {
  /// - Parameter defined: the functions that `def` brings, by name and number of arguments.
  fileprivate func outputCount(_ defined: [String: Definition]) -> OutputCount {
    func count(_ node: SyntaxNode?) -> OutputCount { node?.outputCount(defined) ?? .one }
    switch kind {
    case .identity, .literal, .array, .variable, .location, .format, .reduce: return .one
    case .field(let target, _, _), .negate(let target): return count(target)
    case .index(let target, let key): return count(target).times(count(key))
    case .slice(let target, let from, let to): return count(target).times(count(from)).times(count(to))
    case .string(_, let parts):
      return parts.reduce(.one) { total, part in
        if case .interpolation(let node) = part { total.times(count(node)) } else { total }
      }
    case .object(let entries):
      return entries.reduce(.one) { total, entry in total.times(count(entry.key.part)).times(count(entry.value)) }
    case .pipe(let first, let second): return count(first).times(count(second))
    case .binary(.alternative, let first, let second):
      // Of several outputs on the left, all that are not null pass; none of them: the right.
      return count(first) == .many ? .many : count(second)
    case .binary(_, let first, let second): return count(first).times(count(second))
    case .binding(let source, _, let body): return count(source).times(count(body))
    case .conditional(let branches, let otherwise):
      return branches.reduce(count(otherwise)) { $0.or(count($1.result)).times(count($1.condition)) }
    case .optional(let node): return count(node).times(.atMostOne)
    case .attempt(let node, let handler): return count(node).or(handler.map { count($0) } ?? .atMostOne)
    case .define(let function, let body):
      var inner = defined
      let key = Self.key(function.name, function.parameters.count)
      // A function that calls itself may do so for ever, and what is handed to one may be anything.
      inner[key] = Definition(count: .many)
      for parameter in function.parameters {
        let isValue = parameter.hasPrefix("$")
        inner[Self.key(isValue ? String(parameter.dropFirst()) : parameter, 0)] = Definition(
          count: isValue ? .one : .many)
      }
      var outer = defined
      outer[key] = Definition(
        count: function.body.outputCount(inner), takesValues: function.parameters.map { $0.hasPrefix("$") })
      return body.outputCount(outer)
    case .call(let name, let arguments):
      if let own = defined[Self.key(name, arguments.count)] {
        return zip(arguments, own.takesValues).reduce(own.count) { $1.1 ? $0.times(count($1.0)) : $0 }
      }
      return callCount(name, arguments, count)
    case .descendants, .iterate, .comma, .foreach, .label, .leave: return .many
    }
  }

  private static func key(_ name: String, _ arguments: Int) -> String { "\(name)/\(arguments)" }

  private func callCount(
    _ name: String, _ arguments: [SyntaxNode], _ count: (SyntaxNode?) -> OutputCount
  ) -> OutputCount {
    let given = arguments.reduce(OutputCount.one) { $0.times(count($1)) }
    switch (name, arguments.count) {
    case ("empty", 0): return .atMostOne
    case ("select", 1): return given == .one ? .atMostOne : .many
    case ("first", 1), ("last", 1): return given == .one ? .one : .atMostOne
    case ("nth", 2): return count(arguments[0]) == .many ? .many : .atMostOne
    case ("limit", 2):
      if case .literal(let value) = arguments[0].kind, let most = value.intValue, most <= 1 { return .atMostOne }
      return given
    case ("until", 2): return given
    case ("path", 1): return given
    case ("capture", 1): return given.times(.atMostOne)
    case ("isempty", 1), ("any", 2), ("all", 2), ("IN", 1), ("INDEX", 1): return .one
    case ("error", _): return .one
    case (let name, 0) where Self.filtersByType.contains(name): return .atMostOne
    case (let name, 1) where Self.gathers.contains(name): return .one
    case (let name, 0) where Self.oneToOne.contains(name): return .one
    case (let name, _) where Self.oneForEachArgument.contains(name): return given
    default: return .many
    }
  }

  private static let filtersByType: Set<String> = [
    "values", "nulls", "strings", "numbers", "booleans", "arrays", "objects", "scalars", "iterables",
  ]

  /// What they are given may have several outputs: all go into the one that they give.
  private static let gathers: Set<String> = [
    "map", "map_values", "sort_by", "group_by", "unique_by", "min_by", "max_by", "with_entries", "any", "all", "del",
    "add", "walk", "pick",
  ]

  private static let oneToOne: Set<String> = [
    "length", "utf8bytelength", "not", "keys", "keys_unsorted", "add", "any", "all", "flatten", "floor", "ceil",
    "round", "sqrt", "fabs", "log", "log2", "log10", "exp", "exp2", "exp10", "trunc", "type", "sort", "unique",
    "reverse", "min", "max", "tostring", "tonumber", "tojson", "fromjson", "explode", "implode", "ascii_downcase",
    "ascii_upcase", "to_entries", "from_entries", "transpose", "now", "todate", "fromdate", "date", "todateiso8601",
    "fromdateiso8601", "mktime", "gmtime", "localtime", "trim", "ltrim", "rtrim", "abs", "toarray", "ascii",
    "isnan", "isinfinite", "isnormal", "infinite", "nan", "first", "last", "debug", "true", "false",
    "null",
  ]

  private static let oneForEachArgument: Set<String> = [
    "has", "contains", "inside", "startswith", "endswith", "ltrimstr", "rtrimstr", "split", "join", "test", "index",
    "rindex", "indices", "in", "strftime", "strptime", "strflocaltime", "pow", "getpath", "setpath", "delpaths", "sub",
    "gsub", "flatten", "nth", "bsearch", "tojson", "ascii", "debug", "dateadd", "datesub",
  ]
}
