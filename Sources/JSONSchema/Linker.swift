import Values

/// Checks a schema and all it refers to, and brings it into the form that the checker is built from: a list of schemas
/// that name each other by number.
struct Linker {
  private struct Work {
    let target: Documents.Target
    let number: Int
  }

  private(set) var linked: [JSONValue] = []
  private(set) var patterns: [Pattern] = []
  private(set) var warnings: [SchemaError] = []
  /// For each warning the type that led to it, where types are linked together.
  private(set) var warningMembers: [Int] = []

  private var documents: Documents
  private var places: [SchemaPlace] = []
  private var numbers: [SchemaPlace: Int] = [:]
  private var patternNumbers: [[UInt8]: Int] = [:]
  /// The schemas that each applies to the same value as itself.
  private var inPlace: [[Int]] = []
  private var left: [Work] = []

  init(resolve: @escaping (SchemaReference) throws -> SchemaDocument?) { documents = Documents(resolve: resolve) }

  mutating func link(_ schema: JSONValue, base: String) throws(SchemaError) {
    let root = documents.add(schema, reference: nil, base: base)
    _ = number(of: root.schema, at: root.place, in: root.scope)
    while let work = left.popLast() { linked[work.number] = try link(work) }
    try refuseCircles()
  }

  /// Links types that may name each other; what is wrong is thrown with the number of the type that led to it.
  ///
  /// - Returns: the number of each one's schema; `nil` where names in them may mean one thing to one and another to another.
  mutating func link(_ types: [JSONSchemas.Member]) throws(JSONSchemas.Fault) -> [Int]? {
    // All are known before the first is followed.
    let roots = types.map { documents.add(type: $0.name, $0.schema, base: $0.base) }
    for (member, root) in roots.enumerated() {
      do throws(SchemaError) {
        _ = number(of: root.schema, at: root.place, in: root.scope)
        while let work = left.popLast() { linked[work.number] = try link(work) }
      } catch {
        throw JSONSchemas.Fault(error, foundFrom: member, of: types)
      }
      warningMembers += Array(repeating: member, count: warnings.count - warningMembers.count)
    }
    do throws(SchemaError) { try refuseCircles() } catch { throw JSONSchemas.Fault(error, foundFrom: 0, of: types) }
    return documents.hasAmbiguousNames ? nil : roots.compactMap { numbers[$0.place] }
  }

  var usedTypes: Set<String> { documents.usedTypes }

  private mutating func number(of schema: JSONValue, at place: SchemaPlace, in scope: SchemaScope) -> Int {
    if let known = numbers[place] { return known }
    let number = linked.count
    numbers[place] = number
    linked.append(.null)
    places.append(place)
    inPlace.append([])
    let target = Documents.Target(schema: schema, place: place, scope: documents.scopes[place] ?? scope)
    left.append(Work(target: target, number: number))
    return number
  }

  private mutating func link(_ work: Work) throws(SchemaError) -> JSONValue {
    let target = work.target
    let name = JSONValue.string(documents.text(of: target.place))
    switch target.schema {
    case .bool(true): return .object(JSONObject([("place", name)]))
    case .bool(false): return .object(JSONObject([("place", name), ("never", .bool(true))]))
    case .object(let members):
      var result = JSONObject([("place", name)])
      if let reference = members["$ref"] {
        // In draft 7 nothing beside a `$ref` counts.
        let place = target.place.appending("$ref")
        guard let text = reference.stringValue else { throw wrongKind("$ref", reference, "a string", at: place) }
        let found = try documents.target(of: text, in: target.scope, at: place)
        let other = number(of: found.schema, at: found.place, in: found.scope)
        inPlace[work.number].append(other)
        result["allOf"] = .array([number(other)])
        return .object(result)
      }
      for (keyword, value) in members { try link(keyword, value, of: members, work, into: &result) }
      return .object(result)
    default:
      throw documents.error(
        "this is \(article(target.schema)) where a schema is wanted: an object, true or false", at: target.place)
    }
  }

  private mutating func link(
    _ keyword: String, _ value: JSONValue, of members: JSONObject, _ work: Work, into result: inout JSONObject
  ) throws(SchemaError) {
    let place = work.target.place.appending(keyword)
    guard let kind = Keyword.kinds[keyword] else { return try unknown(keyword, at: place) }
    switch kind {
    case .any:
      if keyword == "const" { result["const"] = value }
    case .string:
      guard value.stringValue != nil else { throw wrongKind(keyword, value, "a string", at: place) }
    case .boolean:
      guard value.boolValue != nil else { throw wrongKind(keyword, value, "true or false", at: place) }
      if keyword == "uniqueItems" { result[keyword] = value }
    case .list:
      guard value.arrayValue != nil else { throw wrongKind(keyword, value, "a list", at: place) }
      if keyword == "enum" { result[keyword] = value }
    case .number, .positive:
      guard let number = value.numberValue else { throw wrongKind(keyword, value, "a number", at: place) }
      if kind == .positive, !isPositive(number) {
        throw documents.error("'\(keyword)' is \(number.text) where a number above 0 is wanted", at: place)
      }
      result[keyword] = value
    case .count: result[keyword] = try count(keyword, value, at: place)
    case .names: result[keyword] = try .array(names(keyword, value, "property names", at: place).map { .string($0) })
    case .type: result[keyword] = try types(value, at: place)
    case .pattern:
      guard let text = value.stringValue else { throw wrongKind(keyword, value, "a regular expression", at: place) }
      result[keyword] = try pattern(text, at: place)
      result["patternSource"] = value
    case .schema, .schemas, .schemaOrSchemas, .schemaMap, .patternMap, .dependencies:
      let schemas = try subschemas(kind, keyword, value, work)
      if keyword != "definitions" { result[keyword] = schemas }
    }
  }

  // MARK: - Keywords that hold schemas

  private mutating func subschemas(
    _ kind: Keyword.Kind, _ keyword: String, _ value: JSONValue, _ work: Work
  ) throws(SchemaError) -> JSONValue {
    let place = work.target.place.appending(keyword)
    switch (kind, value) {
    case (.schemas, .array(let elements)), (.schemaOrSchemas, .array(let elements)):
      if kind == .schemas, elements.isEmpty { throw documents.error("'\(keyword)' lists no schema", at: place) }
      var numbers: [JSONValue] = []
      for (index, schema) in elements.enumerated() {
        numbers.append(add(schema, at: place.appending(String(index)), keyword, work))
      }
      return .array(numbers)
    case (.schemas, _): throw wrongKind(keyword, value, "a list of schemas", at: place)
    case (.schemaMap, .object(let members)), (.patternMap, .object(let members)),
      (.dependencies, .object(let members)):
      var result: [(String, JSONValue)] = []
      for (key, schema) in members {
        let inner = place.appending(key)
        if kind == .dependencies, schema.arrayValue != nil {
          try result.append((key, .array(names(key, schema, "property names", at: inner).map { .string($0) })))
          continue
        }
        let name = kind == .patternMap ? try pattern(key, at: inner).numberValue?.text ?? "" : key
        let number = add(schema, at: inner, keyword, work)
        result.append((name, number))
      }
      return .object(JSONObject(result))
    case (.schemaMap, _), (.patternMap, _), (.dependencies, _):
      throw wrongKind(keyword, value, "an object", at: place)
    default:
      return add(value, at: place, keyword, work)
    }
  }

  private mutating func add(_ schema: JSONValue, at place: SchemaPlace, _ keyword: String, _ work: Work) -> JSONValue {
    let other = number(of: schema, at: place, in: work.target.scope)
    if Keyword.inPlace.contains(keyword) { inPlace[work.number].append(other) }
    return number(other)
  }

  private func number(_ number: Int) -> JSONValue { .number(JSONNumber(number)) }

  // MARK: - Keywords that hold plain values

  private mutating func pattern(_ text: String, at place: SchemaPlace) throws(SchemaError) -> JSONValue {
    let key = Array(text.utf8)
    if let known = patternNumbers[key] { return number(known) }
    do {
      patterns.append(try Pattern(text))
    } catch {
      throw documents.error("the pattern '\(text)' is no regular expression of ECMA 262: \(error.message)", at: place)
    }
    patternNumbers[key] = patterns.count - 1
    return number(patterns.count - 1)
  }

  private func count(_ keyword: String, _ value: JSONValue, at place: SchemaPlace) throws(SchemaError) -> JSONValue {
    guard let number = value.numberValue else { throw wrongKind(keyword, value, "a count", at: place) }
    if let count = Int(exactly: number), count >= 0 { return .number(JSONNumber(count)) }
    // No value has as many elements or characters as a number that is too large for an Int.
    let rough = number.doubleValue
    if rough >= 9e18, rough == rough.rounded() { return .number(JSONNumber(.max)) }
    throw documents.error("'\(keyword)' is \(number.text) where a whole number from 0 is wanted", at: place)
  }

  private func names(
    _ keyword: String, _ value: JSONValue, _ what: String, at place: SchemaPlace
  ) throws(SchemaError) -> [String] {
    guard let elements = value.arrayValue else { throw wrongKind(keyword, value, "a list of \(what)", at: place) }
    var names: [String] = []
    var seen: Set<[UInt8]> = []
    for (index, element) in elements.enumerated() {
      let inner = place.appending(String(index))
      guard let name = element.stringValue else {
        throw documents.error("'\(keyword)' lists \(article(element)) where \(what) are wanted", at: inner)
      }
      guard seen.insert(Array(name.utf8)).inserted else {
        throw documents.error("'\(keyword)' lists '\(name)' twice", at: inner)
      }
      names.append(name)
    }
    return names
  }

  private func types(_ value: JSONValue, at place: SchemaPlace) throws(SchemaError) -> JSONValue {
    let names: [(String, SchemaPlace)]
    if let name = value.stringValue {
      names = [(name, place)]
    } else {
      let list = try self.names("type", value, "types", at: place)
      if list.isEmpty { throw documents.error("'type' lists no type", at: place) }
      names = list.enumerated().map { ($1, place.appending(String($0))) }
    }
    for (name, place) in names where !Keyword.types.contains(name) {
      let near = likelySpelling(of: name, among: Keyword.types)
      throw documents.error(
        "'\(name)' is no type: one of \(Keyword.types.joined(separator: ", ")) is wanted", at: place,
        hint: near.map { "did you mean '\($0)'?" })
    }
    return .array(names.map { .string($0.0) })
  }

  private func isPositive(_ number: JSONNumber) -> Bool {
    guard number.text.utf8.first != UInt8(ascii: "-") else { return false }
    for byte in number.text.utf8 {
      if byte | 0x20 == UInt8(ascii: "e") { break }
      if byte != UInt8(ascii: "0") && byte != UInt8(ascii: ".") { return true }
    }
    return false
  }

  private mutating func unknown(_ keyword: String, at place: SchemaPlace) throws(SchemaError) {
    if Keyword.later.contains(keyword), !documents.isDeclaredOld(place) {
      throw documents.error("'\(keyword)' is not a keyword of JSON Schema draft 7, which 'decode' checks", at: place)
    }
    guard !keyword.hasPrefix("x-"), !keyword.hasPrefix("$"),
      let near = likelySpelling(of: keyword, among: Keyword.kinds.keys.sorted())
    else { return }
    warnings.append(
      documents.error("'\(keyword)' is no keyword of JSON Schema", at: place, hint: "did you mean '\(near)'?"))
  }

  private func wrongKind(_ keyword: String, _ value: JSONValue, _ wanted: String, at place: SchemaPlace) -> SchemaError
  {
    documents.error("'\(keyword)' is \(article(value)) where \(wanted) is wanted", at: place)
  }

  private func article(_ value: JSONValue) -> String {
    switch value {
    case .null: "null"
    case .array, .object: "an \(value.kindName)"
    default: "a \(value.kindName)"
    }
  }

  // MARK: - Circles

  /// A schema that leads back to itself without going into the value could never be finished.
  private func refuseCircles() throws(SchemaError) {
    enum Mark { case new, open, done }
    var marks = [Mark](repeating: .new, count: inPlace.count)
    for start in inPlace.indices where marks[start] == .new {
      var way: [(number: Int, next: Int)] = [(start, 0)]
      marks[start] = .open
      while let (number, next) = way.last {
        guard next < inPlace[number].count else {
          marks[number] = .done
          way.removeLast()
          continue
        }
        way[way.count - 1].next += 1
        let other = inPlace[number][next]
        if marks[other] == .open {
          throw documents.error("the schema refers to itself without going into the value", at: places[other])
        }
        guard marks[other] == .new else { continue }
        marks[other] = .open
        way.append((other, 0))
      }
    }
  }
}
