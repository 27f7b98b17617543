import Values

struct LiteralOperation: SinglePlainOperation {
  var value: JSONValue

  func one(_ dot: JSONValue, _ context: PlainContext) throws(PlainFailure) -> JSONValue { value }
}

/// `==`, `<` and the like, in jq's order of all values.
struct ComparisonOperation: SinglePlainOperation {
  var kind: SyntaxNode.BinaryOperator
  var left: any SinglePlainOperation
  var right: any SinglePlainOperation

  func one(_ dot: JSONValue, _ context: PlainContext) throws(PlainFailure) -> JSONValue {
    let right = try right.one(dot, context)
    let left = try left.one(dot, context)
    switch kind {
    case .equal: return .bool(left == right)
    case .notEqual: return .bool(left != right)
    case .less: return .bool(left < right)
    case .lessOrEqual: return .bool(left <= right)
    case .greater: return .bool(left > right)
    case .greaterOrEqual: return .bool(left >= right)
    default: preconditionFailure("'\(kind.rawValue)' is no comparison")
    }
  }
}

struct ArithmeticOperation: SinglePlainOperation {
  var kind: SyntaxNode.BinaryOperator
  var left: any SinglePlainOperation
  var right: any SinglePlainOperation

  func one(_ dot: JSONValue, _ context: PlainContext) throws(PlainFailure) -> JSONValue {
    let right = try right.one(dot, context)
    let left = try left.one(dot, context)
    return try Arithmetic.apply(kind, left, right)
  }
}

struct NegateOperation: SinglePlainOperation {
  var operand: any SinglePlainOperation

  func one(_ dot: JSONValue, _ context: PlainContext) throws(PlainFailure) -> JSONValue {
    let value = try operand.one(dot, context)
    guard case .number(let number) = value else {
      throw .raised("\(value.kindName) (\(Access.shown(value))) cannot be negated")
    }
    // Through the text, because every number can be negated exactly.
    let text = number.text
    return JSONNumber(text.hasPrefix("-") ? String(text.dropFirst()) : "-" + text).map(JSONValue.number) ?? value
  }
}

/// `and`, `or`: the right side is evaluated only where the left one does not decide.
struct LogicOperation: SinglePlainOperation {
  var isAnd: Bool
  var left: any SinglePlainOperation
  var right: any SinglePlainOperation

  func one(_ dot: JSONValue, _ context: PlainContext) throws(PlainFailure) -> JSONValue {
    if try left.one(dot, context).isTruthy != isAnd { return .bool(!isAnd) }
    return .bool(try right.one(dot, context).isTruthy)
  }
}

/// `left // right`, where the left side has one output.
struct AlternativeOperation: SinglePlainOperation {
  var left: any SinglePlainOperation
  var right: any SinglePlainOperation

  func one(_ dot: JSONValue, _ context: PlainContext) throws(PlainFailure) -> JSONValue {
    let value = try left.one(dot, context)
    return value.isTruthy ? value : try right.one(dot, context)
  }
}

/// `left // right`, where either side may have any number of outputs.
struct AlternativesOperation: PlainOperation {
  var left: any PlainOperation
  var right: any PlainOperation

  func each(
    _ dot: JSONValue, _ context: PlainContext, _ emit: (JSONValue) throws(PlainFailure) -> Void
  ) throws(PlainFailure) {
    var isDone = false
    try left.each(dot, context) { value throws(PlainFailure) in
      guard value.isTruthy else { return }
      isDone = true
      try emit(value)
    }
    if !isDone { try right.each(dot, context, emit) }
  }
}

extension JSONValue {
  /// jq's truth: all but `false` and `null`.
  package var isTruthy: Bool {
    switch self {
    case .null, .bool(false): false
    default: true
    }
  }
}
