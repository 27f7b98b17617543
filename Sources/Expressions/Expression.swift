import Values

/// A jq expression: its text, read and checked, but not tied to a run.
///
/// Making one costs microseconds and never starts libjq. A *plain* one (paths, literals, comparisons and the like) is also
/// evaluated without it.
package struct Expression: Sendable {
  /// As the user wrote it.
  package let text: String
  /// Every use of a variable that the expression does not bind itself, in the order of the text.
  package let variables: [VariableUse]

  let details: Details

  /// What is not needed to know the expression, in one box, so that copies are cheap.
  final class Details: Sendable {
    let root: SyntaxNode
    let plain: PlainCompiler.Result?
    let library: LibraryExpression

    init(root: SyntaxNode, plain: PlainCompiler.Result?, library: LibraryExpression) {
      self.root = root
      self.plain = plain
      self.library = library
    }
  }

  /// - Throws: the first mistake in the text, with its place. What only the installed libjq finds wrong is found by
  ///   `ExpressionProgram.check()`.
  package init(_ text: String) throws(ExpressionError) {
    self.text = text
    let syntax = try ExpressionParser.parse(text)
    let analysis = try Analysis(syntax.root, Array(text.utf8))
    variables = analysis.variables
    details = Details(
      root: syntax.root, plain: PlainCompiler.compile(syntax.root),
      library: LibraryExpression(text, syntax, analysis))
  }

  /// Whether it is evaluated without libjq.
  package var isPlain: Bool { details.plain != nil }

  /// The names of the variables it uses and does not bind, without `$`, each once.
  package var variableNames: [String] { details.library.variables }
}
