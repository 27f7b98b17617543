package import Values

/// A part of a condition that is the same whatever the value is.
package struct ConstantPart: Sendable {
  package enum Role: Sendable, Equatable {
    /// The whole expression.
    case whole
    /// One side of `and` or `or`.
    case operand(of: String)
    /// A comparison of something with itself.
    case sameSides
  }

  package let role: Role
  package let text: String
  /// In UTF-8 bytes of the whole expression.
  package let range: Range<Int>
  /// `nil` where it takes more than reading it to tell.
  package let value: JSONValue?
}

extension Expression {
  /// Whether it may give something else at another time, whatever its value and variables.
  package var asksForTime: Bool { details.library.functions.contains("now") }

  /// The parts of this condition, through `and`, `or` and `not`, that no value changes; only the whole where it is one.
  package var constantParts: [ConstantPart] {
    var parts: [ConstantPart] = []
    collectConstants(details.root, .whole, into: &parts)
    return parts
  }

  private func collectConstants(_ node: SyntaxNode, _ role: ConstantPart.Role, into parts: inout [ConstantPart]) {
    if node.isConstant {
      parts.append(part(node, role, valued: true))
      return
    }
    switch node.kind {
    case .binary(let word, let left, let right) where word == .and || word == .or:
      collectConstants(left, .operand(of: word.rawValue), into: &parts)
      collectConstants(right, .operand(of: word.rawValue), into: &parts)
    case .pipe(let inner, let last):
      // `claim | not`
      guard case .call("not", let arguments) = last.kind, arguments.isEmpty else { break }
      if inner.isConstant {
        let value = part(inner, role, valued: true).value.map { JSONValue.bool($0 == .null || $0 == .bool(false)) }
        parts.append(ConstantPart(role: role, text: text(of: node), range: node.range, value: value))
      } else {
        collectConstants(inner, .whole, into: &parts)
      }
    case .binary(let comparison, let left, let right) where comparison.isComparison:
      if left.isPath, text(of: left) == text(of: right) { parts.append(part(node, .sameSides, valued: false)) }
    default: break
    }
  }

  private func text(of node: SyntaxNode) -> String {
    String(decoding: Array(text.utf8)[node.range], as: UTF8.self)
  }

  private func part(_ node: SyntaxNode, _ role: ConstantPart.Role, valued: Bool) -> ConstantPart {
    let text = text(of: node)
    var value: JSONValue?
    if valued, let expression = try? Expression(text), expression.isPlain {
      value = try? ExpressionProgram([expression]).value(of: expression, .null)
    }
    return ConstantPart(role: role, text: text, range: node.range, value: value)
  }
}

extension SyntaxNode {
  /// Whether it gives the same whatever comes in. `false` wherever it cannot be told at a glance.
  fileprivate var isConstant: Bool {
    switch kind {
    case .literal: true
    case .string(nil, let parts):
      parts.allSatisfy { if case .interpolation(let node) = $0 { node.isConstant } else { true } }
    case .binary(let operation, let left, let right):
      left.isConstant && right.isConstant && (operation.isComparison || operation.isArithmetic || operation.isLogical)
    case .negate(let node): node.isConstant
    case .array(let node): node?.isConstant ?? true
    default: false
    }
  }

  /// `.`, `$x` or fields of them.
  fileprivate var isPath: Bool {
    switch kind {
    case .identity, .variable: true
    case .field(let target, _, _): target.isPath
    default: false
    }
  }
}

extension SyntaxNode.BinaryOperator {
  fileprivate var isLogical: Bool { self == .and || self == .or || self == .alternative }
}
