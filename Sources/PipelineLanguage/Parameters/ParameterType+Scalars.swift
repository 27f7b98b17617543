import Values
import YAML

// Numbers, units and words. Each expects one scalar.

extension ParameterType where Value == Int {
  /// A whole number.
  package static func count(from least: Int = 0) -> Self {
    let wanted = "a whole number from \(least)"
    return ParameterType(wanted, schema: ["type": "integer", "minimum": .number(JSONNumber(least))]) { node, site in
      guard case .scalar(let scalar) = node.content, case .integer(let text) = scalar.kind, let value = Int(text),
        value >= least
      else {
        site.report(.unexpectedValue(wanted: wanted, found: node), at: node)
        return nil
      }
      return value
    }
  }

  /// Bytes: `64KiB`, `10MiB`, `2MB`.
  package static let size = ParameterType(
    "a size such as 10MiB",
    schema: ["type": "string", "pattern": "^[0-9]+(\\.[0-9]*)?(B|KiB|MiB|GiB|kB|KB|MB|GB)$"]
  ) { node, site in
    guard let text = node.plainText, let bytes = parseSize(text) else {
      let isBare = node.plainText.map { Int($0) != nil } ?? false
      site.report(
        isBare
          ? .missingUnit(units: "B, KiB, MiB or GiB") : .unexpectedValue(wanted: "a size such as 10MiB", found: node),
        at: node)
      return nil
    }
    return bytes
  }
}

extension ParameterType where Value == Duration {
  /// `250ms`, `5s`, `2m`.
  package static let duration = ParameterType(
    "a duration such as 250ms, 5s or 2m", schema: ["type": "string", "pattern": "^[0-9]+(\\.[0-9]+)?(ms|s|m|h)$"]
  ) { node, site in
    guard let text = node.plainText, let duration = parseDuration(text) else {
      let text = node.plainText ?? ""
      if Double(text) != nil {
        site.report(.missingUnit(units: "ms, s, m or h"), at: node)
      } else if isDurationTooLong(text) {
        site.report(.tooLong, at: node)
      } else {
        site.report(.unexpectedValue(wanted: "a duration such as 250ms, 5s or 2m", found: node), at: node)
      }
      return nil
    }
    return duration
  }

  /// A duration in which time passes.
  package static let period = ParameterType(
    "a duration above zero, such as 250ms, 5s or 2m",
    schema: [
      "type": "string",
      "pattern": "^([0-9]*[1-9][0-9]*(\\.[0-9]+)?|0+\\.[0-9]*[1-9][0-9]*)(ms|s|m|h)$",
    ]
  ) { node, site in
    guard let period = duration.read(node, site) else { return nil }
    guard period > .zero else {
      site.report(.noTime, at: node)
      return nil
    }
    return period
  }
}

extension ParameterType where Value == Bool {
  package static let boolean = ParameterType("true or false", schema: ["type": "boolean"]) { node, site in
    guard case .scalar(let scalar) = node.content, case .bool(let value) = scalar.kind else {
      site.report(.unexpectedValue(wanted: "true or false", found: node), at: node)
      return nil
    }
    return value
  }
}

extension ParameterType where Value == Double {
  /// A part of a whole: a number from 0 to 1, or a word for either.
  package static let share = ParameterType(
    "a number from 0 to 1, or true", schema: ["type": ["number", "boolean"], "minimum": 0, "maximum": 1]
  ) { node, site in
    if case .scalar(let scalar) = node.content {
      switch scalar.kind {
      case .bool(let value): return value ? 1 : 0
      case .integer(let text), .float(let text):
        if let value = Double(text), 0...1 ~= value { return value }
      case .null, .string, .infinity, .notANumber: break
      }
    }
    site.report(.unexpectedValue(wanted: "a number from 0 to 1, or true", found: node), at: node)
    return nil
  }
}

extension ParameterType where Value == String {
  /// One of a few words.
  package static func keyword(_ words: [String]) -> Self {
    let wanted = "one of " + words.map { "'\($0)'" }.joined(separator: ", ")
    return ParameterType(wanted, schema: ["enum": .array(words.flatMap(Self.spellings))]) { node, site in
      guard let text = node.plainText, words.contains(text) else {
        site.report(
          node.plainText.map { .unknownWord($0, among: words) } ?? .unexpectedValue(wanted: wanted, found: node),
          at: node)
        return nil
      }
      return text
    }
  }

  /// A word as a value of YAML: what reads as a number is one where it stands without quotes.
  private static func spellings(of word: String) -> [JSONValue] {
    [.string(word)] + (JSONNumber(word).map { [.number($0)] } ?? [])
  }

  /// Text in which nothing is replaced.
  package static let text = ParameterType("text", schema: .text) { node, site in
    guard let text = node.plainText else {
      site.report(.unexpectedValue(wanted: "text", found: node), at: node)
      return nil
    }
    return text
  }

  /// A name that the steps below may use as a variable.
  package static let bindingName = ParameterType(
    "a name",
    schema: [
      "type": "string", "pattern": .string(identifierPattern),
      "not": ["enum": .array(Scope.reserved.sorted().map { .string($0) })],
    ]
  ) { node, site in
    guard let text = node.plainText, isIdentifier(text) else {
      site.report(.unexpectedValue(wanted: "a name of letters, digits and '_'", found: node), at: node)
      return nil
    }
    if Scope.reserved.contains(text) {
      site.report(.reservedName(text), at: node)
      return nil
    }
    return text
  }
}

/// What `isIdentifier` accepts.
let identifierPattern = "^[A-Za-z_][A-Za-z0-9_]*$"

/// Whether jq accepts it behind `$`.
func isIdentifier(_ text: String) -> Bool {
  guard let first = text.utf8.first, !(UInt8(ascii: "0")...UInt8(ascii: "9") ~= first), !text.isEmpty else {
    return false
  }
  return text.utf8.allSatisfy { byte in
    switch byte {
    case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
      UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "_"):
      true
    default: false
    }
  }
}

extension Scope {
  /// Names that mean something of their own.
  static let reserved: Set<String> = [
    "inputs", "env", "run", "nodes", "response", "index", "error", "acc", "ENV", "__loc__",
  ]
}

extension Finding {
  static func unexpectedValue(wanted: String, found node: YAMLNode) -> Finding {
    Finding("expected \(wanted)", reason: "this is \(node.shortDescription)")
  }

  static func missingUnit(units: String) -> Finding {
    Finding("a unit is missing", reason: "a bare number says nothing here", hint: "write \(units) behind it")
  }

  static let tooLong = Finding("the duration is too long", reason: "it has at most 270000h, some thirty years")

  static let noTime = Finding("the time between two ticks is zero", hint: "such as 250ms, 5s or 2m")

  static func unknownWord(_ word: String, among words: [String]) -> Finding {
    Finding("'\(word)' is not known here", hint: suggestion(for: word, among: words))
  }

  static func reservedName(_ name: String) -> Finding {
    Finding("'\(name)' cannot be bound", reason: "$\(name) has a meaning of its own")
  }
}

extension YAMLNode {
  /// A number itself, of anything else what kind it is.
  var shortDescription: String {
    guard case .scalar(let scalar) = content, scalar.text.utf8.count <= 40 else { return kindDescription }
    return switch scalar.kind {
    case .integer, .float, .infinity, .notANumber: scalar.text
    case .null, .bool, .string: kindDescription
    }
  }

  /// The text of a scalar that is not null.
  var plainText: String? {
    guard case .scalar(let scalar) = content else { return nil }
    if case .null = scalar.kind { return nil }
    return scalar.text
  }
}
