import Diagnostics
import Testing

@Suite struct LineExcerptTests {
  private func excerpt(_ line: String, _ column: Int, _ word: String, _ columns: Int = 80) -> [String] {
    let excerpt = LineExcerpt(line, number: 12, column: column, word: word, maximumColumns: columns)
    return [excerpt.text, excerpt.carets]
  }

  @Test func marksTheWord() {
    #expect(excerpt("  - fetch: /x", 5, "fetch") == ["12 |   - fetch: /x", "   |     ^^^^^"])
  }

  @Test func marksThePlaceAloneWhereTheWordIsNotThere() {
    #expect(excerpt("  - ***: /x", 5, "fetch") == ["12 |   - ***: /x", "   |     ^"])
    #expect(excerpt("a", 99, "fetch") == ["12 | a", "   |  ^"])
    #expect(excerpt("", 1, "fetch") == ["12 |", "   | ^"])
  }

  @Test func countsScalarsAndIsAsWideAsTheyAre() {
    #expect(excerpt("中é: fetch", 5, "fetch") == ["12 | 中é: fetch", "   |      ^^^^^"])
  }

  @Test func cutsALongLineRoundTheWord() {
    let line = String(repeating: "x", count: 60) + " fetch " + String(repeating: "y", count: 60)
    let lines = excerpt(line, 62, "fetch", 40)
    #expect(lines.allSatisfy { $0.count <= 40 })
    #expect(lines[0].contains("fetch"))
    #expect(lines[1].hasSuffix("^^^^^"))
  }
}
