import Diagnostics
import Expressions
import Values
import YAML

/// What any bytes must come to that stand where a template or an expression is wanted: its parts, or an error, with places
/// that are there, in the text itself and in the YAML that it may be written in.
package enum TemplatePromise {
  /// What is broken; `nil` where all is well.
  package static func broken(by bytes: [UInt8]) -> String? {
    let text = String(decoding: bytes, as: UTF8.self)
    var ranges: [Range<Int>] = []
    do throws(ExpressionError) {
      let template = try Template(text)
      if let broken = broken(by: template, &ranges) { return broken }
    } catch {
      if error.message.isEmpty { return "the error says nothing" }
      if let range = error.range { ranges.append(range) }
    }
    do throws(ExpressionError) {
      let expression = try Expression(text)
      if let broken = broken(by: expression, &ranges) { return broken }
    } catch {
      if error.message.isEmpty { return "the error says nothing" }
      if let range = error.range { ranges.append(range) }
    }
    for range in ranges where range.lowerBound < 0 || range.upperBound > text.utf8.count {
      return "the place \(range) is outside of the text"
    }
    return brokenPlaces(text, ranges)
  }

  private static func broken(by template: Template, _ ranges: inout [Range<Int>]) -> String? {
    let bytes = Array(template.source.utf8)
    var wasLiteral = false
    for part in template.parts {
      switch part {
      case .literal(let literal):
        if literal.isEmpty || wasLiteral { return "an empty literal, or two that follow each other" }
        wasLiteral = true
      case .expression(let expression, let offset):
        wasLiteral = false
        let range = offset..<offset + expression.text.utf8.count
        guard range.upperBound <= bytes.count, Array(expression.text.utf8) == Array(bytes[range]) else {
          return "the expression '\(expression.text)' is not at \(offset)"
        }
        var inner: [Range<Int>] = []
        if let broken = broken(by: expression, &inner) { return broken }
        ranges += inner.map { $0.lowerBound + offset..<$0.upperBound + offset }
      }
    }
    if template.expressions.isEmpty, template.literal == nil { return "neither a text nor an expression" }
    return nil
  }

  private static func broken(by expression: Expression, _ ranges: inout [Range<Int>]) -> String? {
    let bytes = Array(expression.text.utf8)
    for variable in expression.variables {
      ranges.append(variable.range)
      ranges += variable.fields.map(\.range)
      guard variable.range.upperBound <= bytes.count,
        Array(bytes[variable.nameRange]) == Array("$\(variable.name)".utf8)
      else { return "the variable '\(variable.name)' is not at \(variable.nameRange)" }
    }
    for part in expression.constantParts {
      ranges.append(part.range)
      guard part.range.upperBound <= bytes.count, Array(part.text.utf8) == Array(bytes[part.range]) else {
        return "the constant part '\(part.text)' is not at \(part.range)"
      }
    }
    _ = expression.outputCount
    _ = expression.asksForTime
    for part in expression.expressionsOfClaim where (try? Expression(part.text)) == nil {
      return "a side of the condition is no expression: '\(part.text)'"
    }
    return expression.isPlain ? brokenEvaluation(expression) : nil
  }

  /// A plain expression has one of three ends, whatever the value; what it gives can be written and read again.
  private static func brokenEvaluation(_ expression: Expression) -> String? {
    var scope = ExpressionScope()
    for name in expression.variableNames { scope[name] = dot }
    let program = ExpressionProgram([expression], limits: limits)
    do throws(ExpressionError) {
      for value in try program.plainOutputs(of: expression, dot, in: scope) ?? [] {
        let text = value.text()
        guard let again = try? JSONValue(parsing: text), again == value else { return "an output is no JSON: \(text)" }
      }
    } catch {
      if error.message.isEmpty, error.payload == nil { return "the error says nothing" }
    }
    return nil
  }

  private static let limits = EvaluationLimits(time: .seconds(1), memory: 256 << 20)

  private static let dot: JSONValue = [
    "a": ["b": [1, 2.50, .null, "x"], "n": 12], "list": [[1], ["k": true]], "text": "été ${ . }",
    "t": "2024-01-01T00:00:00Z",
  ]

  // MARK: - In YAML

  /// Written in each style that can hold it, the text is read as it was, and each of its places is one of the YAML text.
  private static func brokenPlaces(_ text: String, _ ranges: [Range<Int>]) -> String? {
    var yamls = [("double", JSONValue.string(text).text()), ("single", "'" + text.replacing("'", with: "''") + "'")]
    yamls.append(
      (
        "literal",
        "|\n" + text.split(separator: "\n", omittingEmptySubsequences: false).map { "  " + $0 }.joined(separator: "\n")
      ))
    yamls.append(("plain", text))
    for (style, written) in yamls {
      let source = SourceText(name: style, text: "- " + written + "\n")
      let document = parseYAML(source)
      if let broken = DiagnosticPromise.broken(by: document.diagnostics) { return "in YAML (\(style)): \(broken)" }
      guard document.diagnostics.isEmpty, let scalar = document.root?.sequence?.first?.scalar else { continue }
      if style == "double", scalar.text != text { return "in YAML it is another text: \(scalar.text)" }
      guard scalar.text == text else { continue }
      for range in ranges {
        let place = scalar.range(ofUTF8Offsets: range)
        if let broken = DiagnosticPromise.broken(by: place, in: source) { return "in YAML (\(style)): \(broken)" }
        if place.start < scalar.range.start || scalar.range.end < place.end {
          return "\(range) is outside of the scalar (\(style))"
        }
      }
    }
    return nil
  }
}
