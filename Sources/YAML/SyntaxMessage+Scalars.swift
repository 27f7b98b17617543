import Diagnostics

/// Faults in quotes, blocks of text and directives.
extension SyntaxMessage {
  func inQuotes() -> Diagnostic {
    let isSingle = text.byte(at: fault.contextOffset) == UInt8(ascii: "'")
    let opening = fault.contextOffset..<fault.contextOffset + 1
    let name = isSingle ? "single quote" : "double quote"
    switch fault.problem {
    case "found unexpected end of stream":
      return error("a \(name) that is never closed", opening, reason: "it is opened here")
    case "found unexpected document indicator":
      return error(
        "a \(name) is not closed before this line", word, notes: [note("the \(name) is opened here", opening)])
    case "found unknown escape character":
      let escape = fault.offset..<text.next(text.next(fault.offset))
      return error(
        "unknown escape \(quoted(text.text(escape))) in double quotes", escape,
        hint: "a backslash is written '\\\\'; in single quotes it is a character like any other")
    case "did not find expected hexdecimal number":
      return error(
        "an escape without enough digits", text.escape(before: fault.offset),
        reason: "\\x takes 2 hexadecimal digits, \\u 4 and \\U 8")
    case "found invalid Unicode character escape code":
      return error(
        "an escape that is no character", text.escape(before: fault.offset),
        hint: "write the character itself, or its number behind \\U with 8 digits")
    default:
      return error("malformed text in quotes", word, reason: fault.problem, notes: [note("opened here", opening)])
    }
  }

  func inBlock() -> Diagnostic {
    if fault.problem == "found an indentation indicator equal to 0" {
      return error("a block cannot be indented by 0", fault.offset..<fault.offset + 1, hint: "write 1 to 9")
    }
    let sign = text.character(at: fault.contextOffset)
    return error(
      "text behind '\(sign)'", text.rest(ofLineFrom: fault.offset),
      reason: "the text of a block begins on the next line", hint: needsQuotes(sign))
  }

  func inDirective() -> Diagnostic {
    let line = text.rest(ofLineFrom: text.lineStart(fault.offset))
    let message =
      switch fault.problem {
      case "found unknown directive name": "unknown directive"
      case "found incompatible YAML document": "unknown version of YAML"
      case "found duplicate %YAML directive", "found duplicate %TAG directive": "duplicate directive"
      default: "malformed directive"
      }
    return error(
      message, line, reason: "a line that begins with '%' is a directive: '%YAML 1.2', or '%TAG'",
      hint: needsQuotes("%"))
  }
}
