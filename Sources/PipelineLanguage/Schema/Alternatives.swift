import Values

/// A schema that takes what any of these takes.
///
/// Where they are of different kinds (text, a list, a mapping) it is one schema for all kinds, since most keywords concern
/// one kind alone: of a mistake then exactly that is told, where of an `anyOf` a validator can only guess which was meant.
func either(_ alternatives: [JSONValue]) -> JSONValue {
  var merged: JSONObject = [:]
  var kinds: [JSONValue] = []
  for alternative in alternatives {
    guard case .object(let schema) = alternative, let type = schema["type"] else {
      return ["anyOf": .array(alternatives)]
    }
    let own = type.arrayValue ?? [type]
    if own.contains(where: { kinds.contains($0) }) { return ["anyOf": .array(alternatives)] }
    kinds += own
    for (key, value) in schema where key != "type" && key != "description" {
      // Rules of a mapping, which are no rules for anything else.
      let isRule = key == "allOf" && own == ["object"]
      guard merged[key] == nil, isRule && schema["if"] == nil || ofOneKind.contains(key) else {
        return ["anyOf": .array(alternatives)]
      }
      if isRule {
        merged["if"] = ["type": "object"]
        merged["then"] = ["allOf": value]
      } else {
        merged[key] = value
      }
    }
  }
  merged["type"] = .array(kinds)
  return .object(JSONObject([("type", .array(kinds))] + merged.filter { $0.key != "type" }.map { ($0.key, $0.value) }))
}

/// The keywords that say nothing of values of another kind. `if` is one here: all that stands in it is.
private let ofOneKind: Set<String> = [
  "pattern", "minimum", "maximum", "items", "additionalItems", "minItems", "maxItems", "properties", "propertyNames",
  "additionalProperties", "required", "minProperties", "maxProperties", "if", "then", "else", "examples",
]
