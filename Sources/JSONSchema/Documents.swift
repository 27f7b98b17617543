import Values

/// The documents that make up a schema: the one given, and those that references lead to, each asked for once.
struct Documents {
  /// A schema and what references in it are resolved against.
  struct Target {
    let schema: JSONValue
    let place: SchemaPlace
    let scope: SchemaScope
  }

  private struct Document {
    let reference: SchemaReference?
    let schema: JSONValue
  }

  /// The types that are named from outside of themselves.
  private(set) var usedTypes: Set<String> = []
  /// Whether an `$id` could mean something else to a schema that does not lead to it.
  private(set) var hasAmbiguousNames = false

  private let resolve: (SchemaReference) throws -> SchemaDocument?
  private var documents: [Document] = []
  /// Schemas by the address that an `$id` or a file's own gives them.
  private var byAddress: [String: Target] = [:]
  private var types: [String: Target] = [:]
  /// Schemas by a plain name, `$id: '#name'`, within the schema that has the address.
  private var byName: [SchemaPlace: [String: Target]] = [:]
  /// The scope that begins at a place.
  private(set) var scopes: [SchemaPlace: SchemaScope] = [:]

  init(resolve: @escaping (SchemaReference) throws -> SchemaDocument?) { self.resolve = resolve }

  /// Takes a document in and finds the schemas in it that have names of their own.
  mutating func add(_ schema: JSONValue, reference: SchemaReference?, base: String) -> Target {
    let root = SchemaPlace(document: documents.count, pointer: "")
    documents.append(Document(reference: reference, schema: schema))
    let scope = SchemaScope(root: root, base: URIReference(base).document)
    scopes[root] = scope
    let target = Target(schema: schema, place: root, scope: scope)
    // A type's base is its file, which is a document of its own.
    if case .document = reference, !base.isEmpty { byAddress[scope.base] = byAddress[scope.base] ?? target }
    index(target)
    return target
  }

  /// Takes in a type that all others may name.
  mutating func add(type name: String, _ schema: JSONValue, base: String) -> Target {
    let root = add(schema, reference: .type(name), base: base)
    types[name] = root
    return root
  }

  func reference(of place: SchemaPlace) -> SchemaReference? { documents[place.document].reference }

  /// Whether the document says itself that it is of draft 7 or an earlier one.
  func isDeclaredOld(_ place: SchemaPlace) -> Bool {
    documents[place.document].schema["$schema"]?.stringValue?.contains("/draft-0") == true
  }

  /// The place in words for reports: a pointer, after the document's name where it is not the schema given.
  func text(of place: SchemaPlace) -> String {
    switch documents[place.document].reference {
    case nil: place.pointer
    case .type(let name): "\(name)#\(place.pointer)"
    case .document(let address): "\(address)#\(place.pointer)"
    }
  }

  /// The schema that `$ref: text` at `place` means.
  mutating func target(of text: String, in scope: SchemaScope, at place: SchemaPlace) throws(SchemaError) -> Target {
    let reference = URIReference(text)
    let fragment = withoutPercents(reference.fragment ?? "")
    if reference.isFragmentOnly {
      if let found = find(fragment, from: scope.root) { return found }
      if let named = try namedType(fragment, at: place) { return named }
      throw error("'$ref' names '\(text)', which is not in the schema", at: place)
    }
    let address = reference.resolved(against: scope.base).document
    if let root = byAddress[address] ?? byAddress[address + "#"] {
      return try find(fragment, from: root, text, at: place)
    }
    if !text.contains(where: { "/.:#?".contains($0) }), let named = try type(text, at: place) { return named }
    if address == MetaSchema.address {
      let root = add(MetaSchema.make(), reference: .document(address), base: address)
      return try find(fragment, from: root, text, at: place)
    }
    guard let document = try load(.document(address), at: place) else {
      throw error("'$ref' names '\(text)', which is not there", at: place)
    }
    let root = add(document.schema, reference: .document(address), base: document.base ?? address)
    if byAddress[address] == nil { byAddress[address] = root }
    return try find(fragment, from: root, text, at: place)
  }

  func error(_ message: String, at place: SchemaPlace, hint: String? = nil) -> SchemaError {
    SchemaError(message: message, document: reference(of: place), pointer: place.pointer, hint: hint)
  }

  private mutating func load(_ wanted: SchemaReference, at place: SchemaPlace) throws(SchemaError) -> SchemaDocument? {
    do {
      return try resolve(wanted)
    } catch let error as SchemaError {
      throw error
    } catch {
      throw self.error("'$ref' cannot be followed: \(error)", at: place)
    }
  }

  /// `/types/NAME` and what may follow: the types of the pipeline file, seen from one of them.
  private mutating func namedType(_ fragment: String, at place: SchemaPlace) throws(SchemaError) -> Target? {
    guard let tokens = pointerTokens(fragment), tokens.count >= 2, tokens[0] == "types",
      let root = try type(tokens[1], at: place)
    else { return nil }
    return find(tokens.dropFirst(2).map { "/" + escapedPointerToken($0) }.joined(), from: root.place)
  }

  private mutating func type(_ name: String, at place: SchemaPlace) throws(SchemaError) -> Target? {
    if reference(of: place) != .type(name) { usedTypes.insert(name) }
    if let known = types[name] { return known }
    guard let document = try load(.type(name), at: place) else { return nil }
    return add(type: name, document.schema, base: document.base ?? "")
  }

  private func find(_ fragment: String, from root: Target, _ text: String, at place: SchemaPlace) throws(SchemaError)
    -> Target
  {
    guard let found = find(fragment, from: root.place) else {
      throw error("'$ref' names '\(text)', but the document has no '#\(fragment)'", at: place)
    }
    return found
  }

  /// What a decoded fragment means in the schema at `root`.
  private func find(_ fragment: String, from root: SchemaPlace) -> Target? {
    guard let tokens = pointerTokens(fragment) else { return byName[root]?[fragment] }
    guard var scope = scopes[root], var value = value(at: root) else { return nil }
    var place = root
    for token in tokens {
      guard let next = Self.step(into: value, token) else { return nil }
      value = next
      place = place.appending(token)
      scope = scopes[place] ?? scope
    }
    return Target(schema: value, place: place, scope: scope)
  }

  private func value(at place: SchemaPlace) -> JSONValue? {
    var value = documents[place.document].schema
    for token in pointerTokens(place.pointer) ?? [] {
      guard let next = Self.step(into: value, token) else { return nil }
      value = next
    }
    return value
  }

  private static func step(into value: JSONValue, _ token: String) -> JSONValue? {
    switch value {
    case .object(let members): return members[token]
    case .array(let elements):
      // RFC 6901: no sign, no nought before other digits.
      guard let index = Int(token), String(index) == token, elements.indices.contains(index) else { return nil }
      return elements[index]
    default: return nil
    }
  }

  /// Goes through all schemas below a root: by a list of what is left, since a schema may be deep.
  private mutating func index(_ root: Target) {
    var left = [root]
    while let target = left.popLast() {
      guard case .object(let members) = target.schema else { continue }
      var scope = target.scope
      // An `$id` beside a `$ref` is passed over, as all its siblings are.
      if members["$ref"]?.stringValue == nil, let identifier = members["$id"]?.stringValue {
        scope = name(target, identifier)
      }
      for (keyword, value) in members {
        for (schema, place) in Keyword.subschemas(of: keyword, value, at: target.place) {
          left.append(Target(schema: schema, place: place, scope: scope))
        }
      }
    }
  }

  /// Notes what an `$id` says; gives the scope within.
  private mutating func name(_ target: Target, _ identifier: String) -> SchemaScope {
    let reference = URIReference(identifier)
    var scope = target.scope
    if !reference.isFragmentOnly {
      scope = SchemaScope(root: target.place, base: reference.resolved(against: target.scope.base).document)
      scopes[target.place] = scope
      let named = Target(schema: target.schema, place: target.place, scope: scope)
      if byAddress[scope.base] != nil || !scope.base.contains("://") { hasAmbiguousNames = true }
      byAddress[scope.base] = byAddress[scope.base] ?? named
    }
    if let fragment = reference.fragment, !fragment.isEmpty, !fragment.hasPrefix("/") {
      let named = Target(schema: target.schema, place: target.place, scope: scope)
      byName[scope.root, default: [:]][withoutPercents(fragment)] = named
    }
    return scope
  }
}
