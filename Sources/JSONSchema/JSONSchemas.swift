package import Values

/// Schemas that may name each other, made ready together: what several of them reach is made once.
package struct JSONSchemas: Sendable {
  package struct Member: Sendable {
    let name: String
    let schema: JSONValue
    /// What its relative references are resolved against.
    let base: String

    package init(name: String, schema: JSONValue, base: String) {
      self.name = name
      self.schema = schema
      self.base = base
    }
  }

  /// What is wrong, or hardly meant, told once however many schemas reach it.
  package struct Fault: Error, Sendable {
    /// The place of the member that has it, or that led to the document that has it.
    package let member: Int
    package let error: SchemaError

    init(_ error: SchemaError, foundFrom member: Int, of members: [Member]) {
      guard case .type(let name) = error.document, let own = members.firstIndex(where: { $0.name == name }) else {
        self.member = member
        self.error = error
        return
      }
      self.member = own
      self.error = SchemaError(message: error.message, document: nil, pointer: error.pointer, hint: error.hint)
    }
  }

  /// In the order of the members.
  package let schemas: [JSONSchema]
  package let warnings: [Fault]
  /// The members that others name.
  package let usedNames: Set<String>
  /// How many schemas were made ready, those inside of others counted: what the work is in proportion to.
  package let size: Int

  /// - Parameters:
  ///   - members: of different names.
  ///   - resolve: Gives what a `$ref` to a document names, as for one schema; asked once for each.
  /// - Returns: `nil` where an `$id` may mean one thing to one of them and another to another, so that each has to be made
  ///   by itself.
  package init?(
    compiling members: [Member], resolve: @escaping (SchemaReference) throws -> SchemaDocument?
  ) throws(Fault) {
    var linker = Linker(resolve: resolve)
    guard let roots = try linker.link(members), roots.count == members.count,
      let checker = SchemaChecker(linker.linked, patterns: linker.patterns)
    else { return nil }
    schemas = zip(members, roots).map { JSONSchema(checker, root: $1, named: $0.name) }
    warnings = zip(linker.warningMembers, linker.warnings).map { Fault($1, foundFrom: $0, of: members) }
    usedNames = linker.usedTypes
    size = linker.linked.count
  }
}
