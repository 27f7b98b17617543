import Values

/// What any bytes must come to that are read as JSON: a value that is written and read again without loss, or an error with
/// its place.
package enum JSONPromise {
  /// What is broken; `nil` where all is well.
  package static func broken(by bytes: [UInt8]) -> String? {
    let value: JSONValue
    do throws(JSONParseError) {
      value = try JSONValue(parsing: bytes)
    } catch {
      return broken(by: error, in: bytes) ?? brokenReplacement(in: bytes)
    }
    let compact = value.text()
    for text in [compact, value.text(.pretty)] {
      guard let again = try? JSONValue(parsing: text) else { return "what is printed cannot be read: \(text)" }
      guard again == value else { return "what is printed is another value: \(text)" }
      guard again.hashValue == value.hashValue else { return "equal values have different hashes: \(text)" }
      guard again.text() == compact else { return "what is printed once more is another text: \(text)" }
      guard JSONValue.order(again, value) == 0 else { return "equal values are ordered: \(text)" }
    }
    guard let lenient = try? JSONValue(parsing: bytes, options: .init(replacesInvalidUTF8: true)), lenient == value
    else {
      return "a text without fault is read differently where faults are mended"
    }
    // A key that stands twice leaves out its first value, and with it that value's digits; its last one takes that place.
    let (written, printed) = (numbers(in: bytes).sorted(), numbers(in: Array(compact.utf8)).sorted())
    if written.count == printed.count, written != printed { return "digits are lost: \(written) became \(printed)" }
    return nil
  }

  private static func broken(by error: JSONParseError, in bytes: [UInt8]) -> String? {
    guard (0...bytes.count).contains(error.offset) else { return "the error is at byte \(error.offset)" }
    let before = bytes[..<error.offset]
    let line = before.count { $0 == UInt8(ascii: "\n") } + 1
    if error.line != line { return "the error is in line \(error.line), not \(line)" }
    if error.column < 1 || error.column > error.offset + 1 { return "the error is in column \(error.column)" }
    return error.message.isEmpty ? "the error says nothing" : nil
  }

  /// What is no JSON only for bytes that are not UTF-8 must be a value where those are replaced.
  private static func brokenReplacement(in bytes: [UInt8]) -> String? {
    guard let value = try? JSONValue(parsing: bytes, options: .init(replacesInvalidUTF8: true)) else { return nil }
    guard let again = try? JSONValue(parsing: value.text()), again == value else {
      return "what is printed of a mended text is another value"
    }
    return nil
  }

  /// The numbers as they are written, outside of strings.
  private static func numbers(in bytes: [UInt8]) -> [String] {
    var numbers: [String] = []
    var number: [UInt8] = []
    var isInString = false
    var isEscaped = false
    for byte in bytes {
      if isInString {
        if isEscaped {
          isEscaped = false
        } else if byte == UInt8(ascii: "\\") {
          isEscaped = true
        } else if byte == UInt8(ascii: "\"") {
          isInString = false
        }
        continue
      }
      switch byte {
      case UInt8(ascii: "\""): isInString = true
      case UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "-"), UInt8(ascii: "+"), UInt8(ascii: "."):
        number.append(byte)
      case UInt8(ascii: "e") where !number.isEmpty, UInt8(ascii: "E") where !number.isEmpty: number.append(byte)
      default:
        if !number.isEmpty { numbers.append(String(decoding: number, as: UTF8.self)) }
        number = []
      }
    }
    return number.isEmpty ? numbers : numbers + [String(decoding: number, as: UTF8.self)]
  }
}
