/// A line of a file with a caret under a word in it, where no more than the line is known.
package struct LineExcerpt: Sendable {
  /// `12 |     - fetch: /x`
  package let text: String
  /// `   |       ^^^^^`
  package let carets: String

  /// - Parameters:
  ///   - line: Without its end.
  ///   - number: Its number in the file.
  ///   - column: Where the word begins, from 1 and in Unicode scalars.
  ///   - word: What is expected there; the caret is as wide as that where it is.
  ///   - maximumColumns: The most columns of the whole; a longer line is cut round its caret.
  package init(_ line: String, number: Int, column: Int, word: String, maximumColumns: Int) {
    let digits = String(number)
    // Each as wide as it counts.
    let line = line.utf8.contains(UInt8(ascii: "\t")) ? String(line.map { $0 == "\t" ? " " : $0 }) : line
    let source = SourceText(name: "", text: line)
    let scalars = line.unicodeScalars
    let place = scalars.index(scalars.startIndex, offsetBy: max(0, column - 1), limitedBy: scalars.endIndex)
    let start = line.utf8.distance(from: line.startIndex, to: place ?? line.endIndex)
    let isThere = String(scalars[(place ?? scalars.endIndex)...]).hasPrefix(word)
    let range = source.range(ofOffsets: start..<(start + (isThere ? word.utf8.count : 0)))
    let excerpt = SourceExcerpt(range, in: source, maximumColumns: max(20, maximumColumns - digits.count - 3))
    text = "\(digits) |" + (excerpt.text.isEmpty ? "" : " " + excerpt.text)
    carets =
      String(repeating: " ", count: digits.count) + " | " + excerpt.padding
      + String(repeating: "^", count: excerpt.caretColumns)
  }
}
