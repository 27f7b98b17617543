package import Values

/// A string that may hold expressions: `Bearer ${ $inputs.token }`.
///
/// `$${` stands for `${`. An expression ends at the `}` that matches; braces in its strings, objects and comments are its own.
package struct Template: Sendable {
  package enum Part: Sendable {
    case literal(String)
    /// - Parameter offset: where the expression's text starts, in UTF-8 bytes of the template.
    case expression(Expression, offset: Int)
  }

  /// A part with its value.
  package enum Piece: Sendable {
    case literal(String)
    case value(JSONValue, of: Expression)

    /// The piece as it stands inside of longer text.
    ///
    /// - Throws: for null, which is nearly always a missing field.
    package func text() throws(ExpressionError) -> String {
      switch self {
      case .literal(let text): return text
      case .value(let value, let expression): return try Template.text(of: value, from: expression)
      }
    }
  }

  /// As the user wrote it.
  package let source: String
  /// In order; literals are not empty and do not follow each other.
  package let parts: [Part]

  /// - Throws: the first mistake, its place in UTF-8 bytes of the template.
  package init(_ source: String) throws(ExpressionError) {
    self.source = source
    parts = try TemplateParser.parse(source)
  }

  package var expressions: [Expression] {
    parts.compactMap { if case .expression(let expression, _) = $0 { expression } else { nil } }
  }

  /// The text, where the template has no expression.
  package var literal: String? {
    switch parts.first {
    case nil: ""
    case .literal(let text)? where parts.count == 1: text
    default: nil
    }
  }

  /// The expression, where the template is one and nothing else: its value then keeps its type.
  package var soleExpression: Expression? {
    if parts.count == 1, case .expression(let expression, _) = parts[0] { expression } else { nil }
  }

  /// The value: of the sole expression as it is, else a string.
  package func value(_ program: ExpressionProgram, _ dot: JSONValue, in scope: ExpressionScope = ExpressionScope())
    throws(ExpressionError) -> JSONValue
  {
    if let literal { return .string(literal) }
    var text = ""
    for part in parts {
      switch part {
      case .literal(let literal): text += literal
      case .expression(let expression, let offset):
        let isSole = parts.count == 1
        let value = try Self.place(offset, expression) { () throws(ExpressionError) in
          let value = try program.value(of: expression, dot, in: scope)
          return isSole ? value : .string(try Self.text(of: value, from: expression))
        }
        if isSole { return value }
        text += value.asText
      }
    }
    return .string(text)
  }

  /// The parts with their values, for who writes each value differently by its place (the parts of a URL).
  ///
  /// - Throws: also where an expression has no output, or several.
  package func pieces(_ program: ExpressionProgram, _ dot: JSONValue, in scope: ExpressionScope = ExpressionScope())
    throws(ExpressionError) -> [Piece]
  {
    var pieces: [Piece] = []
    for part in parts {
      switch part {
      case .literal(let text): pieces.append(.literal(text))
      case .expression(let expression, let offset):
        let value = try Self.place(offset, expression) { () throws(ExpressionError) in
          try program.value(of: expression, dot, in: scope)
        }
        pieces.append(.value(value, of: expression))
      }
    }
    return pieces
  }

  /// A value as it stands inside of longer text: strings as they are, numbers and booleans as JSON writes them, lists and
  /// objects as compact JSON.
  package static func text(of value: JSONValue, from expression: Expression) throws(ExpressionError) -> String {
    guard !value.isNull else {
      throw ExpressionError(
        .failed, "'\(expression.text)' is null, which cannot stand in a text", hint: "write '// \"\"' to allow it")
    }
    return value.asText
  }

  /// Gives an error of an expression its place in the template.
  private static func place<Result>(
    _ offset: Int, _ expression: Expression, _ body: () throws(ExpressionError) -> Result
  ) throws(ExpressionError) -> Result {
    do throws(ExpressionError) {
      return try body()
    } catch {
      var error = error.moved(by: offset)
      error.range = error.range ?? offset..<offset + expression.text.utf8.count
      throw error
    }
  }
}
