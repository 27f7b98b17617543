import Testing

@testable import Diagnostics

@Suite struct SourceTextTests {
  @Test func findsLinesOfEitherEnd() {
    let source = SourceText(name: "a", text: "one\r\ntwo\n\nfour")
    #expect((1...5).map(source.line) == ["one", "two", "", "four", ""])
    #expect(source.lineCount == 4)
    #expect(source.line(0) == "")
    #expect(SourceText(name: "a", text: "").lineCount == 1)
    #expect(SourceText(name: "a", text: "x\n").lineCount == 2)
  }

  @Test func countsColumnsInCharacters() {
    let source = SourceText(name: "a", text: "\u{FEFF}é日\n😀x")
    #expect(source.location(ofOffset: 3) == SourceLocation(line: 1, column: 1, offset: 3))
    #expect(source.location(ofOffset: 8) == SourceLocation(line: 1, column: 3, offset: 8))
    #expect(source.location(ofOffset: 9) == SourceLocation(line: 2, column: 1, offset: 9))
    #expect(source.location(ofOffset: 13) == SourceLocation(line: 2, column: 2, offset: 13))
    #expect(source.location(ofOffset: 99) == SourceLocation(line: 2, column: 3, offset: 14))
    #expect(source.location(ofOffset: -1) == SourceLocation(line: 1, column: 1, offset: 0))
  }

  /// A cursor that jumps about agrees with counting from the start of the line, broken bytes included.
  @Test func cursorAgreesWithTheTextFromAnywhere() {
    let bytes: [UInt8] =
      Array("\u{FEFF}aé\n日x\r\n\n".utf8) + [0xF0, 0x9F, 0x41, 0xE9, 0x80, 0x80, 0xC3] + Array("😀z\nq".utf8)
    let source = SourceText(name: "a", bytes: bytes)
    for from in 0...bytes.count {
      for to in 0...bytes.count {
        var cursor = SourceCursor(source)
        _ = cursor.location(ofOffset: from)
        #expect(cursor.location(ofOffset: to) == source.location(ofOffset: to), "from \(from) to \(to)")
      }
    }
  }

  @Test func cutsRangesToTheText() {
    let source = SourceText(name: "a", text: "abc")
    #expect(source.text(in: 1..<99) == "bc")
    #expect(source.text(in: 50..<99) == "")
    #expect(source.text(in: SourceRange(source.location(ofOffset: 1), source.location(ofOffset: 2))) == "b")
  }
}
