/// A text in the language of man(7), as groff and mandoc read it.
struct Roff {
  private(set) var text = ""
  /// What stands below a heading begins a paragraph of itself.
  private var isBelowHeading = false

  /// A line of the language itself.
  mutating func raw(_ line: String) {
    text += line + "\n"
    isBelowHeading = false
  }

  mutating func section(_ title: String) {
    raw(".SH " + title)
    isBelowHeading = true
  }

  mutating func subsection(_ title: String) {
    raw(".SS \"\(Self.escaped(title))\"")
    isBelowHeading = true
  }

  mutating func paragraph(_ words: String) {
    if !isBelowHeading { raw(".PP") }
    fill(words)
  }

  /// A term in bold, and what it means.
  mutating func entry(_ term: String, _ words: String) {
    raw(".TP")
    raw("\\fB\(Self.escaped(term))\\fR")
    fill(words)
  }

  /// Words in lines of eighty at most, as the format wants them.
  private mutating func fill(_ words: String) {
    var line = ""
    for word in words.split(separator: " ") {
      let next = Self.escaped(String(word))
      if !line.isEmpty, line.count + next.count >= 80 {
        raw(line)
        line = ""
      }
      // Behind another word nothing looks like a request.
      line += line.isEmpty ? next : " " + (next.hasPrefix("\\&") ? String(next.dropFirst(2)) : next)
    }
    if !line.isEmpty { raw(line) }
  }

  /// Lines that stay as they are.
  mutating func literal(_ lines: [String]) {
    if !isBelowHeading { raw(".PP") }
    raw(".RS 4")
    raw(".nf")
    for line in lines { raw(Self.escaped(line)) }
    raw(".fi")
    raw(".RE")
  }

  /// A backslash is the language's own, a hyphen is one that can be copied, and a line must not begin like a request.
  static func escaped(_ words: String) -> String {
    var result = words.hasPrefix(".") || words.hasPrefix("'") ? "\\&" : ""
    for character in words {
      switch character {
      case "\\": result += "\\e"
      case "-": result += "\\-"
      case "\"": result += "\\(dq"
      case "'": result += "\\(aq"
      case "`": result += "\\(ga"
      case "^": result += "\\(ha"
      case "~": result += "\\(ti"
      case "…": result += "..."
      default: result.append(character)
      }
    }
    return result
  }
}
