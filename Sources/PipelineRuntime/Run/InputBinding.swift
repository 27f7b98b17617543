package import Diagnostics
import Files
package import PipelineLanguage
package import Values

/// What was given for a pipeline's inputs from outside, nearest first: flags, files, environment.
package struct GivenInputs: Sendable {
  package struct Text: Sendable {
    package let name: String
    package let value: String
    package let isSecret: Bool

    package init(name: String, value: String, isSecret: Bool = false) {
      self.name = name
      self.value = value
      self.isSecret = isSecret
    }
  }

  /// `--input N=V` and `--secret N=V`, in the order given; the last of a name counts.
  package var texts: [Text] = []
  /// `--input-json N=JSON`.
  package var values: [(name: String, value: JSONValue)] = []
  /// The members of `--inputs-file`.
  package var file = JSONObject()
  package var environment: @Sendable (String) -> String? = { _ in nil }

  package init() {}
}

/// The inputs of a run, and which of them must not be shown.
package struct BoundInputs: Sendable {
  package var values = JSONObject()
  package var secrets: [String] = []
  /// Those secrets that are an input's whole value.
  package var namedSecrets: [(name: String, text: String)] {
    secretNames.compactMap { name in
      guard let value = values[name], case .string(let text) = value, !text.isEmpty else { return nil }
      return (name, text)
    }
  }
  private(set) var secretNames: [String] = []
  /// What cannot be used, each with its reason; of a default with its place in the file.
  package var faults: [Diagnostic] = []

  fileprivate mutating func hide(_ value: JSONValue, of name: String) {
    secrets += texts(in: value)
    secretNames.append(name)
  }
}

/// Gives each declared input its value: flag over file over case over environment over default.
///
/// - Parameters:
///   - needed: the inputs that have to have a value where they are required; `nil` for all.
///   - fileDirectory: what the paths of defaults are relative to.
///   - workingDirectory: what the paths from outside are relative to.
package func bindInputs(
  of pipeline: Pipeline, case row: CaseDeclaration? = nil, from given: GivenInputs, needed: Set<String>? = nil,
  fileDirectory: String, workingDirectory: String
) -> BoundInputs {
  var bound = BoundInputs()
  let names = pipeline.inputs.map(\.name)
  for name in given.texts.map(\.name) + given.values.map(\.name) + given.file.keys where !names.contains(name) {
    let near = closestMatch(to: name, among: names).map { "did you mean '\($0)'?" }
    let known = names.isEmpty ? "the pipeline declares none" : "declared: " + names.joined(separator: ", ")
    bound.faults.append(Diagnostic(.error, "unknown input '\(name)'", hint: near ?? known))
  }
  for input in pipeline.inputs {
    switch value(of: input, row, given) {
    case .outside(let value, let isSecret):
      var value = value
      if input.kind == .file, let path = value.stringValue {
        value = .string(resolved(path, against: workingDirectory))
      }
      bound.values[input.name] = value
      if isSecret || input.isSecret { bound.hide(value, of: input.name) }
    case .ofCase(let value):
      bound.values[input.name] = value
      // Its paths are relative to the file that has it.
      if input.kind == .file, let row, let path = value.stringValue {
        let folder = Paths.resolve(Paths.folder(of: row.source.name), against: workingDirectory)
        bound.values[input.name] = .string(resolved(path, against: folder))
      }
      if input.isSecret { bound.hide(value, of: input.name) }
    case .fault(let diagnostic): bound.faults.append(diagnostic)
    case .absent:
      if let value = input.defaultValue {
        let isPath = input.kind == .file
        // An included file's paths are relative to that file.
        let folder =
          input.source === pipeline.source
          ? fileDirectory : Paths.resolve(Paths.folder(of: input.source.name), against: workingDirectory)
        bound.values[input.name] = isPath ? .string(resolved(value.stringValue ?? "", against: folder)) : value
        if input.isSecret { bound.hide(value, of: input.name) }
      } else if input.isRequired, needed?.contains(input.name) ?? true {
        bound.faults.append(
          Diagnostic(
            .error, "the input '\(input.name)' has no value", in: input.source, at: input.range,
            reason: input.description ?? "it is required and has no default",
            hint: "give it with --input \(input.name)=VALUE",
            notes: row.map { [Diagnostic(.note, "nor does case \($0.number) give it", in: $0.source, at: $0.range)] }
              ?? []
          ))
      } else {
        bound.values[input.name] = .null
      }
    }
  }
  return bound
}

private enum Found {
  case outside(JSONValue, isSecret: Bool)
  case ofCase(JSONValue)
  case fault(Diagnostic)
  case absent
}

private func value(of input: InputDeclaration, _ row: CaseDeclaration?, _ given: GivenInputs) -> Found {
  if let value = given.values.last(where: { $0.name == input.name })?.value {
    return check(value, input, isSecret: false)
  }
  if let text = given.texts.last(where: { $0.name == input.name }) {
    return read(text.value, input, "--input", isSecret: text.isSecret)
  }
  if let value = given.file[input.name] { return check(value, input, isSecret: false) }
  // Of the right type already.
  if let value = row?.values[input.name] { return .ofCase(value) }
  let variables =
    ["PIPELINE_SECRET_" + input.name, "PIPELINE_INPUT_" + input.name] + [input.environment].compactMap { $0 }
  for variable in variables {
    if let text = given.environment(variable) {
      return read(text, input, "$" + variable, isSecret: variable.hasPrefix("PIPELINE_SECRET_"))
    }
  }
  return .absent
}

private func check(_ value: JSONValue, _ input: InputDeclaration, isSecret: Bool) -> Found {
  if let kind = input.kind, !kind.accepts(value) {
    let shown = isSecret || input.isSecret ? "a secret of another type" : value.text()
    return .fault(
      Diagnostic(.error, "the input '\(input.name)' must be \(kind.expectation)", reason: "\(shown) was given"))
  }
  return .outside(value, isSecret: isSecret)
}

/// A text from a flag or variable, by the input's type or, where it has none, by that of its default.
private func read(_ text: String, _ input: InputDeclaration, _ origin: String, isSecret: Bool) -> Found {
  let kind = input.effectiveKind
  guard let value = kind.value(of: text) else {
    let shown = isSecret || input.isSecret ? "a secret" : "'\(text)'"
    return .fault(
      Diagnostic(
        .error, "the input '\(input.name)' must be \(kind.expectation)", reason: "\(origin) gives \(shown)",
        hint: kind == .list ? "a list is written as JSON: [\"a\", \"b\"]" : nil))
  }
  return .outside(value, isSecret: isSecret)
}

/// The texts in a secret value; each is hidden wherever it shows up.
func texts(in value: JSONValue) -> [String] {
  switch value {
  case .null, .bool: []
  case .number(let number): [number.text]
  case .string(let text): [text]
  case .array(let elements): elements.flatMap { texts(in: $0) }
  case .object(let object): object.values.flatMap { texts(in: $0) }
  }
}

private func resolved(_ path: String, against directory: String) -> String {
  path.hasPrefix("/") ? path : directory + (directory.hasSuffix("/") ? "" : "/") + path
}
