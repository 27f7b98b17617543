/// One way in which a value does not fit its schema.
package struct SchemaViolation: Sendable, Equatable {
  /// Where in the value, as a JSON pointer (RFC 6901); empty for the value itself.
  package let pointer: String
  /// What is wrong there, as the rest of a sentence about that place: `is missing the property 'signedUrl'`.
  package let message: String
  /// The keyword that is broken, for example `required`.
  package let keyword: String
  /// Where that keyword stands: a JSON pointer into the schema, after the document's name and `#` where that is another document.
  package let schemaPointer: String
}

extension SchemaViolation {
  /// The same for a reader who knows that the type is meant: its own places go without its name.
  func seen(fromType name: String) -> SchemaViolation {
    guard schemaPointer.hasPrefix(name + "#") else { return self }
    return SchemaViolation(
      pointer: pointer, message: message, keyword: keyword,
      schemaPointer: String(schemaPointer.dropFirst(name.count + 1)))
  }
}
