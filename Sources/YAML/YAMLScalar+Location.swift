package import Diagnostics

extension YAMLScalar {
  /// Where a byte of `text` stands in the source: behind quotes, escapes, folded lines and the indentation of a block.
  ///
  /// The offset of the end of the text gives the place of the closing quote, or the end of the content. Takes time in
  /// proportion to the scalar's length up to there.
  ///
  /// - Parameter offset: Into the UTF-8 of the decoded text; inside an escaped character it is the escape's place.
  package func location(ofUTF8Offset offset: Int) -> SourceLocation {
    range(ofUTF8Offsets: offset..<offset).start
  }

  /// Where some bytes of `text` stand in the source; see `location(ofUTF8Offset:)`.
  package func range(ofUTF8Offsets offsets: Range<Int>) -> SourceRange {
    source.bytes.withUnsafeBufferPointer { bytes in
      var cursor = SourceCursor(source, at: range.start)
      let first: Int
      let last: Int
      if let content = contentAsItStands(in: bytes) {
        first =
          offsets.lowerBound < 0 ? range.start.offset : min(content.lowerBound + offsets.lowerBound, content.upperBound)
        last =
          offsets.upperBound < 0 ? range.start.offset : min(content.lowerBound + offsets.upperBound, content.upperBound)
      } else {
        var decoder = ScalarDecoder(bytes, self, upTo: offsets.upperBound)
        decoder.run()
        // The line feeds that end a block stand behind its last character.
        first = min(decoder.place(of: offsets.lowerBound), range.end.offset)
        last = min(decoder.place(of: offsets.upperBound), range.end.offset)
      }
      let start = cursor.location(ofOffset: first)
      return SourceRange(start, cursor.location(ofOffset: last))
    }
  }

  /// The bytes between the quotes, where each of them is one of the text: nearly always.
  ///
  /// Folding and doubled quotes only ever make a text shorter; an escape may make it longer.
  private func contentAsItStands(in bytes: UnsafeBufferPointer<UInt8>) -> Range<Int>? {
    var content = range.start.offset..<min(range.end.offset, bytes.count)
    switch style {
    case .literal, .folded: return nil
    case .plain: break
    case .singleQuoted, .doubleQuoted:
      guard content.count >= 2 else { return nil }
      content = content.lowerBound + 1..<content.upperBound - 1
    }
    guard content.count == text.utf8.count else { return nil }
    if style == .doubleQuoted, bytes[content].contains(UInt8(ascii: "\\")) { return nil }
    return content
  }
}
