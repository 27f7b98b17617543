package import Diagnostics
package import Values

/// A set of inputs that the pipeline is run with once.
package struct CaseDeclaration: Sendable {
  /// From 1.
  package let number: Int
  /// By name, each of its input's type.
  package let values: JSONObject
  /// The file that holds it: the pipeline, or one with data.
  package let source: SourceText
  package let range: SourceRange
  /// Where the value of an input stands that is the path of a file.
  package let files: [String: SourceRange]
  /// What it is called in reports: its values.
  package let label: String
}
