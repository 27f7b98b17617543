import Diagnostics
import Expressions
import Values
import YAML

// jq expressions, templates, and values with templates inside.

extension ParameterType where Value == Formula {
  /// A bare jq expression; `extra` names the variables that only this place has.
  package static func expression(extra: [String] = []) -> Self {
    ParameterType("a jq expression", schema: .expression) { node, site in
      site.withExtra(extra) { site.formula(node) }
    }
  }
}

extension ParameterType where Value == TextTemplate {
  /// Text that may hold `${ jq }`.
  package static func template(extra: [String] = []) -> Self {
    ParameterType("text, which may hold ${ … }", schema: .text) { node, site in
      site.withExtra(extra) { site.template(node) }
    }
  }
}

extension ParameterType where Value == ValueTemplate {
  /// Any YAML value; its strings may hold `${ jq }`.
  package static func value(extra: [String] = []) -> Self {
    ParameterType("a value", schema: true) { node, site in site.withExtra(extra) { site.value(node) } }
  }
}

/// What `map` is given: an expression, or a mapping or list to be filled in.
package enum Transformation: Sendable {
  case formula(Formula)
  case value(ValueTemplate)
}

extension ParameterType where Value == Transformation {
  package static let transformation = ParameterType(
    "a jq expression, or a mapping or list of templates",
    schema: ["type": ["string", "boolean", "number", "object", "array"]]
  ) { node, site in
    switch node.content {
    case .scalar: site.formula(node).map { .formula($0) }
    case .sequence, .mapping: site.value(node).map { .value($0) }
    }
  }
}

extension ParameterType where Value == ListSource {
  /// A list, or an expression that gives one.
  package static let list = ParameterType(
    "a list, or a jq expression that gives one", schema: ["type": ["array", "string"]]
  ) { node, site in
    switch node.content {
    case .sequence(let nodes):
      let values = nodes.compactMap { site.value($0) }
      return values.count == nodes.count ? .values(values) : nil
    case .scalar(let scalar) where scalar.kind != .string:
      site.report(.unexpectedValue(wanted: "a list, or an expression that gives one", found: node), at: node)
      return nil
    case .scalar(let scalar):
      // `${ … }` alone is the expression within.
      if scalar.text.hasPrefix("${"), let template = site.template(node) {
        guard let formula = template.single else {
          site.report(.unexpectedValue(wanted: "a list, or an expression that gives one", found: node), at: node)
          return nil
        }
        return .formula(formula)
      }
      return site.formula(node).map { .formula($0) }
    case .mapping:
      site.report(.unexpectedValue(wanted: "a list, or an expression that gives one", found: node), at: node)
      return nil
    }
  }
}

/// An `expect`: what must hold, and what to say where it doesn't.
package struct Check: Sendable {
  package let formula: Formula
  package let message: TextTemplate?
}

extension ParameterType where Value == [Check] {
  private static let that = Parameter("that", .expression(), "the expression that must be true", required: true)
  private static let message = Parameter("message", .template(), "what is said where it is not")
  private static let keys = MappingDeclaration("an expect", [that, message])

  package static let checks = ParameterType(
    "a jq expression, a list of them, or { that, message }",
    schema: either([
      .expression, keys.schema,
      ["type": "array", "minItems": 1, "items": either([.expression, keys.schema])],
    ])
  ) { node, site in
    guard case .sequence(let nodes) = node.content else { return check(node, site).map { [$0] } }
    if nodes.isEmpty {
      site.report(Finding("nothing is expected", reason: "the list is empty"), at: node)
      return nil
    }
    let checks = nodes.compactMap { check($0, site) }
    return checks.count == nodes.count ? checks : nil
  }

  private static func check(_ node: YAMLNode, _ site: ParseSite) -> Check? {
    guard case .mapping = node.content else { return check(site.formula(node), nil, site) }
    let fields = site.fields(of: node, keys)
    if fields[that.name] == nil, fields.isWhole {
      site.report(Finding("'that' is missing", reason: "it holds the expression that must be true"), at: node)
    }
    return check(fields.read(that, at: site), fields.read(message, at: site), site)
  }

  private static func check(_ formula: Formula?, _ message: TextTemplate?, _ site: ParseSite) -> Check? {
    guard let formula else { return nil }
    // The sides of its comparisons are shown where it fails: they are part of the program.
    for part in formula.expression.expressionsOfClaim { site.file.expressions.add(part) }
    return Check(formula: formula, message: message)
  }
}
