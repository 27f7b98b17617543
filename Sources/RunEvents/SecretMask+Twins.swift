package import Values

// A twin is what a value would be if the secrets in it were others. What an expression makes of a value and what it makes of
// the twin differ exactly where the result tells of a secret.

extension SecretMask {
  /// The text with others in its secrets' places, of the same length and kind; `nil` where there is none.
  ///
  /// The same secret always gets the same other one. Letters stay letters, digits digits, what else there is stays as it is, so
  /// that what takes a secret apart (`split(":")`, a pattern, `tonumber`) does the same to its twin.
  package func twin(of text: String) -> String? {
    let found = ranges(in: text)
    guard !found.isEmpty else { return nil }
    var bytes = Array(text.utf8)
    for range in found { bytes.replaceSubrange(range, with: Decoy.of(bytes[range])) }
    return String(decoding: bytes, as: UTF8.self)
  }

  /// The value with twins in the places of its strings, keys and numbers that hold secrets; `nil` where none does.
  package func twin(of value: JSONValue) -> JSONValue? {
    guard !isEmpty, holdsSecret(value) else { return nil }
    return replaced(value)
  }

  /// Whether all of a part of the text, in UTF-8 bytes, is hidden already.
  package func hides(_ part: Range<Int>, of text: String) -> Bool {
    ranges(in: text).contains { $0.lowerBound <= part.lowerBound && $0.upperBound >= part.upperBound }
  }

  private func holdsSecret(_ value: JSONValue) -> Bool {
    switch value {
    case .null, .bool: false
    case .number(let number): !ranges(in: number.text).isEmpty
    case .string(let text): !ranges(in: text).isEmpty
    case .array(let elements): elements.contains(where: holdsSecret)
    case .object(let object): object.contains { !ranges(in: $0.key).isEmpty || holdsSecret($0.value) }
    }
  }

  private func replaced(_ value: JSONValue) -> JSONValue {
    switch value {
    case .null, .bool: value
    case .number(let number): twin(of: number.text).flatMap { JSONNumber($0) }.map(JSONValue.number) ?? value
    case .string(let text): .string(twin(of: text) ?? text)
    case .array(let elements): .array(elements.map(replaced))
    case .object(let object): .object(JSONObject(object.map { (twin(of: $0.key) ?? $0.key, replaced($0.value)) }))
    }
  }
}

/// What stands in a secret's place in a twin.
private enum Decoy {
  static func of(_ secret: ArraySlice<UInt8>) -> [UInt8] {
    let text = String(decoding: secret, as: UTF8.self)
    var other = String.UnicodeScalarView(text.unicodeScalars.map(similar))
    // Of signs alone: then these have to be others.
    if String(other) == text { other = String.UnicodeScalarView(text.unicodeScalars.map(otherSign)) }
    let bytes = Array(String(other).utf8)
    return bytes.count == secret.count ? bytes : Array(secret)
  }

  /// Always another one for letters and digits but zero, so that no number gets one in front. What is a hexadecimal digit
  /// stays one.
  private static func similar(_ scalar: Unicode.Scalar) -> Unicode.Scalar {
    for range in circles where range.contains(scalar) { return next(scalar, in: range) }
    if scalar.isASCII { return scalar }
    guard let neighbour = Unicode.Scalar(scalar.value ^ 1), scalar.properties.isAlphabetic,
      neighbour.properties.isAlphabetic
    else { return scalar }
    return neighbour
  }

  private static func otherSign(_ scalar: Unicode.Scalar) -> Unicode.Scalar {
    scalar == "0" ? "1" : signs.contains(scalar) ? next(scalar, in: signs) : scalar
  }

  private static func next(_ scalar: Unicode.Scalar, in range: ClosedRange<Unicode.Scalar>) -> Unicode.Scalar {
    scalar == range.upperBound ? range.lowerBound : Unicode.Scalar(scalar.value + 1) ?? scalar
  }

  private static let circles: [ClosedRange<Unicode.Scalar>] = ["a"..."f", "g"..."z", "A"..."F", "G"..."Z", "1"..."9"]
  private static let signs: ClosedRange<Unicode.Scalar> = "!"..."/"
}

/// A text of a result that is not in the twin of the result.
package struct TwinDifference: Sendable {
  /// The whole string, key or number.
  package let text: String
  /// The part of it that is not the same in its twin, in UTF-8 bytes, widened to whole words; all of it where it has none.
  package let part: Range<Int>

  /// The part by itself.
  package var partText: String {
    let bytes = Array(text.utf8)
    return String(decoding: bytes[part], as: UTF8.self)
  }
}

extension JSONValue {
  /// The strings, keys and numbers that are not the same in the twin. Where the twin has nothing in a value's place, or is
  /// `nil`, all of it counts. Numbers of few digits are left out: many things have them by chance.
  package func differences(from twin: JSONValue?) -> [TwinDifference] {
    var found: [TwinDifference] = []
    collect(against: twin, into: &found)
    return found
  }

  private func collect(against twin: JSONValue?, into found: inout [TwinDifference]) {
    switch self {
    case .null, .bool: break
    case .number(let number):
      let text = number.text
      guard text.utf8.count(where: { $0 >= 0x30 && $0 <= 0x39 }) >= Self.longNumber, twin != self else { break }
      found.append(TwinDifference(text: text, part: 0..<text.utf8.count))
    case .string(let text):
      let other = twin?.stringValue
      if text != other { found += TwinDifference.all(in: text, other) }
    case .array(let elements):
      var others = twin?.arrayValue
      // Of lists of different lengths nobody knows what belongs together.
      if others?.count != elements.count { others = nil }
      for (place, element) in elements.enumerated() { element.collect(against: others?[place], into: &found) }
    case .object(let object):
      var others: JSONObject?
      if case .object(let object)? = twin { others = object }
      for (key, member) in object {
        let other = others?[key]
        if other == nil { found += TwinDifference.all(in: key, nil) }
        member.collect(against: other, into: &found)
      }
    }
  }

  private static let longNumber = 5
}

extension TwinDifference {
  /// What differs in a text: words, or what stands between the first and the last where both are not made of as many.
  fileprivate static func all(in text: String, _ twin: String?) -> [TwinDifference] {
    let bytes = Array(text.utf8)
    guard let twin else { return [TwinDifference(text: text, part: 0..<bytes.count)] }
    let others = Array(twin.utf8)
    let (words, otherWords) = (words(in: bytes), words(in: others))
    guard words.count == otherWords.count else { return [TwinDifference(text: text, part: middle(of: bytes, others))] }
    var parts: [Range<Int>] = []
    for (word, other) in zip(words, otherWords) where bytes[word] != others[other] {
      // What stands between two of them without a blank is of the secret too.
      if let before = parts.last, !bytes[before.upperBound..<word.lowerBound].contains(where: isBlank) {
        parts[parts.count - 1] = before.lowerBound..<word.upperBound
      } else {
        parts.append(word)
      }
    }
    if parts.isEmpty { parts = [middle(of: bytes, others)] }
    return parts.map { TwinDifference(text: text, part: $0) }
  }

  private static func words(in bytes: [UInt8]) -> [Range<Int>] {
    var words: [Range<Int>] = []
    var start: Int?
    for (place, byte) in bytes.enumerated() {
      if isWord(byte) {
        start = start ?? place
      } else if let begin = start {
        words.append(begin..<place)
        start = nil
      }
    }
    if let start { words.append(start..<bytes.count) }
    return words
  }

  private static func middle(of bytes: [UInt8], _ others: [UInt8]) -> Range<Int> {
    var start = zip(bytes, others).prefix { $0 == $1 }.count
    let most = min(bytes.count, others.count) - start
    var end = bytes.count - min(most, zip(bytes.reversed(), others.reversed()).prefix { $0 == $1 }.count)
    while start > 0, isWord(bytes[start - 1]) { start -= 1 }
    while end < bytes.count, isWord(bytes[end]) { end += 1 }
    return start..<max(start, end)
  }

  /// Letters and digits, those beyond ASCII included, and what base64 has beside them.
  private static func isWord(_ byte: UInt8) -> Bool { byte >= 0x80 || Base64Core.isCharacter(byte) }

  private static func isBlank(_ byte: UInt8) -> Bool { byte == 0x20 || (0x09...0x0D).contains(byte) }
}

extension String {
  /// The text with `***` for what is not the same in the twin, whole words each; all of it where there is no twin.
  package func maskingDifferences(from twin: String?) -> String {
    if self == twin { return self }
    var bytes = Array(utf8)
    for difference in TwinDifference.all(in: self, twin).reversed() {
      bytes.replaceSubrange(difference.part, with: SecretMask.replacement.utf8)
    }
    return String(decoding: bytes, as: UTF8.self)
  }
}
