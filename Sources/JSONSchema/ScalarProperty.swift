/// What `\p{…}` asks of a scalar, or with `\P{…}` the contrary.
struct ScalarProperty: Sendable {
  private enum Kind: Sendable {
    case category(Set<Unicode.GeneralCategory>)
    case binary(@Sendable (Unicode.Scalar.Properties) -> Bool)
    case ascii
    case any
  }

  private let kind: Kind
  private let isWanted: Bool

  /// `nil` where there is no such property.
  init?(_ name: String, isWanted: Bool) {
    self.isWanted = isWanted
    let parts = name.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false).map(String.init)
    if parts.count == 2 {
      guard ["General_Category", "gc"].contains(parts[0]), let categories = Self.categories[parts[1]] else {
        return nil
      }
      kind = .category(categories)
    } else if let categories = Self.categories[name] {
      kind = .category(categories)
    } else if let test = Self.binaries[name] {
      kind = .binary(test)
    } else if name == "ASCII" {
      kind = .ascii
    } else if name == "Any" {
      kind = .any
    } else {
      return nil
    }
  }

  func holds(for scalar: UInt32) -> Bool {
    guard let scalar = Unicode.Scalar(scalar) else { return !isWanted }
    let isSo =
      switch kind {
      case .category(let categories): categories.contains(scalar.properties.generalCategory)
      case .binary(let test): test(scalar.properties)
      case .ascii: scalar.isASCII
      case .any: true
      }
    return isSo == isWanted
  }

  private static let categories: [String: Set<Unicode.GeneralCategory>] = {
    let single: [(String, String, Unicode.GeneralCategory)] = [
      ("Lu", "Uppercase_Letter", .uppercaseLetter), ("Ll", "Lowercase_Letter", .lowercaseLetter),
      ("Lt", "Titlecase_Letter", .titlecaseLetter), ("Lm", "Modifier_Letter", .modifierLetter),
      ("Lo", "Other_Letter", .otherLetter), ("Mn", "Nonspacing_Mark", .nonspacingMark),
      ("Mc", "Spacing_Mark", .spacingMark), ("Me", "Enclosing_Mark", .enclosingMark),
      ("Nd", "Decimal_Number", .decimalNumber), ("Nl", "Letter_Number", .letterNumber),
      ("No", "Other_Number", .otherNumber), ("Pc", "Connector_Punctuation", .connectorPunctuation),
      ("Pd", "Dash_Punctuation", .dashPunctuation), ("Ps", "Open_Punctuation", .openPunctuation),
      ("Pe", "Close_Punctuation", .closePunctuation), ("Pi", "Initial_Punctuation", .initialPunctuation),
      ("Pf", "Final_Punctuation", .finalPunctuation), ("Po", "Other_Punctuation", .otherPunctuation),
      ("Sm", "Math_Symbol", .mathSymbol), ("Sc", "Currency_Symbol", .currencySymbol),
      ("Sk", "Modifier_Symbol", .modifierSymbol), ("So", "Other_Symbol", .otherSymbol),
      ("Zs", "Space_Separator", .spaceSeparator), ("Zl", "Line_Separator", .lineSeparator),
      ("Zp", "Paragraph_Separator", .paragraphSeparator), ("Cc", "Control", .control), ("Cf", "Format", .format),
      ("Cs", "Surrogate", .surrogate), ("Co", "Private_Use", .privateUse), ("Cn", "Unassigned", .unassigned),
    ]
    let groups = [
      ("L", "Letter"), ("M", "Mark"), ("N", "Number"), ("P", "Punctuation"), ("S", "Symbol"), ("Z", "Separator"),
      ("C", "Other"),
    ]
    var table: [String: Set<Unicode.GeneralCategory>] = [:]
    for (short, long, category) in single {
      table[short] = [category]
      table[long] = [category]
    }
    for (short, long) in groups {
      let members = Set(single.filter { $0.0.hasPrefix(short) }.map(\.2))
      table[short] = members
      table[long] = members
    }
    table["LC"] = [.uppercaseLetter, .lowercaseLetter, .titlecaseLetter]
    table["Cased_Letter"] = table["LC"]
    table["punct"] = table["P"]
    table["digit"] = table["Nd"]
    table["cntrl"] = table["Cc"]
    table["Combining_Mark"] = table["M"]
    return table
  }()

  private static let binaries: [String: @Sendable (Unicode.Scalar.Properties) -> Bool] = [
    "Alphabetic": { $0.isAlphabetic }, "Alpha": { $0.isAlphabetic },
    "Lowercase": { $0.isLowercase }, "Lower": { $0.isLowercase },
    "Uppercase": { $0.isUppercase }, "Upper": { $0.isUppercase },
    "White_Space": { $0.isWhitespace }, "space": { $0.isWhitespace },
    "Assigned": { $0.generalCategory != .unassigned },
    "ID_Start": { $0.isIDStart }, "IDS": { $0.isIDStart },
    "ID_Continue": { $0.isIDContinue }, "IDC": { $0.isIDContinue },
    "XID_Start": { $0.isXIDStart }, "XID_Continue": { $0.isXIDContinue },
    "Emoji": { $0.isEmoji }, "Emoji_Presentation": { $0.isEmojiPresentation },
    "Emoji_Modifier": { $0.isEmojiModifier }, "Emoji_Modifier_Base": { $0.isEmojiModifierBase },
    "Math": { $0.isMath }, "Dash": { $0.isDash }, "Hex_Digit": { $0.isHexDigit },
    "ASCII_Hex_Digit": { $0.isASCIIHexDigit }, "Ideographic": { $0.isIdeographic },
    "Cased": { $0.isCased }, "Diacritic": { $0.isDiacritic }, "Quotation_Mark": { $0.isQuotationMark },
  ]
}
