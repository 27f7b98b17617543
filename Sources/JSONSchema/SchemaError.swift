/// Why a schema cannot be used, and where in it the fault is.
package struct SchemaError: Error, Sendable, Equatable {
  /// What is wrong: lower case first, no full stop, the user's words in single quotes.
  package let message: String
  /// The document that holds the fault as the resolver knows it; `nil` for the schema that was given.
  package let document: SchemaReference?
  /// The faulty value's place in that document, as a JSON pointer (RFC 6901).
  package let pointer: String
  /// One way to put it right, for example `did you mean 'string'?`.
  package let hint: String?
}

/// What a `$ref` asks for when it leaves its own document.
package enum SchemaReference: Hashable, Sendable {
  /// Another named type: `$ref: Item` or `$ref: '#/types/Item'`.
  case type(String)
  /// A file or an address, resolved against the document that names it, without its fragment.
  case document(String)
}
