import Diagnostics
import Values
import YAML

extension FileContext {
  /// A YAML value as JSON, its strings as they stand. `nil` where something in it has no JSON form, which is reported.
  func json(_ node: YAMLNode) -> JSONValue? {
    switch node.content {
    case .scalar(let scalar): return json(scalar, at: node)
    case .sequence(let nodes):
      let values = nodes.compactMap { json($0) }
      return values.count == nodes.count ? .array(values) : nil
    case .mapping(let entries):
      var object = JSONObject()
      for entry in entries {
        guard let value = json(entry.value) else { return nil }
        object[entry.name] = value
      }
      return .object(object)
    }
  }

  func json(_ scalar: YAMLScalar, at node: YAMLNode) -> JSONValue? {
    switch scalar.kind {
    case .null: return .null
    case .bool(let value): return .bool(value)
    case .string: return .string(scalar.text)
    case .integer(let text), .float(let text):
      if let number = JSONNumber(text) { return .number(number) }
    case .infinity, .notANumber: break
    }
    report(Finding("'\(scalar.text)' is no number that JSON has"), at: node.range)
    return nil
  }
}
