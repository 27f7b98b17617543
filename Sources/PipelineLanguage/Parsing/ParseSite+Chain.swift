import Diagnostics
import YAML

// Chains and steps: which operator a step uses, whether it may stand there, and what it is given.

extension ParseSite {
  /// A chain whose first step is a source.
  func sourceChain(_ node: YAMLNode) -> Chain? { inner { $0.chain(node, startsWithSource: true) } }

  /// A chain that takes a value from outside; names that are bound in it end with it.
  func nestedChain(_ node: YAMLNode, binding names: [String] = []) -> Chain? {
    inner(binding: names) { site in
      site.scope.bound += names
      site.isLate = true
      return site.chain(node, startsWithSource: false)
    }
  }

  /// Reads with this place's names, of which none leaves it; the references of the step being read stay its own.
  private func inner(binding names: [String] = [], _ body: (ParseSite) -> Chain?) -> Chain? {
    let outer = (scope, stepReferences, stepParts, isLate)
    depth += 1
    let chain = body(self)
    depth -= 1
    (scope, stepReferences, stepParts, isLate) = outer
    if let chain { stepParts.chains.append(StepParts.InnerChain(chain: chain, names: names)) }
    return chain
  }

  func withExtra<Result>(_ names: [String], _ body: () -> Result) -> Result {
    let outer = scope.extra
    scope.extra += names
    defer { scope.extra = outer }
    return body()
  }

  /// A list of steps, or the one step itself.
  func chain(_ node: YAMLNode, startsWithSource: Bool) -> Chain? {
    guard depth <= 200 else {
      report(Finding("chains are nested too deeply", reason: "more than 200 levels"), at: node)
      return nil
    }
    let nodes: [YAMLNode]
    switch node.content {
    case .sequence(let list): nodes = list
    case .mapping, .scalar: nodes = [node]
    }
    guard !nodes.isEmpty else {
      report(Finding("the chain has no step", reason: startsWithSource ? "it starts with a source" : nil), at: node)
      return nil
    }
    var steps: [Step] = []
    var shared: NodeReference?
    for (place, node) in nodes.enumerated() {
      let known = nodeReferences.count
      let position: StepPosition = place > 0 ? .middle : startsWithSource ? .start : .nestedStart
      if let step = step(node, at: position) {
        scope.bound += step.operation.bindings.filter { $0 != Scope.responseBinding }
        if step.operation.bindings.contains(Scope.responseBinding) { scope.hasResponse = true }
        if step.operation.repeatsStepsAbove, let shared {
          file.report(.repeatsNode(step.name, file.nodes.names[shared.node]), at: step.range)
        }
        shared = shared ?? nodeReferences[known...].first { $0.kind == .stream && !$0.isLate }
        steps.append(step)
      }
    }
    return steps.count == nodes.count ? Chain(steps: steps, range: node.range) : nil
  }

  private enum StepPosition { case start, nestedStart, middle }

  private func step(_ node: YAMLNode, at position: StepPosition) -> Step? {
    stepReferences = []
    stepParts = StepParts()
    guard let use = operatorUse(node) else { return nil }
    guard let type = Operators.named(use.name) else {
      file.report(.unknownOperator(use.name), at: use.key.range)
      scope.isUncertain = true
      return nil
    }
    let step = step(of: type, use, at: position)
    if step == nil, type.bindsNames { scope.isUncertain = true }
    return step
  }

  private func step(of type: any StepOperation.Type, _ use: OperatorUse, at position: StepPosition) -> Step? {
    let declaration = type.declaration
    switch (declaration.role, position) {
    case (.source, .middle):
      file.report(.sourceInMiddle(use.name), at: use.key.range)
      return nil
    case (.transform, .start):
      file.report(.noSource(use.name), at: use.key.range)
      return nil
    default: break
    }
    operators.append(use.name)
    let known = nodeReferences.count
    let hadRequests = file.hasRequests
    file.hasRequests = false
    defer {
      operators.removeLast()
      file.hasRequests = file.hasRequests || hadRequests
    }
    guard let arguments = arguments(of: declaration, from: use.value, step: use.key),
      let operation = type.init(arguments)
    else { return nil }
    let awaited = Set(stepReferences.filter { $0.kind == .value }.map(\.node)).sorted()
    let streams = nodeReferences[known...].filter { $0.kind == .stream }.map(\.node)
    return Step(
      operation: operation, name: use.name, label: use.label, range: use.key.range, awaited: awaited, streams: streams,
      sendsRequests: file.hasRequests, parts: stepParts)
  }

  private struct OperatorUse {
    let name: String
    let key: YAMLNode
    let value: YAMLNode?
    let label: String?
  }

  /// `collect`, or a mapping with one operator as its key and perhaps a `name`.
  private func operatorUse(_ node: YAMLNode) -> OperatorUse? {
    switch node.content {
    case .scalar:
      guard let name = node.plainText else {
        report(Finding("the step is empty", reason: "a step names one operator"), at: node)
        return nil
      }
      return OperatorUse(name: name, key: node, value: nil, label: nil)
    case .sequence:
      report(Finding("a step is no list", reason: "a step is a mapping with one operator as its key"), at: node)
      return nil
    case .mapping(let entries):
      var use: (key: YAMLNode, value: YAMLNode)?
      var label: String?
      for entry in entries {
        let key = entry.key.plainText ?? ""
        if key == "name" {
          label = ParameterType<String>.text.read(entry.value, self)
        } else if let first = use {
          file.report(
            .secondOperator(key, first: first.key.plainText ?? "", in: operators.last), at: entry.key.range,
            notes: [file.note("the step's operator is here", at: first.key.range)])
          return nil
        } else {
          use = (entry.key, entry.value)
        }
      }
      guard let use, let name = use.key.plainText else {
        report(
          Finding("the step has no operator", reason: "a step is a mapping with one operator as its key"), at: node)
        return nil
      }
      return OperatorUse(name: name, key: use.key, value: use.value.isLeftOut ? nil : use.value, label: label)
    }
  }
}

extension Scope {
  /// What a step binds that sets `$response`.
  static let responseBinding = "response"
}

extension Finding {
  static func unknownOperator(_ name: String) -> Finding {
    Finding(
      "unknown operator '\(name)'", reason: "not one of the operators a step may use",
      hint: closestMatch(to: name, among: Operators.names).map { "did you mean '\($0)'?" })
  }

  /// - Parameter outer: the operator whose chain it is.
  static func secondOperator(_ name: String, first: String, in outer: String?) -> Finding {
    let operation = Operators.named(first)
    if let outer, let declaration = Operators.named(outer)?.declaration,
      case .unlessKeyed(let whole) = declaration.shorthand,
      name != whole, declaration.parameters.contains(where: { $0.name == name }),
      operation?.declaration.parameters.contains(where: { $0.name == name }) != true
    {
      return Finding(
        "'\(name)' stands beside '\(first)'",
        reason: "it is an option of '\(outer)', beside which the steps stand under '\(whole)'",
        hint: "write { \(whole): [ \(first): … ], \(name): … }")
    }
    if let operation, operation.declaration.parameters.contains(where: { $0.name == name }) {
      return Finding(
        "'\(name)' stands beside '\(first)'", reason: "it is one of its options",
        hint: "indent it further, or put both into braces: \(first): { \(name): … }")
    }
    return Operators.named(name) == nil && operation != nil
      ? Finding(
        "unknown key '\(name)' beside '\(first)'", reason: "a step has one operator and at most a 'name'",
        hint: "options stand in the operator's own mapping: check the indentation")
      : Finding("a step has one operator", reason: "'\(first)' is already there", hint: "begin a new step with '- '")
  }

  static func sourceInMiddle(_ name: String) -> Finding {
    Finding(
      "'\(name)' starts a chain", reason: "here a value comes in, and nothing would take it",
      hint: "put it in a node of its own, or into a flatMap")
  }

  static func repeatsNode(_ name: String, _ node: String) -> Finding {
    Finding(
      "'\(name)' cannot run the node '\(node)' again", reason: "a node runs once, whoever takes its values",
      hint: "put the \(name) into that node, or the steps that may fail into a flatMap with it")
  }

  static func noSource(_ name: String) -> Finding {
    Finding(
      "'\(name)' has nothing to work on", reason: "a chain starts with a source",
      hint: "such as just, sequence, fetch or from")
  }
}
