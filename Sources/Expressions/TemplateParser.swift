/// Cuts a template into its parts.
enum TemplateParser {
  static func parse(_ source: String) throws(ExpressionError) -> [Template.Part] {
    let bytes = Array(source.utf8)
    var parts: [Template.Part] = []
    var literal: [UInt8] = []
    var position = 0
    func starts(_ mark: String) -> Bool { bytes[position...].starts(with: mark.utf8) }
    while position < bytes.count {
      if bytes[position] != UInt8(ascii: "$") {
        literal.append(bytes[position])
        position += 1
      } else if starts("$${") {
        literal += Array("${".utf8)
        position += 3
      } else if starts("${") {
        if !literal.isEmpty { parts.append(.literal(String(decoding: literal, as: UTF8.self))) }
        literal = []
        let end = try endOfExpression(in: bytes, from: position + 2)
        parts.append(try expression(in: bytes, position + 2..<end))
        position = end + 1
      } else {
        literal.append(bytes[position])
        position += 1
      }
    }
    if !literal.isEmpty { parts.append(.literal(String(decoding: literal, as: UTF8.self))) }
    return parts
  }

  private static func expression(in bytes: [UInt8], _ range: Range<Int>) throws(ExpressionError) -> Template.Part {
    // White space round it is not part of what the user would call the expression.
    let isSpace = { (byte: UInt8) in byte == 0x20 || (0x09...0x0D).contains(byte) }
    let start = bytes[range].firstIndex { !isSpace($0) } ?? range.upperBound
    let end = (bytes[range].lastIndex { !isSpace($0) } ?? start - 1) + 1
    guard start < end else {
      throw ExpressionError(
        .invalid, "an empty expression in '${ }'", at: range.lowerBound - 2..<range.upperBound + 1,
        hint: "write '${ . }' for the value itself, '$${' for the characters")
    }
    do throws(ExpressionError) {
      let expression = try Expression(String(decoding: bytes[start..<end], as: UTF8.self))
      return .expression(expression, offset: start)
    } catch {
      throw error.moved(by: start)
    }
  }

  /// Where the `}` stands that ends the expression from `start` on.
  ///
  /// It follows strings, comments and brackets alone, so that an expression with a mistake in it still ends where it should.
  private static func endOfExpression(in bytes: [UInt8], from start: Int) throws(ExpressionError) -> Int {
    // `{`, `[`, `<` for a parenthesis, `(` for the interpolation of a string.
    var open: [UInt8] = []
    var position = start
    while position < bytes.count {
      let byte = bytes[position]
      switch byte {
      case UInt8(ascii: "\""):
        position += 1
        if try skipString(bytes, &position, opening: start - 2) { open.append(UInt8(ascii: "(")) }
        continue
      case UInt8(ascii: "#"):
        while position < bytes.count, bytes[position] != UInt8(ascii: "\n") { position += 1 }
        continue
      case UInt8(ascii: "{"), UInt8(ascii: "["): open.append(byte)
      case UInt8(ascii: "("): open.append(UInt8(ascii: "<"))
      case UInt8(ascii: ")"):
        if let opener = open.popLast(), opener == UInt8(ascii: "(") {
          // The interpolation is over: the string goes on.
          position += 1
          if try skipString(bytes, &position, opening: start - 2) { open.append(UInt8(ascii: "(")) }
          continue
        }
      case UInt8(ascii: "]"): _ = open.popLast()
      case UInt8(ascii: "}"):
        if open.isEmpty { return position }
        // A bracket that is not closed before its brace is the parser's to report: it ends with the brace.
        while let opener = open.popLast(), opener != UInt8(ascii: "{") {
          if open.isEmpty { return position }
        }
      default: break
      }
      position += 1
    }
    throw unclosed(at: start - 2)
  }

  /// Reads to the end of a string, or up to and with the `\(` of an interpolation, which is true.
  private static func skipString(_ bytes: [UInt8], _ position: inout Int, opening: Int) throws(ExpressionError) -> Bool
  {
    while position < bytes.count {
      switch bytes[position] {
      case UInt8(ascii: "\""):
        position += 1
        return false
      case UInt8(ascii: "\\"):
        position += 2
        if position <= bytes.count, bytes[position - 1] == UInt8(ascii: "(") { return true }
      default: position += 1
      }
    }
    throw unclosed(at: opening)
  }

  private static func unclosed(at offset: Int) -> ExpressionError {
    ExpressionError(
      .invalid, "'${' is not closed", at: offset..<offset + 2,
      hint: "add '}', or write '$${' for the characters themselves")
  }
}
