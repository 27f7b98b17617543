import Diagnostics
import Values

/// Makes cases of the sets of values that a file holds, and tells what is wrong with them where they stand.
///
/// Used on one thread.
final class CaseBuilder {
  private let context: FileContext
  private let inputs: [InputDeclaration]
  private(set) var cases: [CaseDeclaration] = []

  /// - Parameter context: of the file that holds the values.
  init(_ context: FileContext, _ inputs: [InputDeclaration]) {
    self.context = context
    self.inputs = inputs
  }

  struct Value {
    let name: String
    let value: JSONValue
    /// Whether the value is a text that the input's type gives its meaning, as a cell of CSV.
    var isText = false
    /// Found only where there is something to tell.
    let nameRange: () -> SourceRange?
    let range: () -> SourceRange?
  }

  func add(_ values: [Value], at range: SourceRange) {
    var found = JSONObject()
    var files: [String: SourceRange] = [:]
    for value in values {
      guard let input = inputs.first(where: { $0.name == value.name }) else {
        context.report(.unknownInput(value.name, among: inputs.map(\.name)), at: value.nameRange() ?? range)
        continue
      }
      guard let meant = meaning(of: value, for: input, at: range) else { continue }
      found[value.name] = meant
      if input.kind == .file { files[value.name] = value.range() ?? range }
    }
    cases.append(
      CaseDeclaration(
        number: cases.count + 1, values: found, source: context.source, range: range, files: files,
        label: label(of: found)))
  }

  /// `nil` where nothing is given, or something that is no such value, which is told.
  private func meaning(of value: Value, for input: InputDeclaration, at range: SourceRange) -> JSONValue? {
    let text = value.isText ? value.value.stringValue : nil
    let kind = text == nil ? input.kind : input.effectiveKind
    // An empty cell of a column that holds no texts is one without a value.
    if text?.isEmpty == true, kind != .string { return nil }
    guard let kind else { return value.value }
    if let meant = text.map({ kind.value(of: $0) }) ?? (kind.accepts(value.value) ? value.value : nil) { return meant }
    let shown = input.isSecret ? "a secret of another type" : shortened(value.value.text(), to: 60)
    context.report(
      Finding("the input '\(input.name)' must be \(kind.expectation)", reason: "this is \(shown)"),
      at: value.range() ?? range)
    return nil
  }

  private func label(of values: JSONObject) -> String {
    let parts = values.map { name, value in
      let isSecret = inputs.contains { $0.name == name && $0.isSecret }
      return "\(name)=\(isSecret ? "***" : value.stringValue ?? value.text())"
    }
    return shortened(parts.joined(separator: " "), to: 60)
  }

  private func shortened(_ text: String, to length: Int) -> String {
    text.count > length ? text.prefix(length) + "…" : text
  }
}
