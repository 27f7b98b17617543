package import Diagnostics

/// What is wrong, why, and how to put it right, without its place.
///
/// The texts are static members beside the code that reports them.
package struct Finding: Sendable {
  package var message: String
  package var reason: String?
  package var hint: String?
  package var severity: Diagnostic.Severity

  package init(_ message: String, reason: String? = nil, hint: String? = nil, severity: Diagnostic.Severity = .error) {
    self.message = message
    self.reason = reason
    self.hint = hint
    self.severity = severity
  }
}

/// `did you mean 'x'?`, where one of the names is near; else the names, where they are few.
func suggestion(for name: String, among names: [String]) -> String? {
  if let near = closestMatch(to: name, among: names) { return "did you mean '\(near)'?" }
  if names.isEmpty || names.count > 12 { return nil }
  return "known: " + names.map { "'\($0)'" }.joined(separator: ", ")
}
