import Values

/// The keys of a pipeline file, in the order of the reference.
enum FileKey {
  static let pipeline = Parameter("pipeline", .text, "the pipeline's name; that of the file where left out")
  static let description = Parameter("description", .text, "what the pipeline is for")
  static let tags = SectionKey(
    "tags", "labels, to select pipelines by", schema: either([.text, ["type": "array", "items": .text]]))
  static let include = SectionKey(
    "include", "files whose inputs, clients and types this one shares",
    schema: either([.text, ["type": "array", "items": .text]]))
  static let inputs = SectionKey(
    "inputs",
    "the parameters of a run, by name: a bare default, or a mapping that says more. $inputs.NAME in expressions",
    schema: [
      "type": "object", "propertyNames": .identifier,
      "additionalProperties": either([
        ["type": ["null", "string", "number", "boolean", "array"]], PipelineParser.inputKeys.schema,
      ]),
    ])
  static let cases = SectionKey(
    "cases", "input sets, one run for each: a list of them, or a .csv, .json or .ndjson file",
    schema: either([.text, ["type": "array", "items": ["type": "object"]]]))
  static let clients = SectionKey(
    "clients", "who is spoken to, by name",
    schema: ["type": "object", "additionalProperties": PipelineParser.clientKeys.schema.orNull])
  static let types = SectionKey(
    "types", "JSON Schemas (draft 7), by name; { $ref: FILE } takes one from a file",
    schema: ["type": "object", "additionalProperties": ["type": ["object", "boolean"]]])
  static let nodes = SectionKey(
    "nodes", "named streams, in the order in which their results are listed",
    schema: [
      "type": "object", "minProperties": 1, "propertyNames": .identifier, "additionalProperties": .reference("node"),
    ], required: true)
  static let teardown = SectionKey(
    "teardown", "nodes that run at the end, the last one first, whatever happened before",
    schema: ["type": "object", "propertyNames": .identifier, "additionalProperties": .reference("node")])
  static let output = SectionKey(
    "output", "what the run gives back: a node, a list or a map of nodes; the last node where left out",
    schema: either([
      .nodeName, ["type": "array", "items": .nodeName], ["type": "object", "additionalProperties": .nodeName],
    ]))
  static let mock = SectionKey(
    "mock", "routes of a stand-in for the servers, for run --mock and for pipeline mock",
    schema: ["type": "array", "items": PipelineParser.routeKeys.schema])
}
