import Values

/// The schema of draft 7 schemas, made from the table of keywords. Some schemas refer to it by its address.
enum MetaSchema {
  static let address = "http://json-schema.org/draft-07/schema"

  static func make() -> JSONValue {
    let properties = Keyword.kinds.keys.sorted().map { ($0, schema(of: Keyword.kinds[$0] ?? .any)) }
    return object([
      ("$id", .string(address + "#")),
      ("type", .array([.string("object"), .string("boolean")])),
      ("properties", object(properties)),
    ])
  }

  private static let itself = object([("$ref", .string("#"))])

  private static func object(_ pairs: [(String, JSONValue)]) -> JSONValue { .object(JSONObject(pairs)) }

  private static func type(_ name: String, _ more: [(String, JSONValue)] = []) -> JSONValue {
    object([("type", .string(name))] + more)
  }

  private static func choice(_ choices: JSONValue...) -> JSONValue { object([("anyOf", .array(choices))]) }

  private static func schema(of kind: Keyword.Kind) -> JSONValue {
    let one: JSONValue = .number(JSONNumber(1))
    let zero: JSONValue = .number(JSONNumber(0))
    let names = type("array", [("items", type("string")), ("uniqueItems", .bool(true))])
    let schemas = type("array", [("items", itself), ("minItems", one)])
    let typeName = object([("enum", .array(Keyword.types.map { .string($0) }))])
    switch kind {
    case .any: return .bool(true)
    case .string: return type("string")
    case .boolean: return type("boolean")
    case .number: return type("number")
    case .positive: return type("number", [("exclusiveMinimum", zero)])
    case .count: return type("integer", [("minimum", zero)])
    case .names: return names
    case .list: return type("array")
    case .type:
      return choice(typeName, type("array", [("items", typeName), ("minItems", one), ("uniqueItems", .bool(true))]))
    case .pattern: return type("string", [("format", .string("regex"))])
    case .schema: return itself
    case .schemas: return schemas
    case .schemaOrSchemas: return choice(itself, schemas)
    case .schemaMap: return type("object", [("additionalProperties", itself)])
    case .patternMap:
      return type(
        "object",
        [("additionalProperties", itself), ("propertyNames", object([("format", .string("regex"))]))])
    case .dependencies: return type("object", [("additionalProperties", choice(itself, names))])
    }
  }
}
