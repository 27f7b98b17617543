package import Diagnostics
package import Values

/// A declared parameter of the pipeline.
package struct InputDeclaration: Sendable {
  package enum Kind: String, Sendable, CaseIterable { case string, number, boolean, list, object, file }

  package let name: String
  package let kind: Kind?
  package let defaultValue: JSONValue?
  package let isRequired: Bool
  package let isSecret: Bool
  /// The environment variable it is taken from where no flag gives it.
  package let environment: String?
  package let description: String?
  /// The file that declares it: the pipeline's, or one that it includes.
  package let source: SourceText
  package let range: SourceRange
  /// Of the default, where there is one.
  package let defaultRange: SourceRange?
}
