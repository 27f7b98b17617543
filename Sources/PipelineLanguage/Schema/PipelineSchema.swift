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
    for (key, value) in file where key != "required" { document[key] = value }
    document["anyOf"] = kindsOfFiles
    document["definitions"] = .object(definitions)
    return .object(document)
  }()

  /// A pipeline has nodes; a file that others include may hold what can be shared alone.
  private static var kindsOfFiles: JSONValue {
    let required = PipelineParser.sections.keys.filter(\.isRequired).map(\.name)
    let shared = IncludedFiles.keys.map { JSONValue.string($0) }
    return [
      ["required": .array(required.map { .string($0) })],
      ["propertyNames": ["enum": .array(shared)], "minProperties": 1],
    ]
  }

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

  /// Nodes, chains and what joins them. A chain of one step may be that step alone.
  private static var chains: [(String, JSONValue)] {
    let each = ParameterType<StreamInputs>.eachKeys
    return [
      (
        "node",
        PipelineParser.longFormKeys.schema.where(
          anyOf: PipelineParser.longFormKeys.names, of: PipelineParser.longFormKeys.keys,
          else: .reference("sourceChain"))
      ),
      (
        "sourceChain",
        either([list(first: "source"), stepMapping(.starting), bareStep(.starting)]).described(
          "A chain of steps. The first is a source, each further one works on what the one above emits.")
      ),
      (
        "chain",
        either([list(first: "firstStep"), stepMapping(.inside), bareStep(.inside)]).described(
          "A chain of steps. The first takes the value that comes in, or is a source.")
      ),
      (
        "streams",
        each.schema.where(
          anyOf: ["each"], of: each.keys,
          else: [
            "type": ["array", "object"], "items": .reference("stream"), "additionalProperties": .reference("stream"),
          ]
        ).described(
          "The streams to join: a list or a map of node names and chains, or { each, as, do } with a chain for each element of a list."
        )
      ),
      (
        "stream",
        either([list(first: "source"), stepMapping(.starting), .nodeName]).described("The name of a node, or a chain.")
      ),
    ]
  }

  /// A list of steps.
  private static func list(first: String) -> JSONValue {
    ["type": "array", "minItems": 1, "items": [.reference(first)], "additionalItems": .reference("step")]
  }

  /// Where a step may stand: what starts a chain is not what may come behind.
  private enum Position {
    case starting, inside, behind

    var roles: [OperatorDeclaration.Role] {
      switch self {
      case .starting: [.source, .sourceOrTransform]
      case .inside: [.source, .transform, .sourceOrTransform]
      case .behind: [.transform, .sourceOrTransform]
      }
    }

    var operators: [OperatorDeclaration] { Operators.all.map { $0.declaration }.filter { roles.contains($0.role) } }
  }

  private static var steps: [(String, JSONValue)] {
    func step(_ position: Position, _ description: String) -> JSONValue {
      either([stepMapping(position), bareStep(position)]).described(description)
    }
    return [
      ("source", step(.starting, "A source: the first step of a chain.")),
      ("firstStep", step(.inside, "The first step of a chain inside another.")),
      ("step", step(.behind, "A step: works on each value that the one above emits.")),
    ]
  }

  /// One operator as the key, and perhaps a name.
  private static func stepMapping(_ position: Position) -> JSONValue {
    var properties: JSONObject = [:]
    for declaration in position.operators { properties[declaration.name] = .reference(declaration.definition) }
    properties["name"] = JSONValue.text.described("what the step is called in reports")
    return [
      "type": "object", "properties": .object(properties), "additionalProperties": false,
      "if": ["required": ["name"]], "then": ["minProperties": 2, "maxProperties": 2],
      "else": ["minProperties": 1, "maxProperties": 1],
    ]
  }

  /// The name of an operator that needs nothing.
  private static func bareStep(_ position: Position) -> JSONValue {
    let names = position.operators.filter(\.takesNothing).map(\.name)
    return [
      "type": "string", "pattern": .string("^(\(names.joined(separator: "|")))$"),
      "examples": .array(names.map { .string($0) }),
    ]
  }
}
