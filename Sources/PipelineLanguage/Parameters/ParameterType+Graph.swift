import Diagnostics
import Values
import YAML

// References to nodes, and chains inside chains.

extension ParameterType where Value == NodeReference {
  /// The name of a node, whose values flow in.
  package static let node = ParameterType("the name of a node", schema: .nodeName) { node, site in
    site.nodeReference(node, .stream)
  }
}

extension ParameterType where Value == Chain {
  /// A nested chain. Its first step takes the value that comes in, or is a source.
  package static func chain(extra: [String] = []) -> Self {
    ParameterType("a list of steps", schema: .reference("chain")) { node, site in
      site.withExtra(extra) { site.nestedChain(node) }
    }
  }
}

extension ParameterType where Value == StreamInputs {
  /// The same for an operator that turns to an input only when the one before it has ended.
  package static let laterInputs = ParameterType(inputs.expectation, schema: inputs.schema) { node, site in
    let outer = site.isLate
    site.isLate = true
    defer { site.isLate = outer }
    return inputs.read(node, site)
  }

  /// A list or map of node names and inline chains, or `{ each, as, do }`.
  package static let inputs = ParameterType(
    "a list or a map of nodes and chains, or { each, as, do }", schema: .reference("streams")
  ) { node, site in
    let inputs: StreamInputs?
    switch node.content {
    case .sequence(let nodes):
      inputs = declared(nodes.map { (key: nil, node: $0) }, keyed: false, site)
    case .mapping(let entries) where isEach(entries.map { ($0.key.plainText ?? "", $0.value) }, site):
      inputs = each(node, site)
    case .mapping(let entries) where entries.count == 1 && isMisspelledKey(entries[0].key, entries[0].value, site):
      inputs = nil
    case .mapping(let entries):
      inputs = declared(entries.map { (key: $0.key.plainText ?? "", node: $0.value) }, keyed: true, site)
    case .scalar:
      site.report(
        .unexpectedValue(wanted: "a list or a map of nodes and chains, or { each, as, do }", found: node), at: node)
      inputs = nil
    }
    if let inputs { site.stepParts.joins.append(StepParts.Join(inputs: inputs, range: node.range)) }
    return inputs
  }

  private static func declared(_ nodes: [(key: String?, node: YAMLNode)], keyed: Bool, _ site: ParseSite)
    -> StreamInputs?
  {
    let inputs = nodes.compactMap { key, node -> StreamInput? in
      switch node.content {
      case .scalar:
        return site.nodeReference(node, .stream, input: key).map {
          StreamInput(key: key, source: .node($0.node), range: node.range)
        }
      case .sequence, .mapping:
        return site.sourceChain(node).map { StreamInput(key: key, source: .chain($0), range: node.range) }
      }
    }
    return inputs.count == nodes.count ? .declared(inputs, keyed: keyed) : nil
  }

  /// Whether the mapping is an `each`, one with a misspelled key included, and no map of inputs with such names.
  private static func isEach(_ entries: [(key: String, value: YAMLNode)], _ site: ParseSite) -> Bool {
    let keys = entries.map(\.key)
    if keys.contains("each") { return true }
    guard keys.contains("do"), let name = entries.first(where: { $0.key == "as" })?.value else { return false }
    return name.plainText.map { site.file.nodes.place(of: $0) == nil } ?? false
  }

  /// Tells of `{ off: [ a, b ] }`, which is no input: its list holds no steps but the names of nodes.
  private static func isMisspelledKey(_ key: YAMLNode, _ value: YAMLNode, _ site: ParseSite) -> Bool {
    guard let outer = site.operators.last,
      case .unlessKeyed(let whole)? = Operators.named(outer)?.declaration.shorthand,
      let word = key.plainText, closestMatch(to: word, among: [whole]) != nil
    else { return false }
    let holdsSteps =
      switch value.content {
      case .scalar: true
      case .sequence(let nodes): nodes.contains { $0.plainText.map { Operators.named($0) != nil } ?? true }
      case .mapping(let entries): entries.contains { $0.key.plainText.map { Operators.named($0) != nil } ?? true }
      }
    guard !holdsSteps else { return false }
    site.report(.unknownKey(word, what: "'\(outer)'", among: [whole]), at: key)
    return true
  }

  private static let each = Parameter("each", .list, "the list, or an expression that gives it", required: true)
  private static let `as` = Parameter("as", .bindingName, "what an element is called, as $name", required: true)
  private static let chain = Parameter("do", .chain(), "the steps for each element, the first a source", required: true)
  static let eachKeys = MappingDeclaration("an 'each'", [each, `as`, chain])

  private static func each(_ node: YAMLNode, _ site: ParseSite) -> StreamInputs? {
    if let outer = site.operators.last.flatMap({ Operators.named($0)?.declaration }), let entries = node.mapping,
      let option = entries.first(where: { entry in
        !eachKeys.names.contains(entry.name) && outer.parameters.contains { $0.name == entry.name }
      })
    {
      site.report(.inputsBesideOption(option.name, of: outer, inputs: "{ each: … }"), at: option.key)
      return nil
    }
    let fields = site.fields(of: node, eachKeys)
    for key in eachKeys.names where fields[key] == nil && fields.isWhole {
      site.report(Finding("'\(key)' is missing", reason: "an 'each' has the keys each, as and do"), at: node)
    }
    guard let listNode = fields["each"], let nameNode = fields["as"], let chainNode = fields["do"] else { return nil }
    let list = ParameterType<ListSource>.list.read(listNode, site)
    let name = ParameterType<String>.bindingName.read(nameNode, site)
    let chain = site.nestedChain(chainNode, binding: name.map { [$0] } ?? [])
    guard let list, let name, let chain else { return nil }
    return .each(list: list, name: name, chain: chain)
  }
}

extension ParameterType where Value == TypeReference {
  /// `TYPE` or `[TYPE]`.
  package static let typeName = ParameterType(
    "the name of a type, or [name]",
    schema: either([.text, ["type": "array", "minItems": 1, "maxItems": 1, "items": .text]])
  ) { node, site in
    if case .sequence(let nodes) = node.content {
      guard nodes.count == 1 else {
        site.report(.unexpectedValue(wanted: "one type between the brackets", found: node), at: node)
        return nil
      }
      return site.file.typeReference(nodes[0], isList: true)
    }
    return site.file.typeReference(node, isList: false)
  }
}

extension FileContext {
  func typeReference(_ node: YAMLNode, isList: Bool) -> TypeReference? {
    guard let name = node.plainText else {
      report(.unexpectedValue(wanted: "the name of a type", found: node), at: node.range)
      return nil
    }
    guard let index = types.place(of: name) else {
      report(.unknownType(name, among: candidates(types)), at: node.range)
      return nil
    }
    used.types.insert(name)
    return TypeReference(type: index, name: name, isList: isList)
  }
}

extension ParseSite {
  func nodeReference(_ node: YAMLNode, _ kind: NodeReference.Kind, input: String? = nil) -> NodeReference? {
    guard let name = node.plainText else {
      report(.unexpectedValue(wanted: "the name of a node", found: node), at: node)
      return nil
    }
    return nodeReference(named: name, at: node.range, kind, input: input)
  }

  func nodeReference(
    named name: String, at range: SourceRange, _ kind: NodeReference.Kind, input: String? = nil
  ) -> NodeReference? {
    guard let index = file.nodes.place(of: name) else {
      let names = file.candidates(file.nodes).prefix(file.mainNodeCount)
      file.report(.unknownNode(name, among: Array(names)), at: range)
      return nil
    }
    guard index < file.mainNodeCount else {
      file.report(isTeardown ? .teardownOfTeardown(name) : .teardownAsInput(name), at: range)
      return nil
    }
    if isTeardown, kind == .stream {
      file.report(.streamInTeardown(name), at: range)
      return nil
    }
    let reference = NodeReference(
      node: index, kind: kind, operators: operators, input: input, isLate: isLate, range: range)
    nodeReferences.append(reference)
    return reference
  }
}

extension Finding {
  static func teardownAsInput(_ name: String) -> Finding {
    Finding("'\(name)' is a teardown node", reason: "it runs when all others have ended, so nothing can take from it")
  }

  static func teardownOfTeardown(_ name: String) -> Finding {
    Finding(
      "'\(name)' is a teardown node", reason: "teardown nodes run one after the other and take nothing of each other",
      hint: "put the steps of both into one node")
  }

  static func streamInTeardown(_ name: String) -> Finding {
    Finding(
      "a teardown node takes no stream", reason: "'\(name)' has ended by then, well or not",
      hint: "take its one value: just: '${ $nodes.\(name) }'")
  }

  static func unknownNode(_ name: String, among names: [String]) -> Finding {
    Finding(
      "unknown node '\(name)'", reason: "no node of this name is declared", hint: suggestion(for: name, among: names))
  }

  static func unknownType(_ name: String, among names: [String]) -> Finding {
    Finding(
      "unknown type '\(name)'", reason: "not declared under 'types'", hint: suggestion(for: name, among: names))
  }
}
