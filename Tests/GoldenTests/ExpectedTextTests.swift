import TestSupport
import Testing

@Suite struct ExpectedTextTests {
  struct Row: CustomTestStringConvertible {
    let expected: String
    let actual: String
    let matches: Bool
    var testDescription: String { "\(expected.debugDescription) and \(actual.debugDescription)" }

    init(_ expected: String, _ actual: String, _ matches: Bool) {
      self.expected = expected
      self.actual = actual
      self.matches = matches
    }
  }

  @Test(arguments: [
    Row("", "", true), Row("a\n", "a\n", true), Row("a\n", "a", false), Row("a", "a\n", false),
    Row("a\n", "b\n", false),
    Row("a ~~~ b", "a 17 ms b", true), Row("a ~~~ b", "a  b", true), Row("a ~~~ b", "a b", false),
    Row("~~~b", "aab", true), Row("a~~~", "a", true), Row("a~~~", "b", false), Row("~~~ab~~~ab", "ab", false),
    Row("~~~ab~~~ab", "xabyab", true), Row("a~~~b", "a\nb", false), Row("a~~~a", "a", false),
    Row("~~~ 1~~~2 ~~~", "x 1y2 z", true), Row("~~~~~~", "any", true),
    Row("a\n~~~\nb\n", "a\nb\n", true), Row("a\n~~~\nb\n", "a\n1\n2\nb\n", true),
    Row("a\n~~~\nb\n", "a\n1\nc\n", false),
    Row("~~~\n", "", true), Row("~~~\n", "1\n2\n", true), Row("~~~\nb\n~~~\n", "a\nb\nc\n", true),
    Row("~~~\nb\n~~~\n", "a\nc\n", false), Row("~~~\nb\nb\n", "b\nb\nb\n", true),
    Row("a\r\nb\r\n", "a\r\nb\r\n", true), Row("a\r\nb\r\n", "a\nb\n", false), Row("é~~~\n", "é…\n", true),
    Row("e\u{301}\n", "\u{E9}\n", false),
  ])
  func matches(_ row: Row) {
    #expect(ExpectedText(row.expected).matches(row.actual) == row.matches)
  }

  @Test func showsOnlyWhatDiffersWithItsSurroundings() {
    let expected = (1...20).map { "\($0)\n" }.joined()
    let actual = (1...20).map { $0 == 10 ? "ten\nand a half\n" : "\($0)\n" }.joined()
    #expect(
      ExpectedText(expected).difference(from: actual)
        == "  …\n  7\n  8\n  9\n- 10\n+ ten\n+ and a half\n  11\n  12\n  13\n  …")
  }

  @Test func saysThatALineFeedIsMissing() {
    #expect(ExpectedText("a\n").difference(from: "a") == "  a\n- (a line feed at the end)")
    #expect(ExpectedText("a").difference(from: "a\n") == "  a\n+ (a line feed at the end)")
  }

  @Test func updatesLinesAndKeepsPlaceholdersThatStillMatch() {
    let text = ExpectedText("run ~~~\nold\nkept\n~~~\nend ~~~ ms\n")
    #expect(text.updated(to: "run 8\nnew\nkept\nx\ny\nend 3 ms\n") == "run ~~~\nnew\nkept\n~~~\nend ~~~ ms\n")
    #expect(text.matches("run 8\nold\nkept\nend 3 ms\n"))
  }
}
