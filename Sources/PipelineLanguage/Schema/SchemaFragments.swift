import Values

// What the schemas of many keys are made of. Each takes what parsing takes, but for names and expressions that YAML
// reads as null: an editor should ask for what is missing there.

extension JSONValue {
  /// A scalar that is taken as text: `version: 1.10` is the text `1.10`.
  static let text: JSONValue = ["type": ["string", "number", "boolean"]]

  /// A jq expression; `true` and `7` are some.
  static let expression: JSONValue = ["type": ["string", "number", "boolean"]]

  /// `${ … }` where something else than text is wanted.
  static let loneTemplate: JSONValue = ["type": "string", "pattern": "^\\$\\{"]

  /// Text with a template somewhere in it.
  static let textWithTemplate: JSONValue = ["type": "string", "pattern": "\\$\\{"]

  /// What `$NAME` and `$nodes.NAME` can say.
  static let identifier: JSONValue = ["type": "string", "pattern": .string(identifierPattern)]

  static let nodeName = identifier

  /// A definition of `PipelineSchema`.
  static func reference(_ definition: String) -> JSONValue { ["$ref": .string("#/definitions/\(definition)")] }

  /// The same with a description, which an editor shows.
  func described(_ description: String) -> JSONValue {
    switch self {
    // What stands beside a $ref is not read in draft 7.
    case .object(let object) where object.contains("$ref"): ["description": .string(description), "allOf": [self]]
    case .object(let object):
      .object(
        JSONObject(
          [("description", .string(description))] + object.filter { $0.key != "description" }.map { ($0.key, $0.value) }
        ))
    default: ["description": .string(description)]
    }
  }

  /// The same, or nothing: the key stands there without a value.
  var orNull: JSONValue {
    guard case .object(var schema) = self else { return self }
    if schema["type"]?.arrayValue?.contains("null") == true { return self }
    if schema["type"] == nil, case .array(let values) = schema["enum"] {
      schema["enum"] = .array(values + [.null])
      return .object(schema)
    }
    return either([self, ["type": "null"]])
  }

  /// This schema for a mapping that has one of the keys, another schema for all else. An editor can offer the keys in
  /// either case.
  func `where`(anyOf names: [String], of keys: [any DescribedKey], else other: JSONValue) -> JSONValue {
    let conditions = names.map { JSONValue.object(["required": [.string($0)]]) }
    var condition: JSONObject = ["type": "object"]
    if conditions.count == 1 {
      condition["required"] = [.string(names[0])]
    } else {
      condition["anyOf"] = .array(conditions)
    }
    return [
      "properties": .object(JSONObject(keys.map { ($0.name, ["description": .string($0.summary)]) })),
      "if": .object(condition), "then": self, "else": other,
    ]
  }
}

extension MappingDeclaration {
  /// A mapping with these keys and no others.
  var schema: JSONValue {
    mappingSchema(keys.map { ($0, $0.isRequired ? $0.schema : $0.schema.orNull) }, rules: rules.schema)
  }
}

extension [KeyRule] {
  /// The keywords that say the same.
  var schema: JSONObject {
    guard !isEmpty else { return [:] }
    return ["allOf": .array(map(\.schema))]
  }
}

extension KeyRule {
  fileprivate var schema: JSONValue {
    switch self {
    case .exactlyOne(let keys): ["oneOf": .array(keys.map { ["required": [.string($0)]] })]
    case .atMostOne(let keys):
      // Of each key: it, and one of those behind it.
      [
        "not": [
          "anyOf": .array(
            keys.indices.dropLast().map { place in
              [
                "required": [.string(keys[place])],
                "anyOf": .array(keys[(place + 1)...].map { ["required": [.string($0)]] }),
              ]
            })
        ]
      ]
    case .together(let keys):
      [
        "dependencies": .object(
          JSONObject(
            keys.map { key in
              (key, .array(keys.filter { $0 != key }.map { .string($0) }))
            }))
      ]
    }
  }
}

/// A mapping with these keys and no others.
func mappingSchema(_ keys: [(key: any DescribedKey, schema: JSONValue)], rules: JSONObject = [:]) -> JSONValue {
  var object: JSONObject = [
    "type": "object",
    "properties": .object(JSONObject(keys.map { ($0.key.name, $0.schema.described($0.key.summary)) })),
    "additionalProperties": false,
  ]
  let required = keys.filter(\.key.isRequired).map { JSONValue.string($0.key.name) }
  if !required.isEmpty { object["required"] = .array(required) }
  for (key, value) in rules { object[key] = value }
  return .object(object)
}
