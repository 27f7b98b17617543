import PipelineLanguage
import Values

/// The run's output: the values of one node as they come, or a list or map of nodes at the end.
struct RunOutput: Sendable {
  private let output: Pipeline.Output
  private let cardinalities: [Int: Cardinality]

  init(_ pipeline: Pipeline) {
    output = pipeline.output
    let all = pipeline.cardinalities
    cardinalities = Dictionary(pipeline.output.nodes.map { ($0, all[$0]) }, uniquingKeysWith: { first, _ in first })
  }

  func uses(_ node: Int) -> Bool { cardinalities[node] != nil }

  /// Whether the nodes' values have to be kept until the end.
  var keepsValues: Bool {
    if case .node = output { return false }
    return true
  }

  /// What is given out as the one node of the output emits it.
  func valueNow(_ value: JSONValue) -> JSONValue? { keepsValues ? nil : value }

  /// Whether every node it names has ended well or was skipped; that others failed does not matter to it.
  func isWhole(endedWell: Set<Int>) -> Bool { output.nodes.allSatisfy(endedWell.contains) }

  /// What is given out at the end, where it is whole.
  ///
  /// - Parameter skipped: Nodes that stand for nothing.
  func valueAtEnd(_ context: RunContext, skipped: Set<Int>) -> JSONValue? {
    let value: (Int) -> JSONValue = { self.value(ofNode: $0, skipped.contains($0) ? [] : context.node($0).recorded) }
    return switch output {
    case .node: nil
    case .list(let nodes): .array(nodes.map(value))
    case .map(let entries): .object(JSONObject(entries.map { ($0.key, value($0.node)) }))
    }
  }

  /// Its value, or the list of its values where the file lets it emit several.
  private func value(ofNode node: Int, _ values: [JSONValue]) -> JSONValue {
    return cardinalities[node] == .many ? .array(values) : values.last ?? .null
  }
}
