import Diagnostics
import Expressions
import Values

/// An `expect`, a `filter` or a `first` that is decided before any value comes.
enum ConstantCheckRule: CheckRule {
  static let needsWholeFile = false

  static func check(_ file: CheckedFile) {
    file.forEachStep { step in
      switch step.operation {
      case let expect as ExpectStep:
        for check in expect.checks { self.check(check.formula, .expect, in: file) }
      case let filter as FilterStep: check(filter.predicate, .filter, in: file)
      case let first as FirstStep: first.predicate.map { check($0, .first, in: file) }
      default: break
      }
    }
  }

  fileprivate enum Use { case expect, filter, first }

  private static func check(_ formula: Formula, _ use: Use, in file: CheckedFile) {
    for part in formula.expression.constantParts {
      let finding: Finding
      switch part.role {
      case .whole: finding = .constant(part, use)
      case .operand(let word): finding = .constantOperand(part, of: word)
      case .sameSides: finding = .sameSides(part.text)
      }
      file.report(finding, at: formula.range(of: part.range) ?? formula.range)
    }
  }
}

extension Finding {
  fileprivate static func constant(_ part: ConstantPart, _ use: ConstantCheckRule.Use) -> Finding {
    let holds = use == .expect ? part.value == .bool(true) : part.value.map { $0 != .null && $0 != .bool(false) }
    let message =
      switch (use, holds) {
      case (.expect, true?): "this expect always holds"
      case (.expect, _): "this expect never holds"
      case (.filter, true?): "this filter lets every value through"
      case (.filter, false?): "this filter lets no value through"
      case (.first, true?): "every value is taken for the first"
      case (.first, false?): "no value is ever the first"
      case (_, nil): "this is decided before any value comes"
      }
    var hint = "a field of the value is written .name"
    if use == .first, let count = part.value?.intValue { hint = "the first \(count) values are 'prefix: \(count)'" }
    if use == .expect, let value = part.value, value.boolValue == nil {
      return Finding(
        message, reason: "it is \(value.text()) whatever the value, and only true holds", hint: hint, severity: .warning
      )
    }
    return Finding(message, reason: "it does not look at the value", hint: hint, severity: .warning)
  }

  fileprivate static func constantOperand(_ part: ConstantPart, of word: String) -> Finding {
    let isTrue = part.value.map { $0 != .null && $0 != .bool(false) } ?? true
    let decides = isTrue == (word == "or")
    return Finding(
      "'\(part.text)' is always \(isTrue ? "true" : "false") here",
      reason: decides ? "so '\(word)' always gives \(isTrue), whatever its other side is" : "so it changes nothing",
      hint: "each side of '\(word)' is a comparison of its own: .a == 1 \(word) .b == 2", severity: .warning)
  }

  fileprivate static func sameSides(_ text: String) -> Finding {
    Finding("both sides are the same", reason: "'\(text)' says nothing of the value", severity: .warning)
  }
}
