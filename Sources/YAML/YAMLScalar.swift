package import Diagnostics

/// A scalar: its decoded text, how it was written, and what the YAML 1.2 core schema makes of it.
package struct YAMLScalar: Sendable {
  package enum Style: Sendable {
    case plain, singleQuoted, doubleQuoted, literal, folded
  }

  /// What a scalar means. Only plain text, or a tag such as `!!int`, makes anything but a string.
  package enum Kind: Sendable, Equatable {
    case null
    case bool(Bool)
    /// An integer as JSON writes it, every digit kept: `+07` is `7`, `0x1F` is `31`.
    case integer(String)
    /// A number with a point or an exponent as JSON writes it, every digit kept: `.5` is `0.5`, `1.` is `1`, `1.50` stays.
    case float(String)
    /// `.inf` and `-.inf`, which JSON does not have.
    case infinity(isNegative: Bool)
    /// `.nan`, which JSON does not have.
    case notANumber
    case string
  }

  /// The text after unquoting, unescaping and folding; of a number its own characters.
  package var text: String
  package var style: Style
  package var kind: Kind
  /// Whether a tag says what it is, as in `!!str 12`.
  package var isTagged: Bool
  /// The text that `range` belongs to.
  package var source: SourceText
  /// The characters of the scalar with its quotes or block header; of an alias, those that it stands for.
  package var range: SourceRange

  package init(text: String, style: Style, kind: Kind, isTagged: Bool = false, source: SourceText, range: SourceRange) {
    self.text = text
    self.style = style
    self.kind = kind
    self.isTagged = isTagged
    self.source = source
    self.range = range
  }
}

extension YAMLScalar.Kind: CustomStringConvertible {
  /// What it is, in a message: `text`, `a number`, `true`, `null`.
  package var description: String {
    switch self {
    case .null: "null"
    case .bool(let value): value ? "true" : "false"
    case .integer, .float, .infinity, .notANumber: "a number"
    case .string: "text"
    }
  }
}
