import Diagnostics
package import Values

extension PipelinePlan {
  /// For programs. Numbers that are not known are null.
  package var json: JSONValue {
    var object: JSONObject = ["pipeline": .string(pipeline.name), "file": .string(pipeline.source.name)]
    if let description = pipeline.description { object["description"] = .string(description) }
    if let cases = pipeline.cases { object["cases"] = .number(JSONNumber(cases.count)) }
    object["requests"] = requests.json
    object["nodes"] = .array(nodes.indices.map { node(at: $0) })
    object["edges"] = .array(edges.map { edge($0) })
    object["stages"] = .array(stages.map { .array($0.map { .string(nodes[$0].name) }) })
    object["teardown"] = .array(pipeline.teardown.map { .string(nodes[$0].name) })
    return .object(object)
  }

  private func node(at place: Int) -> JSONValue {
    let declared = pipeline.nodes[place]
    var object: JSONObject = ["name": .string(declared.name)]
    if let description = declared.description { object["description"] = .string(description) }
    object["stage"] = nodes[place].stage.map { .number(JSONNumber($0 + 1)) } ?? .null
    object["isTeardown"] = .bool(declared.isTeardown)
    object["isOutput"] = .bool(nodes[place].isOutput)
    object["values"] = nodes[place].values.json
    object["requests"] = nodes[place].requests.json
    object["steps"] = .array(
      declared.chain.steps.map { step in
        var object: JSONObject = ["operator": .string(step.name)]
        if let label = step.label { object["name"] = .string(label) }
        return .object(object.placed(at: step.range))
      })
    return .object(object.placed(at: declared.nameRange))
  }

  private func edge(_ edge: PlanEdge) -> JSONValue {
    let kind = edge.kind == .stream ? "stream" : "value"
    let object: JSONObject = [
      "from": .string(nodes[edge.from].name), "to": .string(nodes[edge.to].name), "kind": .string(kind),
      "why": .string(edge.reason),
    ]
    return .object(object.placed(at: edge.range))
  }
}

extension Amount {
  fileprivate var json: JSONValue {
    var object: JSONObject = ["expected": expected.json, "most": most.json]
    if let reason { object["why"] = .object(JSONObject([("text", .string(reason.text))]).placed(at: reason.range)) }
    return .object(object)
  }
}

extension Int? {
  fileprivate var json: JSONValue { map { .number(JSONNumber($0)) } ?? .null }
}

extension JSONObject {
  fileprivate func placed(at range: SourceRange) -> JSONObject {
    var object = self
    object["line"] = .number(JSONNumber(range.start.line))
    object["column"] = .number(JSONNumber(range.start.column))
    return object
  }
}
