package import Values

/// A document that a resolver hands out.
package struct SchemaDocument: Sendable {
  package let schema: JSONValue
  /// What the document's own relative references are resolved against; `nil` for the address it was asked for by.
  package let base: String?

  package init(_ schema: JSONValue, base: String? = nil) {
    self.schema = schema
    self.base = base
  }
}
