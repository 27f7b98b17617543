import Diagnostics

/// Reads a `TagExpression`, one token ahead.
struct TagExpressionParser {
  private enum Token: Equatable {
    case name(String)
    case and, or, not, open, close, end
  }

  private let source: SourceText
  private var place = 0
  private var token = Token.end
  /// The bytes of `token`.
  private var range = 0..<0
  private var fault: Diagnostic?
  private var depth = 0

  /// More levels than anyone writes, and few enough for any stack.
  private static let deepest = 100

  init(_ text: String) {
    source = SourceText(name: "--tag", text: text)
    advance()
  }

  mutating func expression() throws(Diagnostic) -> TagExpression {
    let whole = try disjunction()
    switch token {
    case .end: return whole
    case .close: throw mistake("a ')' closes nothing")
    case .name, .and, .or, .not, .open:
      throw mistake("two names need 'and' or 'or' between them", hint: "a name with a blank stands in quotes")
    }
  }

  private mutating func disjunction() throws(Diagnostic) -> TagExpression {
    var left = try conjunction()
    while try take(.or) { left = .or(left, try conjunction()) }
    return left
  }

  private mutating func conjunction() throws(Diagnostic) -> TagExpression {
    var left = try negation()
    while try take(.and) { left = .and(left, try negation()) }
    return left
  }

  private mutating func negation() throws(Diagnostic) -> TagExpression {
    depth += 1
    defer { depth -= 1 }
    if depth > Self.deepest { throw mistake("it is nested too deeply") }
    if try take(.not) { return .not(try negation()) }
    let start = range
    if try take(.open) {
      let inner = try disjunction()
      guard try take(.close) else { throw mistake("a '(' is never closed", at: start) }
      return inner
    }
    guard case .name(let name) = token else {
      if token == .end, source.bytes.allSatisfy(Self.isBlank) {
        throw mistake("it is empty", hint: "--tag 'smoke and not slow'")
      }
      throw mistake("a tag is missing here", hint: "a tag with such a name stands in quotes")
    }
    advance()
    return .tag(name)
  }

  /// Goes past the token, if it is that one.
  private mutating func take(_ wanted: Token) throws(Diagnostic) -> Bool {
    if let fault { throw fault }
    guard token == wanted else { return false }
    advance()
    return true
  }

  private func mistake(_ message: String, at range: Range<Int>? = nil, hint: String? = nil) -> Diagnostic {
    let range = range ?? self.range
    return Diagnostic(.error, message, in: source, at: source.range(ofOffsets: range), hint: token == .end ? nil : hint)
  }

  private mutating func advance() {
    let bytes = source.bytes
    while place < bytes.count, Self.isBlank(bytes[place]) { place += 1 }
    let start = place
    guard place < bytes.count else {
      token = .end
      range = place..<place
      return
    }
    switch bytes[place] {
    case UInt8(ascii: "("): token = .open
    case UInt8(ascii: ")"): token = .close
    case UInt8(ascii: "!"): token = .not
    case let quote where quote == UInt8(ascii: "\"") || quote == UInt8(ascii: "'"):
      let end = bytes[(start + 1)...].firstIndex(of: quote)
      if end == nil {
        fault = Diagnostic(
          .error, "a quote is never closed", in: source, at: source.range(ofOffsets: start..<start + 1))
      }
      token = .name(source.text(in: start + 1..<(end ?? bytes.count)))
      place = (end ?? bytes.count - 1) + 1
      range = start..<place
      return
    default:
      while place < bytes.count, !Self.isBlank(bytes[place]), bytes[place] != UInt8(ascii: "("),
        bytes[place] != UInt8(ascii: ")")
      {
        place += 1
      }
      range = start..<place
      token = Self.token(source.text(in: range))
      return
    }
    place += 1
    range = start..<place
  }

  private static func token(_ word: String) -> Token {
    switch word {
    case "and", "&&": .and
    case "or", "||": .or
    case "not": .not
    default: .name(word)
    }
  }

  private static func isBlank(_ byte: UInt8) -> Bool { byte == UInt8(ascii: " ") || (9...13).contains(byte) }
}
