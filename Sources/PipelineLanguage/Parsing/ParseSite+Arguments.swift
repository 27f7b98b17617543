import Diagnostics
import YAML

extension ParseSite {
  /// Reads what stands behind an operator's key by its declaration. All mistakes are reported; `nil` if there is one.
  func arguments(of declaration: OperatorDeclaration, from value: YAMLNode?, step: YAMLNode) -> Arguments? {
    var nodes: [(parameter: any AnyParameter, node: YAMLNode)] = []
    var complete = true
    if let value {
      switch assignment(declaration, value) {
      case .whole(let name):
        if let parameter = declaration.parameters.first(where: { $0.name == name }) { nodes = [(parameter, value)] }
      case .keyed:
        (nodes, complete) = keyed(declaration, value)
      case .nothing:
        report(.takesNothing(declaration.name), at: value)
        return nil
      case .mismatch:
        report(.needsMapping(declaration, found: value), at: value)
        return nil
      }
    }
    // What is missing may be there under a misspelled name.
    let mayLack = !complete
    var values: [String: any Sendable] = [:]
    // In declared order, so that what one parameter brings into scope is there for the next.
    for (parameter, node) in nodes {
      stepParts.places[parameter.name] = node.range
      if let value = parameter.read(node, in: self) { values[parameter.name] = value } else { complete = false }
    }
    for parameter in declaration.parameters where parameter.isRequired {
      guard !nodes.contains(where: { $0.parameter.name == parameter.name }) else { continue }
      if !mayLack { file.report(.missingParameter(parameter, of: declaration), at: step.range) }
      complete = false
    }
    return complete ? Arguments(values, step: step, site: self) : nil
  }

  private enum Assignment {
    case whole(String)
    case keyed, nothing, mismatch
  }

  private func assignment(_ declaration: OperatorDeclaration, _ value: YAMLNode) -> Assignment {
    let keys: [String]?
    if case .mapping(let entries) = value.content { keys = entries.map { $0.key.plainText ?? "" } } else { keys = nil }
    if declaration.parameters.isEmpty { return .nothing }
    return switch declaration.shorthand {
    case .none: keys == nil ? .mismatch : .keyed
    case .unlessMapping(let name): keys == nil ? .whole(name) : .keyed
    case .unlessKeyed(let name): keys.map { isKeyed($0, by: declaration, name) } == true ? .keyed : .whole(name)
    case .always(let name): .whole(name)
    }
  }

  /// Whether the mapping holds the operator's options and is not itself what the operator takes: a step or inputs.
  private func isKeyed(_ keys: [String], by declaration: OperatorDeclaration, _ name: String) -> Bool {
    if keys.contains(name) { return true }
    // A chain's only step is one of the operators; what is none of them may be an option that is misspelled.
    if declaration.parameters.first(where: { $0.name == name }) is Parameter<Chain>,
      keys.allSatisfy({ $0 != "name" && Operators.named($0) == nil }), let key = keys.first
    {
      let options = declaration.parameters.map(\.name)
      return keys.contains(where: options.contains)
        || closestMatch(to: key, among: options + Operators.names).map(options.contains) ?? false
    }
    return keys.contains { key in declaration.parameters.contains { $0.name == key } }
      && !keys.contains { Operators.named($0) != nil }
  }

  private func keyed(_ declaration: OperatorDeclaration, _ value: YAMLNode)
    -> (nodes: [(parameter: any AnyParameter, node: YAMLNode)], isComplete: Bool)
  {
    guard case .mapping(let entries) = value.content else { return ([], false) }
    var found: [String: YAMLNode] = [:]
    var complete = true
    let known = declaration.parameters.map(\.name)
    let unknown = entries.filter { !known.contains($0.key.plainText ?? "") }
    for entry in entries where known.contains(entry.key.plainText ?? "") {
      found[entry.key.plainText ?? ""] = entry.value
    }
    if let option = declaration.mixedOption(found.keys.sorted(), unknown.map { $0.key.plainText ?? "" }) {
      let place = entries.first { $0.key.plainText == option }?.key ?? value
      report(.inputsBesideOption(option, of: declaration), at: place)
      return ([], false)
    }
    for entry in unknown {
      let key = entry.key.plainText ?? ""
      report(.unknownKey(key, what: "'\(declaration.name)'", among: known), at: entry.key)
      complete = false
    }
    return (declaration.parameters.compactMap { parameter in found[parameter.name].map { (parameter, $0) } }, complete)
  }

  /// The entries of a mapping by key; unknown ones are reported.
  func fields(of node: YAMLNode, known: [String], what: String) -> Fields {
    file.fields(of: node, known: known, what: what)
  }
}

/// The entries of a mapping whose keys are known beforehand.
struct Fields {
  private var nodes: [String: YAMLNode] = [:]
  /// The keys whose value is null.
  private(set) var nulls: Set<String> = []
  /// Whether nothing in the mapping was unknown: what is missing is then missing, not misspelled.
  var isWhole: Bool

  init(isWhole: Bool = true) { self.isWhole = isWhole }

  subscript(key: String) -> YAMLNode? { nodes[key] }

  mutating func insert(_ key: String, _ node: YAMLNode) {
    if node.isNull { nulls.insert(key) } else { nodes[key] = node }
  }
}

extension FileContext {
  /// The entries of a mapping by key, those that are null left out; unknown ones are reported, and so is what is no
  /// mapping.
  func fields(of node: YAMLNode, known: [String], what: String) -> Fields {
    guard case .mapping(let entries) = node.content else {
      report(.unexpectedValue(wanted: "a mapping", found: node), at: node.range)
      return Fields(isWhole: false)
    }
    var found = Fields()
    for entry in entries {
      let key = entry.key.plainText ?? ""
      if known.contains(key) {
        found.insert(key, entry.value)
      } else {
        found.isWhole = false
        report(.unknownKey(key, what: what, among: known), at: entry.key.range)
      }
    }
    return found
  }
}

extension OperatorDeclaration {
  /// The option beside which inputs stand, where a mapping holds both: inputs and options go into two.
  ///
  /// - Parameter unknown: the keys that are no options.
  fileprivate func mixedOption(_ options: [String], _ unknown: [String]) -> String? {
    guard case .unlessKeyed(let whole) = shorthand, !options.contains(whole), let option = options.first,
      parameters.first(where: { $0.name == whole }) is Parameter<StreamInputs>, !unknown.isEmpty,
      unknown.allSatisfy({ closestMatch(to: $0, among: parameters.map(\.name)) == nil })
    else { return nil }
    return option
  }
}

extension Finding {
  /// - Parameter inputs: as the hint shows them.
  static func inputsBesideOption(
    _ option: String, of declaration: OperatorDeclaration, inputs: String = "{ … }"
  ) -> Finding {
    guard case .unlessKeyed(let whole) = declaration.shorthand else {
      preconditionFailure("what has a long form has a key for the inputs")
    }
    return Finding(
      "'\(option)' stands among the inputs",
      reason: "beside an option of '\(declaration.name)' they stand under '\(whole)'",
      hint: "write { \(whole): \(inputs), \(option): … }")
  }

  static func unknownKey(_ key: String, what: String, among known: [String]) -> Finding {
    Finding("unknown key '\(key)'", reason: "\(what) has no such key", hint: suggestion(for: key, among: known))
  }

  static func takesNothing(_ name: String) -> Finding {
    Finding("'\(name)' takes nothing", hint: "write '- \(name)'")
  }

  static func needsMapping(_ declaration: OperatorDeclaration, found node: YAMLNode) -> Finding {
    let names = declaration.parameters.map { "'\($0.name)'" }.joined(separator: ", ")
    return Finding(
      "'\(declaration.name)' takes a mapping", reason: "this is \(node.kindDescription)", hint: "its options: \(names)")
  }

  static func missingParameter(_ parameter: any AnyParameter, of declaration: OperatorDeclaration) -> Finding {
    if case .none = declaration.shorthand {
      return Finding(
        "'\(declaration.name)' needs '\(parameter.name)'", reason: parameter.summary,
        hint: "for example \(declaration.example)")
    }
    return Finding(
      "'\(declaration.name)' needs \(parameter.expectation)", reason: parameter.summary,
      hint: "for example \(declaration.example)")
  }
}
