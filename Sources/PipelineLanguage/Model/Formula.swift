package import Diagnostics
package import Expressions

/// One use of an expression in the file.
package struct Formula: Sendable {
  package let expression: Expression
  package let range: SourceRange
  package let source: SourceText
  let pool: ExpressionPool

  package var text: String { expression.text }

  /// How many values it gives for one.
  var cardinality: Cardinality {
    switch expression.outputCount {
    case .one: .one
    case .atMostOne: .atMostOne
    case .many: .many
    }
  }

  /// Where a part of its text stands, in UTF-8 bytes; `nil` where the file writes it in another way, with escapes or folded.
  func range(of part: Range<Int>) -> SourceRange? {
    guard source.text(in: range) == text else { return nil }
    return source.range(ofOffsets: range.start.offset + part.lowerBound..<range.start.offset + part.upperBound)
  }

  /// Whether it may give another number of values than one.
  package var mayEmitSeveral: Bool { expression.outputCount != .one }
}

/// A string that may hold templates, `${ jq }`.
package struct TextTemplate: Sendable {
  package enum Part: Sendable {
    case literal(String)
    case formula(Formula)
  }

  package let parts: [Part]
  package let range: SourceRange

  /// The text itself where it holds no template.
  package var constant: String? {
    guard parts.count <= 1 else { return nil }
    return switch parts.first {
    case nil: ""
    case .literal(let text): text
    case .formula: nil
    }
  }

  /// The expressions in it.
  package var formulas: [Formula] {
    parts.compactMap { if case .formula(let formula) = $0 { formula } else { nil } }
  }

  /// Whether it is one template and nothing else, so that the value's type is kept.
  package var single: Formula? {
    guard parts.count == 1, case .formula(let formula) = parts[0] else { return nil }
    return formula
  }
}
