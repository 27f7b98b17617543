import CJQ
import Values

/// libjq as it is, to compare with: nothing of the target under test is used.
enum DirectLibrary {
  enum Outcome: Equatable, CustomStringConvertible {
    case outputs([JSONValue])
    case failure(after: [JSONValue], String)
    case unreadable

    var description: String {
      switch self {
      case .outputs(let values): values.map(\.description).joined(separator: " ")
      case .failure(let values, let message): (values.map(\.description) + ["error: \(message)"]).joined(separator: " ")
      case .unreadable: "no JSON"
      }
    }
  }

  /// The outcomes of each program for each input. All are compiled as one, because compiling is what takes time.
  static func run(_ programs: [String], on inputs: [String]) -> [[Outcome]] {
    let choices = programs.enumerated().map { "if .[0] == \($0.offset) then .[1] | (\($0.element)\n) else " }
    let source = choices.joined() + "empty" + programs.map { _ in " end" }.joined()
    guard var jq = jq_init().map(Optional.some) else { return [] }
    defer { jq_teardown(&jq) }
    jq_set_error_cb(jq, { _, message in print(String(cString: jv_string_value(jq_format_error(message)))) }, nil)
    guard jq_compile(jq, source) != 0 else { return [] }
    return programs.indices.map { number in inputs.map { run(jq, on: "[\(number), \($0)]") } }
  }

  private static func run(_ jq: OpaquePointer?, on input: String) -> Outcome {
    jq_start(jq, jv_parse(input), 0)
    var outputs: [JSONValue] = []
    while true {
      let output = jq_next(jq)
      guard jv_get_kind(output) != JV_KIND_INVALID else {
        guard jv_invalid_has_msg(jv_copy(output)) != 0 else {
          jv_free(output)
          return .outputs(outputs)
        }
        let message = jv_invalid_get_msg(output)
        let isText = jv_get_kind(message) == JV_KIND_STRING
        let text = isText ? jv_copy(message) : jv_dump_string(jv_copy(message), 0)
        defer {
          jv_free(text)
          jv_free(message)
        }
        return .failure(after: outputs, String(cString: jv_string_value(text)))
      }
      let text = jv_dump_string(output, 0)
      defer { jv_free(text) }
      guard let value = try? JSONValue(parsing: String(cString: jv_string_value(text))) else { return .unreadable }
      outputs.append(value)
    }
  }
}
