import Values

/// The keywords of JSON Schema draft 7: what kind of value each takes. The checks of a schema and the meta-schema both come from here.
enum Keyword {
  enum Kind {
    /// Any value: an annotation, or compared whole.
    case any
    case string
    case boolean
    case number
    /// A number above zero.
    case positive
    /// An integer from zero.
    case count
    /// A list of different strings.
    case names
    /// A list of any values.
    case list
    /// The name of a type or a list of different ones.
    case type
    /// A regular expression.
    case pattern
    case schema
    /// A list of schemas, one at least.
    case schemas
    case schemaOrSchemas
    /// An object whose values are schemas.
    case schemaMap
    /// The same, its keys being regular expressions.
    case patternMap
    /// An object whose values are schemas or lists of names.
    case dependencies
  }

  static let types = ["array", "boolean", "integer", "null", "number", "object", "string"]

  static let kinds: [String: Kind] = [
    "$comment": .string, "$id": .string, "$ref": .string, "$schema": .string, "additionalItems": .schema,
    "additionalProperties": .schema, "allOf": .schemas, "anyOf": .schemas, "const": .any, "contains": .schema,
    "contentEncoding": .string, "contentMediaType": .string, "default": .any, "definitions": .schemaMap,
    "dependencies": .dependencies, "description": .string, "else": .schema, "enum": .list, "examples": .list,
    "exclusiveMaximum": .number, "exclusiveMinimum": .number, "format": .string, "if": .schema,
    "items": .schemaOrSchemas, "maxItems": .count, "maxLength": .count, "maxProperties": .count, "maximum": .number,
    "minItems": .count, "minLength": .count, "minProperties": .count, "minimum": .number, "multipleOf": .positive,
    "not": .schema, "oneOf": .schemas, "pattern": .pattern, "patternProperties": .patternMap,
    "properties": .schemaMap, "propertyNames": .schema, "readOnly": .boolean, "required": .names, "then": .schema,
    "title": .string, "type": .type, "uniqueItems": .boolean, "writeOnly": .boolean,
  ]

  /// Keywords of later drafts that would change the verdict: to pass over them in silence would pass wrong data.
  static let later: Set<String> = [
    "$dynamicRef", "$recursiveRef", "dependentRequired", "dependentSchemas", "maxContains", "minContains",
    "prefixItems",
    "unevaluatedItems", "unevaluatedProperties",
  ]

  /// Those whose schemas apply to the same value as the schema they stand in.
  static let inPlace: Set<String> = ["allOf", "anyOf", "dependencies", "else", "if", "not", "oneOf", "then"]

  /// The schemas that the value of a keyword holds, each with its way there.
  static func subschemas(of keyword: String, _ value: JSONValue, at place: SchemaPlace) -> [(JSONValue, SchemaPlace)] {
    let place = place.appending(keyword)
    switch (kinds[keyword], value) {
    case (.schema, .object), (.schema, .bool), (.schemaOrSchemas, .object), (.schemaOrSchemas, .bool):
      return [(value, place)]
    case (.schemas, .array(let elements)), (.schemaOrSchemas, .array(let elements)):
      return elements.enumerated().map { ($1, place.appending(String($0))) }
    case (.schemaMap, .object(let members)), (.patternMap, .object(let members)),
      (.dependencies, .object(let members)):
      return members.map { ($0.value, place.appending($0.key)) }
    default:
      return []
    }
  }
}
