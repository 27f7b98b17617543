package import Values

/// The JSON Schema (draft 7) of pipeline files: for editors, which complete, explain and check by it.
///
/// It is made of the same declarations by which files are parsed: operators with their parameters, and the mappings
/// beside them. What takes more than the shape of the file to see (names that are not declared, expressions that do not
/// compile, cycles) is for `check`.
package enum PipelineSchema {
  package static let document: JSONValue = {
    guard case .object(let file) = PipelineParser.sections.schema else { return true }
    var document: JSONObject = [
      "$schema": "http://json-schema.org/draft-07/schema#",
      "title": "pipeline file",
      "description":
        "A graph of HTTP requests and stream operators. 'pipeline help' tells of the commands, 'pipeline help OPERATOR' of an operator.",
    ]
    for (key, value) in file { document[key] = value }
    document["definitions"] = .object(definitions)
    return .object(document)
  }()

  private static var definitions: JSONObject {
    var definitions: JSONObject = [:]
    for (name, schema) in chains { definitions[name] = schema }
    for (name, schema) in steps { definitions[name] = schema }
    for type in Operators.all {
      let declaration = type.declaration
      definitions[declaration.definition] = declaration.schema
    }
    return definitions
  }

  /// Chains and what joins them. A chain of one step may be that step alone.
  private static var chains: [(String, JSONValue)] {
    [
      (
        "sourceChain",
        chain(
          "A chain of steps. The first is a source, each further one works on what the one above emits.",
          first: "source")
      ),
      (
        "chain",
        chain("A chain of steps. The first takes the value that comes in, or is a source.", first: "firstStep")
      ),
      (
        "streams",
        [
          "description":
            "The streams to join: a list or a map of node names and chains, or { each, as, do } with a chain for each element of a list.",
          "anyOf": [
            ["type": "array", "items": reference("stream")],
            ["type": "object", "not": ["required": ["each"]], "additionalProperties": reference("stream")],
            ParameterType<StreamInputs>.eachKeys.schema,
          ],
        ]
      ),
      (
        "stream",
        [
          "description": "The name of a node, or a chain.",
          "anyOf": [.nodeName, .stepList("source"), ["type": "object", "allOf": [reference("source")]]],
        ]
      ),
    ]
  }

  private static func chain(_ description: String, first: String) -> JSONValue {
    ["description": .string(description), "anyOf": [.stepList(first), reference(first)]]
  }

  private static func reference(_ name: String) -> JSONValue { .reference(name) }

  /// A step by where it stands: what starts a chain is not what may come behind.
  private static var steps: [(String, JSONValue)] {
    [
      ("source", step("A source: the first step of a chain.", of: [.source, .sourceOrTransform])),
      ("firstStep", step("The first step of a chain inside another.", of: [.source, .transform, .sourceOrTransform])),
      ("step", step("A step: works on each value that the one above emits.", of: [.transform, .sourceOrTransform])),
    ]
  }

  private static func step(_ description: String, of roles: [OperatorDeclaration.Role]) -> JSONValue {
    let declarations = Operators.all.map { $0.declaration }.filter { roles.contains($0.role) }
    let bare = declarations.filter(\.takesNothing).map { JSONValue.string($0.name) }
    var properties: JSONObject = [:]
    for declaration in declarations { properties[declaration.name] = .reference(declaration.definition) }
    properties["name"] = JSONValue.text.described("what the step is called in reports")
    return [
      "description": .string(description),
      "anyOf": [
        ["type": "string", "enum": .array(bare)],
        [
          "type": "object", "properties": .object(properties), "additionalProperties": false,
          // One operator; the other key can only be the name.
          "if": ["required": ["name"]], "then": ["minProperties": 2, "maxProperties": 2],
          "else": ["minProperties": 1, "maxProperties": 1],
        ],
      ],
    ]
  }
}

extension JSONValue {
  fileprivate static func stepList(_ first: String) -> JSONValue {
    ["type": "array", "minItems": 1, "items": [reference(first)], "additionalItems": reference("step")]
  }
}
