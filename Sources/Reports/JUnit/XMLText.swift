/// Writes XML 1.0 that is well-formed whatever text it is given.
struct XMLText {
  private(set) var text = "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n"
  private var open: [String] = []

  mutating func start(_ element: String, _ attributes: [(String, String)] = []) {
    writeTag(element, attributes, ending: ">\n")
    open.append(element)
  }

  mutating func end() {
    guard let element = open.popLast() else { preconditionFailure("no element is open") }
    text += String(repeating: "  ", count: open.count) + "</\(element)>\n"
  }

  /// An element that holds text only, or nothing.
  mutating func leaf(_ element: String, _ attributes: [(String, String)] = [], _ content: String = "") {
    guard !content.isEmpty else {
      writeTag(element, attributes, ending: "/>\n")
      return
    }
    writeTag(element, attributes, ending: ">")
    appendEscaped(content, isAttribute: false)
    text += "</\(element)>\n"
  }

  private mutating func writeTag(_ element: String, _ attributes: [(String, String)], ending: String) {
    text += String(repeating: "  ", count: open.count) + "<" + element
    for (name, value) in attributes {
      text += " \(name)=\""
      appendEscaped(value, isAttribute: true)
      text += "\""
    }
    text += ending
  }

  private mutating func appendEscaped(_ content: String, isAttribute: Bool) {
    var escaped = String.UnicodeScalarView()
    for scalar in content.unicodeScalars {
      switch scalar {
      case "&": escaped.append(contentsOf: "&amp;".unicodeScalars)
      case "<": escaped.append(contentsOf: "&lt;".unicodeScalars)
      // Bare, it would end a section after two brackets.
      case ">": escaped.append(contentsOf: "&gt;".unicodeScalars)
      case "\"" where isAttribute: escaped.append(contentsOf: "&quot;".unicodeScalars)
      // A reader would take a bare one in an attribute for a blank, and a carriage return anywhere for a line end.
      case "\n" where isAttribute, "\t" where isAttribute, "\r":
        escaped.append(contentsOf: "&#\(scalar.value);".unicodeScalars)
      default:
        if Self.isAllowed(scalar) {
          escaped.append(scalar)
        } else {
          escaped.append(contentsOf: SafeText.escape(scalar).unicodeScalars)
        }
      }
    }
    text.unicodeScalars.append(contentsOf: escaped)
  }

  /// `Char` of XML 1.0, but for the discouraged controls, which some readers refuse, and what would reorder a line where a
  /// reader shows it.
  private static func isAllowed(_ scalar: Unicode.Scalar) -> Bool {
    scalar == "\t" || scalar == "\n" || SafeText.isHarmless(scalar)
  }
}
