/// One mistake: what is wrong, where, why it is wrong here, and how to put it right.
package struct Diagnostic: Error, Sendable {
  package enum Severity: String, Sendable { case error, warning, note }

  package var severity: Severity
  /// What is wrong: first letter lower case, no full stop, the user's words in single quotes.
  package var message: String
  package var source: SourceText?
  package var range: SourceRange?
  /// Why it is wrong here; written beside the caret.
  package var reason: String?
  /// One way to put it right, for example `did you mean 'flatMap'?`.
  package var hint: String?
  /// Other places that belong to it, such as the first of two equal keys.
  package var notes: [Diagnostic]

  package init(
    _ severity: Severity, _ message: String, in source: SourceText? = nil, at range: SourceRange? = nil,
    reason: String? = nil, hint: String? = nil, notes: [Diagnostic] = []
  ) {
    self.severity = severity
    self.message = message
    self.source = source
    self.range = range
    self.reason = reason
    self.hint = hint
    self.notes = notes
  }

  /// An error.
  package init(
    _ message: String, in source: SourceText? = nil, at range: SourceRange? = nil, reason: String? = nil,
    hint: String? = nil, notes: [Diagnostic] = []
  ) {
    self.init(.error, message, in: source, at: range, reason: reason, hint: hint, notes: notes)
  }
}
