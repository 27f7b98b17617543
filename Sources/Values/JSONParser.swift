extension JSONValue {
  /// Parses one JSON text (RFC 8259, strictly); a byte order mark before it is skipped.
  ///
  /// The last of equal keys wins, at the place of the first. An escaped surrogate without its partner becomes U+FFFD.
  package init(parsing bytes: UnsafeBufferPointer<UInt8>, options: ParsingOptions = ParsingOptions())
    throws(JSONParseError)
  {
    var parser = JSONParser(bytes, options)
    self = try parser.parse()
  }

  package init(parsing bytes: [UInt8], options: ParsingOptions = ParsingOptions()) throws(JSONParseError) {
    let result = bytes.withUnsafeBufferPointer { buffer in
      Result { () throws(JSONParseError) in try JSONValue(parsing: buffer, options: options) }
    }
    self = try result.get()
  }

  package init(parsing text: String, options: ParsingOptions = ParsingOptions()) throws(JSONParseError) {
    var text = text
    let result = text.withUTF8 { buffer in
      Result { () throws(JSONParseError) in try JSONValue(parsing: buffer, options: options) }
    }
    self = try result.get()
  }

  package struct ParsingOptions: Sendable {
    /// How many lists and objects may lie in each other. Beyond it, freeing the value could exhaust a small thread's stack.
    package var maximumDepth: Int
    /// Whether bytes in a string that are not UTF-8 become U+FFFD (as in jq) or are an error.
    package var replacesInvalidUTF8: Bool

    package init(maximumDepth: Int = JSONValue.maximumDepth, replacesInvalidUTF8: Bool = false) {
      self.maximumDepth = maximumDepth
      self.replacesInvalidUTF8 = replacesInvalidUTF8
    }
  }

  /// The depth to which values are made anywhere: freeing, comparing and printing recurse, and a thread of 512 KiB must bear it.
  package static let maximumDepth = 1000
}

/// A parser over bytes. It keeps its own stacks, so that depth costs no stack of the thread.
struct JSONParser: ~Copyable {
  let bytes: UnsafeBufferPointer<UInt8>
  let options: JSONValue.ParsingOptions
  var position = 0
  /// The bytes of a string that has escapes.
  var scratch: [UInt8] = []
  var keyCache: KeyCache

  private var values = MoveStack<JSONValue>()
  private var keys = MoveStack<ObjectKey>()
  private var open = MoveStack<Container>()

  /// A list or object whose end has not come yet.
  private struct Container {
    var isObject: Bool
    var firstValue: Int
    var firstKey: Int
    var offset: Int
  }

  init(_ bytes: UnsafeBufferPointer<UInt8>, _ options: JSONValue.ParsingOptions) {
    self.bytes = bytes
    self.options = options
    keyCache = KeyCache(forTextOf: bytes.count)
  }

  mutating func parse() throws(JSONParseError) -> JSONValue {
    if bytes.count >= 3, bytes[0] == 0xEF, bytes[1] == 0xBB, bytes[2] == 0xBF { position = 3 }
    while true {
      skipSpace()
      guard position < bytes.count else { throw endsEarly() }
      let byte = bytes[position]
      switch byte {
      case UInt8(ascii: "\""): values.push(.string(try string()))
      case UInt8(ascii: "{"):
        try openContainer(isObject: true)
        skipSpace()
        if position < bytes.count, bytes[position] == UInt8(ascii: "}") {
          closeObject()
        } else {
          try key()
          continue
        }
      case UInt8(ascii: "["):
        try openContainer(isObject: false)
        skipSpace()
        if position < bytes.count, bytes[position] == UInt8(ascii: "]") {
          closeArray()
        } else {
          continue
        }
      case UInt8(ascii: "t"): values.push(try word("true", .bool(true)))
      case UInt8(ascii: "f"): values.push(try word("false", .bool(false)))
      case UInt8(ascii: "n"): values.push(try word("null", .null))
      default: values.push(.number(try number()))
      }
      if try afterValue() { return values.pop() }
    }
  }

  /// Reads what follows a value, up to where the next one starts. True at the end of the text.
  @inline(__always)
  private mutating func afterValue() throws(JSONParseError) -> Bool {
    while !open.isEmpty {
      let isObject = open.top.isObject
      skipSpace()
      guard position < bytes.count else { throw endsEarly() }
      switch bytes[position] {
      case UInt8(ascii: ","):
        position += 1
        if isObject {
          skipSpace()
          try key()
        }
        return false
      case UInt8(ascii: "]") where !isObject: closeArray()
      case UInt8(ascii: "}") where isObject: closeObject()
      default: throw unexpected(isObject ? "',' or '}'" : "',' or ']'")
      }
    }
    skipSpace()
    if position < bytes.count { throw unexpected("the end, after the value") }
    return true
  }

  private mutating func openContainer(isObject: Bool) throws(JSONParseError) {
    guard open.count < options.maximumDepth else {
      throw failure("is nested deeper than \(options.maximumDepth) levels at byte \(position)", at: position)
    }
    open.push(
      Container(isObject: isObject, firstValue: values.count, firstKey: keys.count, offset: position))
    position += 1
  }

  private mutating func closeArray() {
    position += 1
    let container = open.pop()
    values.push(.array(values.popArray(from: container.firstValue)))
  }

  private mutating func closeObject() {
    position += 1
    let container = open.pop()
    values.push(.object(JSONObject(popping: &keys, from: container.firstKey, &values, from: container.firstValue)))
  }

  /// Reads a key and its colon.
  @inline(__always)
  private mutating func key() throws(JSONParseError) {
    guard position < bytes.count else { throw endsEarly() }
    guard bytes[position] == UInt8(ascii: "\"") else { throw unexpected("a key in double quotes") }
    keys.push(try keyString())
    skipSpace()
    guard position < bytes.count else { throw endsEarly() }
    guard bytes[position] == UInt8(ascii: ":") else { throw unexpected("':' after the key") }
    position += 1
  }

  private mutating func word(_ word: StaticString, _ value: JSONValue) throws(JSONParseError) -> JSONValue {
    let letters = UnsafeBufferPointer(start: word.utf8Start, count: word.utf8CodeUnitCount)
    for (index, letter) in letters.enumerated() {
      guard position + index < bytes.count else { throw endsEarly() }
      guard bytes[position + index] == letter else { throw unexpected("a value") }
    }
    position += letters.count
    return value
  }

  @inline(__always)
  private mutating func number() throws(JSONParseError) -> JSONNumber {
    guard let scan = NumberScan(bytes, from: position) else { throw badNumber() }
    let number = JSONNumber(scan, of: bytes, from: position)
    position = scan.end
    return number
  }

  @inline(__always)
  private mutating func skipSpace() {
    while position < bytes.count {
      let byte = bytes[position]
      guard byte <= 0x20, byte == 0x20 || byte == 0x0A || byte == 0x0D || byte == 0x09 else { return }
      position += 1
    }
  }
}

// MARK: - Errors

extension JSONParser {
  func failure(_ message: String, at offset: Int) -> JSONParseError {
    JSONParseError(message, at: offset, in: bytes)
  }

  func unexpected(_ expected: String) -> JSONParseError {
    failure(
      "has \(JSONParseError.describe(bytes[position])) at byte \(position), where \(expected) should be", at: position)
  }

  private func endsEarly() -> JSONParseError {
    let end = bytes.count
    guard !open.isEmpty else {
      return failure(
        bytes.allSatisfy { $0 <= 0x20 } ? "is empty" : "ends in the middle of a value at byte \(end)", at: end)
    }
    let container = open.top
    let kind = container.isObject ? "object" : "list"
    return failure("ends in the middle of the \(kind) opened at byte \(container.offset), at byte \(end)", at: end)
  }

  private func badNumber() -> JSONParseError {
    let first = bytes[position]
    guard first == UInt8(ascii: "-") || NumberScan.isDigit(first) else { return unexpected("a value") }
    let rest = bytes[position...].prefix {
      NumberScan.isDigit($0) || "+-.eE".utf8.contains($0)
    }
    if rest.endIndex == bytes.count {
      return failure("ends in the middle of a number at byte \(bytes.count)", at: bytes.count)
    }
    let text = String(decoding: rest.prefix(40), as: UTF8.self)
    return failure("has '\(text)' at byte \(position), which is not a number as JSON writes one", at: position)
  }
}
