import Diagnostics
import Expressions
import Values
import YAML

// Expressions and templates where the file has them: compiled into the run's one program, and their names looked up.

extension ParseSite {
  /// A scalar that is one bare jq expression.
  func formula(_ node: YAMLNode) -> Formula? {
    guard case .scalar(let scalar) = node.content else {
      report(.unexpectedValue(wanted: "a jq expression", found: node), at: node)
      return nil
    }
    // `null` is an expression too.
    if case .null = scalar.kind, scalar.text != "null" {
      report(.unexpectedValue(wanted: "a jq expression", found: node), at: node)
      return nil
    }
    do throws(ExpressionError) {
      return formula(try Expression(scalar.text), in: scalar, from: 0)
    } catch  where scalar.text.hasPrefix("${") {
      report(.templateForExpression, at: node)
      return nil
    } catch {
      report(error, in: scalar)
      return nil
    }
  }

  /// Text that may hold `${ jq }`.
  func template(_ node: YAMLNode) -> TextTemplate? {
    guard case .scalar(let scalar) = node.content else {
      report(.unexpectedValue(wanted: "text", found: node), at: node)
      return nil
    }
    guard case .string = scalar.kind else {
      return TextTemplate(
        parts: [.literal(file.json(scalar, at: node).map { $0.isNull ? "" : $0.text() } ?? "")], range: node.range)
    }
    return template(scalar, at: node)
  }

  /// Any YAML value; its strings may hold templates.
  func value(_ node: YAMLNode) -> ValueTemplate? {
    switch node.content {
    case .scalar(let scalar):
      guard case .string = scalar.kind else { return file.json(scalar, at: node).map { .constant($0) } }
      guard let template = template(scalar, at: node) else { return nil }
      return template.constant.map { .constant(.string($0)) } ?? .text(template)
    case .sequence(let nodes):
      let values = nodes.compactMap { value($0) }
      guard values.count == nodes.count else { return nil }
      let constants = values.compactMap(\.constant)
      return constants.count == values.count ? .constant(.array(constants)) : .array(values)
    case .mapping(let entries):
      let members = entries.compactMap { entry in
        value(entry.value).map { ValueTemplate.Member(key: entry.name, value: $0) }
      }
      guard members.count == entries.count else { return nil }
      let constants = members.compactMap { member in member.value.constant.map { (member.key, $0) } }
      return constants.count == members.count ? .constant(.object(JSONObject(constants))) : .object(members)
    }
  }

  private func template(_ scalar: YAMLScalar, at node: YAMLNode) -> TextTemplate? {
    let template: Template
    do throws(ExpressionError) {
      template = try Template(scalar.text)
    } catch {
      report(error, in: scalar)
      return nil
    }
    if let text = template.literal { warnOfBareName(text, at: node) }
    var parts: [TextTemplate.Part] = []
    // All of its expressions are looked at, so that every mistake in them is told.
    for part in template.parts {
      switch part {
      case .literal(let text): parts.append(.literal(text))
      case .expression(let expression, let offset):
        if let formula = formula(expression, in: scalar, from: offset) { parts.append(.formula(formula)) }
      }
    }
    guard parts.count == template.parts.count else { return nil }
    return TextTemplate(parts: parts, range: node.range)
  }

  /// `$nodes.login` where a text stands is that text, and hardly meant.
  private func warnOfBareName(_ text: String, at node: YAMLNode) {
    guard text.hasPrefix("$") else { return }
    let name = text.dropFirst().prefix { isIdentifier(String($0)) || $0.isNumber }
    if scope.names.contains(String(name)) { report(.bareName(text), at: node) }
  }

  /// - Parameter offset: where the expression begins in the scalar's text, in UTF-8 bytes.
  private func formula(_ expression: Expression, in scalar: YAMLScalar, from offset: Int) -> Formula? {
    let range = scalar.range(offset..<offset + expression.text.utf8.count)
    var isGood = true
    for variable in expression.variables {
      if !check(variable, in: scalar, from: offset) { isGood = false }
    }
    guard isGood else { return nil }
    let formula = Formula(expression: expression, range: range, source: file.source, pool: file.expressions)
    file.expressions.add(formula)
    stepParts.formulas.append(formula)
    return formula
  }

  /// Whether the name is one that is there, and so is what is asked of it; a node becomes an edge of the graph.
  private func check(_ variable: VariableUse, in scalar: YAMLScalar, from offset: Int) -> Bool {
    let range = scalar.range(offset + variable.range.lowerBound..<offset + variable.range.upperBound)
    guard scope.names.contains(variable.name) else {
      if scope.isUncertain { return false }
      file.report(.undefinedName(variable.name, in: scope), at: range)
      return false
    }
    let field = variable.fields.first
    let place = field.map { scalar.range(offset + $0.range.lowerBound..<offset + $0.range.upperBound) } ?? range
    switch variable.name {
    case "nodes":
      guard let name = field?.name else {
        file.report(.nodesAlone, at: range)
        return false
      }
      guard let reference = nodeReference(named: name, at: place, .value) else { return false }
      stepReferences.append(reference)
    case "inputs":
      guard let name = field?.name else {
        file.used.allInputs = true
        break
      }
      if file.inputs.place(of: name) == nil {
        file.report(.unknownInput(name, among: file.candidates(file.inputs)), at: place)
        return false
      }
      file.used.inputs.insert(name)
    default: break
    }
    return true
  }

  private func report(_ error: ExpressionError, in scalar: YAMLScalar) {
    file.report(Finding(error.message, hint: error.hint), at: scalar.range(error.range ?? 0..<scalar.text.utf8.count))
  }
}

extension YAMLScalar {
  /// The place in the file of a part of the decoded text, in UTF-8 bytes.
  func range(_ part: Range<Int>) -> SourceRange { range(ofUTF8Offsets: part) }
}

extension Finding {
  static func undefinedName(_ name: String, in scope: Scope) -> Finding {
    let near = closestMatch(to: name, among: scope.names).map { "did you mean '$\($0)'?" }
    let known = "known here: " + scope.names.map { "$" + $0 }.joined(separator: ", ")
    return Finding("undefined name '$\(name)'", reason: "nothing above binds it", hint: near ?? known)
  }

  static func bareName(_ text: String) -> Finding {
    Finding(
      "this is the text '\(text)'", reason: "only what stands in ${ } is evaluated here", hint: "write '${ \(text) }'",
      severity: .warning)
  }

  static let templateForExpression = Finding(
    "here is no '${'", reason: "the whole text is a jq expression already", hint: "write it without '${' and '}'")

  static let nodesAlone = Finding(
    "'$nodes' needs the name of a node", reason: "it makes the step wait for that node", hint: "write $nodes.NAME")

  static func unknownInput(_ name: String, among names: [String]) -> Finding {
    Finding(
      "unknown input '\(name)'", reason: "not declared under 'inputs'", hint: suggestion(for: name, among: names))
  }
}
