import Diagnostics
import PipelineLanguage
import PipelineRuntime
import Values

/// What was given for the inputs of several pipelines at once: each takes what it declares, and what none of them declares
/// is told once.
struct SharedInputs {
  let faults: [Diagnostic]
  private let given: GivenInputs
  private let isAlone: Bool

  init(_ given: GivenInputs, of pipelines: [Pipeline]) {
    self.given = given
    // A single pipeline tells of its unknown inputs itself.
    isAlone = pipelines.count == 1
    if isAlone {
      faults = []
      return
    }
    var declared: [String] = []
    for name in pipelines.flatMap({ $0.inputs.map(\.name) }) where !declared.contains(name) { declared.append(name) }
    var unknown: [String] = []
    for name in given.names where !declared.contains(name) && !unknown.contains(name) { unknown.append(name) }
    faults = unknown.map { name in
      let near = closestMatch(to: name, among: declared).map { "did you mean '\($0)'?" }
      return Diagnostic(.error, "unknown input '\(name)'", reason: "no file declares it", hint: near)
    }
  }

  func given(for pipeline: Pipeline) -> GivenInputs {
    if isAlone { return given }
    let names = Set(pipeline.inputs.map(\.name))
    var own = given
    own.texts.removeAll { !names.contains($0.name) }
    own.values.removeAll { !names.contains($0.name) }
    own.file = JSONObject()
    for (name, value) in given.file where names.contains(name) { own.file[name] = value }
    return own
  }
}

extension GivenInputs {
  fileprivate var names: [String] { texts.map(\.name) + values.map(\.name) + file.keys }
}
