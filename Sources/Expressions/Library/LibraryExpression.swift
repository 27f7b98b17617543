import Values

/// An expression as libjq is given it.
struct LibraryExpression: Sendable {
  /// Without comments, whose end jq's versions see differently.
  private(set) var text: String
  /// The variables it does not bind itself, each once.
  let variables: [String]
  /// For each of those the only names below it that are used, where all its uses begin with a fixed name.
  let fields: [[String]?]
  /// Whether a value or a loop may grow without an end that the text bounds, or one call may take long: such an expression
  /// runs on a thread of its own, with a large stack, that can be given up.
  let needsThread: Bool
  /// Whether it only moves values about, so that numbers keep their digits where libjq keeps them.
  let keepsDigits: Bool
  let functions: Set<String>
  /// Where it calls jq's functions, in the original text.
  let calls: [(name: String, range: Range<Int>)]
  /// The first thing it uses that jq 1.6 does not have, with its place in the original text.
  let later: (feature: String, range: Range<Int>)?
  /// Numbers in its text that a double would round, with the place of the first.
  let roundedLiteral: (text: String, range: Range<Int>)?

  init(_ text: String, _ syntax: ExpressionParser.Syntax, _ analysis: Analysis) {
    self.text = Self.cleaned(text, syntax, analysis)
    var variables: [String] = []
    var fields: [[String]?] = []
    for use in analysis.variables {
      let field = use.fields.first?.name
      if let place = variables.firstIndex(of: use.name) {
        if let field, let known = fields[place] {
          fields[place] = known.contains(field) ? known : known + [field]
        } else {
          fields[place] = nil
        }
      } else {
        variables.append(use.name)
        fields.append(field.map { [$0] })
      }
    }
    self.variables = variables
    self.fields = fields
    functions = analysis.functions
    calls = analysis.calls
    needsThread = analysis.isOpenEnded || !analysis.functions.isSubset(of: Self.boundedFunctions)
    keepsDigits = !analysis.computes && analysis.functions.isSubset(of: Self.movingFunctions)
    later = syntax.later
    roundedLiteral = analysis.roundedLiteral
  }

  /// The same place in a program with another text, for an expression that libjq refuses.
  func replaced(by text: String) -> Self {
    var copy = self
    copy.text = text
    return copy
  }

  private static func cleaned(_ text: String, _ syntax: ExpressionParser.Syntax, _ analysis: Analysis) -> String {
    if syntax.comments.isEmpty, syntax.splits.isEmpty, analysis.locations.isEmpty { return text }
    var bytes = Array(text.utf8)
    // From the back, so that places before stay right.
    var edits: [(range: Range<Int>, text: String)] = syntax.comments.map { ($0, " ") }
    edits += syntax.splits.map { ($0..<$0, " ") }
    edits += analysis.locations.map { range in
      let line = bytes[..<range.lowerBound].count { $0 == UInt8(ascii: "\n") } + 1
      return (range, "({file: \"<top-level>\", line: \(line)})")
    }
    edits.sort { $0.range.lowerBound > $1.range.lowerBound }
    for edit in edits { bytes.replaceSubrange(edit.range, with: edit.text.utf8) }
    return String(decoding: bytes, as: UTF8.self)
  }

  /// Functions that end soon, and whose results are hardly deeper than their inputs.
  private static let boundedFunctions: Set<String> = movingFunctions.union([
    "IN", "abs", "add", "all", "any", "ascii_downcase", "ascii_upcase", "ceil", "endswith", "error",
    "explode",
    "fabs", "floor", "format", "from_entries", "fromdate", "fromdateiso8601", "gmtime", "group_by", "has", "implode",
    "in",
    "index", "indices", "isnan", "isinfinite", "join", "length", "localtime", "log", "log10", "log2",
    "ltrimstr",
    "max", "max_by", "min", "min_by", "mktime", "nan", "infinite", "not", "now", "pow", "exp", "range", "rindex",
    "round",
    "rtrimstr", "sort", "sort_by", "split", "sqrt", "startswith", "strftime", "strptime", "todate", "todateiso8601",
    "tojson", "tonumber", "tostring", "trunc", "unique", "unique_by", "utf8bytelength", "with_entries", "isempty",
    "transpose", "ltrim", "rtrim", "trim", "trimstr", "toarray", "strflocaltime",
  ])

  /// Functions that look at no number's value.
  private static let movingFunctions: Set<String> = [
    "arrays", "booleans", "empty", "first", "iterables", "keys", "keys_unsorted", "last", "map", "map_values", "not",
    "nulls", "numbers", "objects", "reverse", "scalars", "select", "strings", "to_entries", "type", "values", "del",
    "delpaths",
  ]
}
