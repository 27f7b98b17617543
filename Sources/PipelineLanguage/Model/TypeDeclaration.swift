package import Diagnostics
package import JSONSchema

/// A named JSON Schema.
package struct TypeDeclaration: Sendable {
  package let name: String
  /// The file that declares it: the pipeline's, or one that it includes.
  package let source: SourceText
  package let range: SourceRange
  /// `nil` only where a mistake in it was diagnosed.
  package let schema: JSONSchema?
}

/// `TYPE` or `[TYPE]`.
package struct TypeReference: Sendable {
  /// Its place among the file's types.
  package let type: Int
  package let name: String
  package let isList: Bool
}
