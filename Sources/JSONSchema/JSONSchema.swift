import CJSONSchema
package import Values

/// A JSON Schema (draft 7) made ready for checking values. Immutable: any number of threads may use it at once.
///
/// `format` and `content…` are annotations: they are not checked. A `pattern` is an ECMA 262 regular expression that
/// sees Unicode scalars.
package final class JSONSchema: Sendable {
  /// What the schema is called in the pipeline file.
  package let name: String
  /// What is allowed but was hardly meant, such as `requird`.
  package let warnings: [SchemaError]
  private let checker: SchemaChecker
  /// Its number among those that the checker knows.
  private let root: Int

  /// Checks the schema itself, follows its references and makes it ready.
  ///
  /// - Parameters:
  ///   - base: The address or path of the document that holds the schema; relative references are resolved against it.
  ///   - resolve: Gives what a `$ref` to elsewhere names, `nil` where there is no such thing. Asked once for each. A
  ///     reference that could be a type's name is asked for as that first.
  /// - Throws: `SchemaError` for the first fault, with its place.
  package init(
    compiling schema: JSONValue, named name: String, base: String = "",
    resolve: @escaping (SchemaReference) throws -> SchemaDocument? = { _ in nil }
  ) throws(SchemaError) {
    self.name = name
    var linker = Linker(resolve: resolve)
    try linker.link(schema, base: base)
    warnings = linker.warnings
    guard let checker = SchemaChecker(linker.linked, patterns: linker.patterns) else {
      throw SchemaError(
        message: "the schema cannot be made ready: memory is short", document: nil, pointer: "", hint: nil)
    }
    self.checker = checker
    root = 0
  }

  /// One of several that were made ready together; their warnings are told for all.
  init(_ checker: SchemaChecker, root: Int, named name: String) {
    self.name = name
    self.checker = checker
    self.root = root
    warnings = []
  }

  /// Every way in which the value does not fit, in the order of their places in the value; empty where it fits.
  package func validate(_ value: JSONValue) -> [SchemaViolation] {
    checker.check(value, root: root).map { $0.seen(fromType: name) }
  }
}
