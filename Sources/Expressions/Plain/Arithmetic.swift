import Values

/// jq's `+ - * / %`. Whole numbers are computed exactly; what cannot be is an error that says so.
enum Arithmetic {
  static func apply(_ kind: SyntaxNode.BinaryOperator, _ left: JSONValue, _ right: JSONValue) throws(PlainFailure)
    -> JSONValue
  {
    switch (left, right) {
    case (.number(let left), .number(let right)): return .number(try numbers(kind, left, right))
    case (.null, let other) where kind == .plus: return other
    case (let other, .null) where kind == .plus: return other
    case (.string(let left), .string(let right)) where kind == .plus: return .string(left + right)
    case (.array(let left), .array(let right)) where kind == .plus: return .array(left + right)
    case (.object(var left), .object(let right)) where kind == .plus:
      for (key, value) in right { left[key] = value }
      return .object(left)
    case (.array(let left), .array(let right)) where kind == .minus:
      // Through a table, because pair by pair would be quadratic.
      let taken = Set(right)
      return .array(left.filter { !taken.contains($0) })
    case (.string, .number) where kind == .times, (.number, .string) where kind == .times,
      (.object, .object) where kind == .times, (.string, .string) where kind == .divide:
      throw .needsLibrary
    default: throw mismatch(kind, left, right)
    }
  }

  private static func mismatch(_ kind: SyntaxNode.BinaryOperator, _ left: JSONValue, _ right: JSONValue) -> PlainFailure
  {
    let word =
      switch kind {
      case .plus: "added"
      case .minus: "subtracted"
      case .times: "multiplied"
      default: "divided"
      }
    let (left, right) = ("\(left.kindName) (\(Access.shown(left)))", "\(right.kindName) (\(Access.shown(right)))")
    return .raised("\(left) and \(right) cannot be \(word)")
  }

  private static func numbers(_ kind: SyntaxNode.BinaryOperator, _ left: JSONNumber, _ right: JSONNumber)
    throws(PlainFailure) -> JSONNumber
  {
    if kind == .divide || kind == .modulo, right == JSONNumber(0) {
      let remainder = kind == .modulo ? " (remainder)" : ""
      throw .raised(
        "number (\(left.text)) and number (\(right.text)) cannot be divided\(remainder) because the divisor is zero")
    }
    if let leftInteger = Int(exactly: left), let rightInteger = Int(exactly: right) {
      if let exact = integers(kind, leftInteger, rightInteger) { return JSONNumber(exact) }
      // Only a division leaves whole numbers here that do not overflow; doubles hold them up to 2^53.
      let limit = 1 << 53
      guard kind == .divide, leftInteger.magnitude <= limit, rightInteger.magnitude <= limit else {
        throw inexact(kind, left, right)
      }
    }
    if kind == .modulo { throw .needsLibrary }
    guard left.survivesDouble, right.survivesDouble else { throw inexact(kind, left, right) }
    let result =
      switch kind {
      case .plus: left.doubleValue + right.doubleValue
      case .minus: left.doubleValue - right.doubleValue
      case .times: left.doubleValue * right.doubleValue
      default: left.doubleValue / right.doubleValue
      }
    guard let number = JSONNumber(result) else { throw inexact(kind, left, right) }
    return number
  }

  /// Nil where the result is no Int.
  private static func integers(_ kind: SyntaxNode.BinaryOperator, _ left: Int, _ right: Int) -> Int? {
    let result: (partialValue: Int, overflow: Bool)
    switch kind {
    case .plus: result = left.addingReportingOverflow(right)
    case .minus: result = left.subtractingReportingOverflow(right)
    case .times: result = left.multipliedReportingOverflow(by: right)
    case .modulo: return right == -1 ? 0 : left % right
    default:
      guard right != -1 else { return left == .min ? nil : -left }
      return left % right == 0 ? left / right : nil
    }
    return result.overflow ? nil : result.partialValue
  }

  private static func inexact(_ kind: SyntaxNode.BinaryOperator, _ left: JSONNumber, _ right: JSONNumber)
    -> PlainFailure
  {
    .fatal(
      ExpressionError(
        .precision, "'\(left.text) \(kind.rawValue) \(right.text)' cannot be computed without losing digits"))
  }
}
