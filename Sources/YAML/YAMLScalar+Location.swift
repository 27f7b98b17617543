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
      var decoder = ScalarDecoder(bytes, self, upTo: offsets.upperBound)
      decoder.run()
      var cursor = SourceCursor(source, at: range.start)
      // The line feeds that end a block stand behind its last character.
      let places = [offsets.lowerBound, offsets.upperBound].map { min(decoder.place(of: $0), range.end.offset) }
      let start = cursor.location(ofOffset: places[0])
      return SourceRange(start, cursor.location(ofOffset: places[1]))
    }
  }
}
