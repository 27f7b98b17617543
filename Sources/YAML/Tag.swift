import Diagnostics

/// The tags of the core schema: `!!str`, `!!int`, `!!float`, `!!bool`, `!!null`, `!!seq`, `!!map`.
enum Tag {
  private static let prefix = "tag:yaml.org,2002:"

  enum Fault: Error {
    case unknown
    /// A tag on what it cannot be, such as `!!int` on `abc`.
    case unfit(name: String, what: String)
  }

  /// What a scalar means, by its tag or, without one, by its text.
  static func kind(
    of text: String, _ style: YAMLScalar.Style, tag: String?, isNonSpecific: Bool
  ) -> Result<YAMLScalar.Kind, Fault> {
    guard let tag, tag != "!" else {
      return .success(style == .plain && !isNonSpecific && tag == nil ? CoreSchema.kind(of: text) : .string)
    }
    guard tag.hasPrefix(prefix) else { return .failure(.unknown) }
    let name = String(tag.dropFirst(prefix.count))
    switch (name, CoreSchema.kind(of: text)) {
    case ("str", _): return .success(.string)
    case ("int", let kind), ("float", let kind), ("bool", let kind), ("null", let kind):
      switch (name, kind) {
      case ("int", .integer), ("bool", .bool), ("null", .null): return .success(kind)
      case ("float", .float), ("float", .infinity), ("float", .notANumber): return .success(kind)
      case ("float", .integer(let digits)): return .success(.float(digits))
      default: return .failure(.unfit(name: name, what: quoted(text)))
      }
    case ("seq", _), ("map", _): return .failure(.unfit(name: name, what: quoted(text)))
    default: return .failure(.unknown)
    }
  }

  static func fault(ofCollection tag: String?, isMapping: Bool) -> Fault? {
    guard let tag, tag != "!" else { return nil }
    guard tag.hasPrefix(prefix) else { return .unknown }
    let name = String(tag.dropFirst(prefix.count))
    switch name {
    case "seq", "map":
      return (name == "map") == isMapping ? nil : .unfit(name: name, what: isMapping ? "a mapping" : "a list")
    case "str", "int", "float", "bool", "null": return .unfit(name: name, what: isMapping ? "a mapping" : "a list")
    default: return .unknown
    }
  }
}

extension Tag.Fault {
  func diagnostic(in source: SourceText, at range: SourceRange) -> Diagnostic {
    switch self {
    case .unknown:
      let written = source.text(in: range)
      return Diagnostic(
        "unknown tag \(quoted(written))", in: source, at: range,
        reason: "only !!str, !!int, !!float, !!bool, !!null, !!seq and !!map are known",
        hint: written.hasPrefix("!!") ? nil : "text that begins with '!' needs quotes")
    case .unfit(let name, let what):
      let needed =
        switch name {
        case "int": "an integer"
        case "float": "a number"
        case "bool": "'true' or 'false'"
        case "null": "'null', '~' or nothing"
        case "seq": "a list"
        case "map": "a mapping"
        default: "text"
        }
      return Diagnostic("\(what) is not \(needed)", in: source, at: range, reason: "'!!\(name)' asks for it")
    }
  }
}
