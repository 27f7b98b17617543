/// Hides secrets in text, in every encoding in which they travel.
///
/// Found are: the secret as it is; percent- and form-encoded (any subset of its characters, either letter case); with
/// JSON, XML or HTML escapes; each of these once more inside itself; and base64 or base64url at any alignment inside
/// longer data. A secret of fewer than three characters is not looked for, since that would blank the log.
package struct SecretMask: Sendable {
  /// What stands in a secret's place.
  package static let replacement = "***"

  private var trie = SecretTrie()
  /// Those secrets that have a name, with it.
  private(set) var named: [(name: String, text: String)] = []

  package init() {}

  package init(_ secrets: some Sequence<String>) {
    for secret in secrets { insert(secret) }
  }

  /// - Parameter named: Which of the secrets is the value of the input of that name, as it is.
  package init(_ secrets: some Sequence<String>, named: [(name: String, text: String)]) {
    self.init(secrets)
    self.named = named
  }

  /// Whether there is nothing to hide.
  package var isEmpty: Bool { trie.isEmpty }

  /// Hides a text from now on; also without the blanks around it and, of several lines, each long one by itself.
  package mutating func insert(_ secret: String) {
    insertOne(secret[...])
    let trimmed = secret.trimmingBlanks
    if trimmed.utf8.count < secret.utf8.count { insertOne(trimmed) }
    let lines = trimmed.split(whereSeparator: \.isNewline)
    guard lines.count > 1 else { return }
    for line in lines where line.utf8.count >= Self.shortestLine { insertOne(line.trimmingBlanks) }
  }

  /// The text with each secret replaced; the very same text where there is none.
  ///
  /// - Parameter isCut: The text goes on where this one ends, so that a secret may be cut in half there.
  package func masked(_ text: String, isCut: Bool = false) -> String {
    guard !trie.isEmpty else { return text }
    var text = text
    let found = text.withUTF8 { trie.ranges(in: $0, isCut: isCut) }
    guard !found.isEmpty else { return text }
    var bytes: [UInt8] = []
    text.withUTF8 { utf8 in
      bytes.reserveCapacity(utf8.count)
      var start = 0
      for range in found {
        bytes.append(contentsOf: utf8[start..<range.lowerBound])
        bytes.append(contentsOf: Self.replacement.utf8)
        start = range.upperBound
      }
      bytes.append(contentsOf: utf8[start...])
    }
    return String(decoding: bytes, as: UTF8.self)
  }

  /// Where the secrets stand in the text, in UTF-8 bytes: in order and apart from each other.
  func ranges(in text: String) -> [Range<Int>] {
    guard !trie.isEmpty else { return [] }
    var text = text
    return text.withUTF8 { trie.ranges(in: $0, isCut: false) }
  }

  /// Shorter lines of a long secret (`-----`, `}`) are no secret by themselves.
  private static let shortestLine = 8
  private static let fewestCharacters = 3
  /// Of a longer secret only so much is compared; then all that follows is hidden.
  private static let longestCompared = 1 << 14

  private mutating func insertOne(_ secret: Substring) {
    var scalars = secret.unicodeScalars.map(\.value)
    guard scalars.count >= Self.fewestCharacters, !secret.allSatisfy(\.isWhitespace) else { return }
    var bytes = Array(secret.utf8)
    var ending = SecretTrie.Ending.plain
    if scalars.count > Self.longestCompared {
      scalars.removeSubrange(Self.longestCompared...)
      bytes.removeSubrange((Self.longestCompared / 3 * 3)...)
      ending = .everything
    }
    trie.insert(scalars, ending: ending)
    for alignment in 0..<3 {
      let core = Base64Core(of: bytes, alignment: alignment)
      guard core.characters.count >= Self.fewestCharacters else { continue }
      let ending = ending.union(core.ending)
      trie.insert(core.characters, ending: ending)
      trie.insert(core.characters.map(Base64Core.urlCharacter), ending: ending)
    }
  }
}

extension StringProtocol where SubSequence == Substring {
  fileprivate var trimmingBlanks: Substring {
    guard let first = firstIndex(where: { !$0.isWhitespace }), let last = lastIndex(where: { !$0.isWhitespace }) else {
      return self[startIndex..<startIndex]
    }
    return self[first...last]
  }
}
