import Testing
import Values

@Suite("Comma-separated values")
struct CSVParserTests {
  @Test(arguments: [
    ("", []), ("\n\r\n", []), ("a", [["a"]]), ("a\n", [["a"]]), ("a\r\n", [["a"]]), ("a\r", [["a"]]),
    ("a,b\nc,d", [["a", "b"], ["c", "d"]]), (",\n", [["", ""]]), ("a,", [["a", ""]]), ("\"\"\n", [[""]]),
    ("\"a,\"\"b\"\"\r\nc\",d", [["a,\"b\"\r\nc", "d"]]), ("a \"b\",c", [["a \"b\"", "c"]]),
    ("\u{FEFF}a,\u{FEFF}b", [["a", "\u{FEFF}b"]]), ("\u{FEFF}\"a\"", [["a"]]), (" a , b ", [[" a ", " b "]]),
    ("a\rb", [["a\rb"]]), ("\"a\"\r\n\"b\"\r", [["a"], ["b"]]),
  ])
  func splits(text: String, expected: [[String]]) throws {
    #expect(try rows(text).map(\.cells) == expected)
  }

  @Test func countsLinesInCellsAndEmptyOnes() throws {
    #expect(try rows("a\n\n\"b\nc\"\nd").map(\.line) == [1, 3, 5])
  }

  @Test(arguments: [
    ("a\n\"b\nc", "a quote is never closed", 2, 2..<3), ("\"a\"b", "a cell goes on behind its closing quote", 1, 3..<4),
    ("a\n\"b\"\rc", "a cell goes on behind its closing quote", 2, 5..<6),
  ])
  func tellsWhatIsWrongAndWhere(text: String, message: String, line: Int, place: Range<Int>) {
    #expect(throws: CSVError(message, line: line, at: place)) { try rows(text) }
  }

  @Test func boundsARow() {
    #expect(throws: CSVError("the row is longer than 4 bytes", line: 2, at: 2..<7)) { try rows("a\nbcdef\n", limit: 4) }
  }

  @Test func namesTheCellsAfterTheHeader() throws {
    let header = try CSVHeader(.init(["b", "a"], at: [0..<1, 2..<3], line: 1))
    let row = CSVParser.Row(["1", ""], at: [4..<5, 6..<6], line: 2)
    #expect(try JSONValue.object(header.object(row)).text() == #"{"b":"1","a":""}"#)
    #expect(throws: CSVError("the row has 1 cell, where the header names 2 columns", line: 3, at: 7..<8)) {
      try header.object(.init(["1"], at: [7..<8], line: 3))
    }
    #expect(throws: CSVError("the column 'a' is there twice", line: 1, at: 2..<3)) {
      try CSVHeader(.init(["a", "a"], at: [0..<1, 2..<3], line: 1))
    }
  }

  @Test(arguments: [
    ("ab,c\nd", [[0..<2, 3..<4], [5..<6]]), ("\"a,b\",\r\n\"\"\r\nx\r", [[0..<5, 6..<6], [8..<10], [12..<13]]),
    ("\u{FEFF}a,ü\n", [[3..<4, 5..<7]]), ("\u{FEFF}\"a\"", [[3..<6]]), ("\"a\"\r", [[0..<3]]),
    ("\n\na,", [[2..<3, 4..<4]]),
  ])
  func tellsWhereEachCellStands(text: String, places: [[Range<Int>]]) throws {
    #expect(try rows(text).map(\.places) == places)
  }

  private func rows(_ text: String, limit: Int = .max) throws(CSVError) -> [CSVParser.Row] {
    var parser = CSVParser(limit: limit)
    var rows: [CSVParser.Row] = []
    for byte in text.utf8 {
      if let row = try parser.take(byte) { rows.append(row) }
    }
    if let row = try parser.finish() { rows.append(row) }
    return rows
  }
}
