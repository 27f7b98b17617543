import Diagnostics
import Testing

@testable import YAML

/// A fault of syntax is told in words that say what to put right.
@Suite struct SyntaxMessageTests {
  @Test func tellsWhereASpaceIsMissing() {
    expectDiagnostics("a: 1\nb1️⃣:2\nc: 3\n", [.init(1, ":", "a space is missing behind ':'")])
    expectDiagnostics("a1️⃣:1\nb: 2\n", [.init(1, ":", "a space is missing behind ':'")])
    expectDiagnostics("- a\n1️⃣-b\n- c\n", [.init(1, "-", "a space is missing behind '-'")])
    expectDiagnostics("{b1️⃣:, c: 1}", [.init(1, ":", "a ':' without a space behind it")])
  }

  @Test func tellsOfAKeyWithoutColon() {
    expectDiagnostics("key: value\n1️⃣other key # c\n", [.init(1, "other key", "'other key' is not followed by ':'")])
    expectDiagnostics("2️⃣foo\n1️⃣bar: 1\n", [.init(1, "bar", "a key must stand on one line", note: 2)])
  }

  @Test func tellsWhatIsNotClosed() {
    expectDiagnostics("a: 1️⃣\"hello\nb: 1\n", [.init(1, "\"", "a double quote that is never closed")])
    expectDiagnostics("a: 1️⃣'hello\n\n", [.init(1, "'", "a single quote that is never closed")])
    expectDiagnostics("a: 1️⃣[1, 2\n", [.init(1, "[", "a '[' that is never closed")])
    expectDiagnostics("1️⃣{ a: 1\n", [.init(1, "{", "a '{' that is never closed")])
    expectDiagnostics("a: 2️⃣[1, 2\n1️⃣b: 3\n", [.init(1, "b", "expected ',' or ']'", note: 2)])
    expectDiagnostics(
      "a: 2️⃣\"b\n1️⃣---\nc\"\n", [.init(1, "---", "a double quote is not closed before this line", note: 2)])
    expectDiagnostics("a: 2️⃣\"b\nc: \"1️⃣x\"\n", [.init(1, "x\"", "text behind a closing quote", note: 2)])
    expectDiagnostics("{ a: 2️⃣[1, 2 1️⃣} ]", [.init(1, "}", "'}' where ']' is expected", note: 2)])
  }

  @Test func tellsWhatNothingHasOpened() {
    expectDiagnostics("a: b\n1️⃣}\n", [.init(1, "}", "unexpected '}'")])
    expectDiagnostics("a: [b]1️⃣]\n", [.init(1, "]", "unexpected ']'")])
  }

  @Test func tellsOfACommaThatIsMissing() {
    expectDiagnostics("a: 2️⃣{b: 1 1️⃣c: 2}", [.init(1, "c", "expected ',' or '}'", note: 2)])
    expectDiagnostics("[a,1️⃣, b]", [.init(1, ",", "a value is missing before ','")])
  }

  @Test func tellsWhatNeedsQuotes() {
    expectDiagnostics("a: Error1️⃣: b: c", [.init(1, ":", "unquoted text cannot hold ': '")])
    expectDiagnostics("a: 1️⃣@foo b", [.init(1, "@foo", "text cannot begin with '@'")])
    expectDiagnostics("a: 1️⃣`foo` b", [.init(1, "`foo`", "text cannot begin with '`'")])
    expectDiagnostics("a: 1️⃣%foo", [.init(1, "%foo", "text cannot begin with '%'")])
    expectDiagnostics("a: 1️⃣]b", [.init(1, "]", "text cannot begin with ']' here")])
    expectDiagnostics("a: 1️⃣*.json", [.init(1, "*", "'*' without a name of letters, digits, '-' and '_'")])
    expectDiagnostics("a: 1️⃣& b", [.init(1, "&", "'&' without a name of letters, digits, '-' and '_'")])
    expectDiagnostics("a: {id}1️⃣/x", [.init(1, "/x", "text behind '}'")])
    expectDiagnostics("a: 'it'1️⃣s fine' # c", [.init(1, "s fine'", "text behind a closing quote")])
    expectDiagnostics("a: &x 1️⃣&y z", [.init(1, "&y", "unexpected '&y'")])
  }

  @Test func tellsOfATemplateInsideBrackets() {
    let message = "an unquoted template inside '{ }' or '[ ]'"
    expectDiagnostics("- { get: /x/1️⃣${ .a }, b: 1 }", [.init(1, "${", message)])
    expectDiagnostics("- { get: 1️⃣${ .a } }", [.init(1, "${", message)])
    expectDiagnostics("- [ 1️⃣${ .a } ]", [.init(1, "${", message)])
  }

  @Test func tellsOfWrongIndentation() {
    let message = "the indentation of this line fits none of the lines above"
    expectDiagnostics("2️⃣a:\n   b: 1\n  1️⃣c: 2", [.init(1, "c", message, note: 2)])
    expectDiagnostics("a:\n  2️⃣- b: 1\n   1️⃣- c: 2", [.init(1, "-", message, note: 2)])
    expectDiagnostics("2️⃣a: 1\n  1️⃣b: 2", [.init(1, "b", "unexpected indentation of 'b'", note: 2)])
    expectDiagnostics("2️⃣- a\n1️⃣b: c", [.init(1, "b", "expected a list item", note: 2)])
    expectDiagnostics("2️⃣a: b\n1️⃣- c", [.init(1, "-", "a list item between the keys of a mapping", note: 2)])
    expectDiagnostics("a: 1️⃣- b", [.init(1, "-", "a list cannot begin here")])
  }

  @Test func tellsThatATabCannotIndent() {
    let message = "a tab cannot indent YAML"
    expectDiagnostics("a:\n1️⃣\tb: 1", [.init(1, "\t", message)])
    expectDiagnostics("a:\n  b: 1\n 1️⃣\t\tc: 2", [.init(1, "\t\t", message)])
    expectDiagnostics("-1️⃣\t- a", [.init(1, "\t", message)])
    expectDiagnostics("a: |\n1️⃣\tx", [.init(1, "\t", message)])
  }

  @Test func tellsOfEscapesThatDoNotExist() {
    expectDiagnostics(#"a: "1️⃣\d+""#, [.init(1, #"\d"#, #"unknown escape '\d' in double quotes"#)])
    expectDiagnostics(#"a: "x1️⃣\u12""#, [.init(1, #"\u12"#, "an escape without enough digits")])
    expectDiagnostics(#"a: "1️⃣\ud83d\ude00""#, [.init(1, #"\ud83d"#, "an escape that is no character")])
  }

  @Test func tellsOfBlockHeadersAndDirectives() {
    expectDiagnostics("a: |1️⃣x\n y", [.init(1, "x", "text behind '|'")])
    expectDiagnostics("a: |1️⃣0\n y", [.init(1, "0", "a block cannot be indented by 0")])
    expectDiagnostics("1️⃣%FOO bar\n---\na: 1", [.init(1, "%FOO bar", "unknown directive")])
    expectDiagnostics("1️⃣%YAML 2.0\n---\na: 1", [.init(1, "%YAML 2.0", "unknown version of YAML")])
  }

  @Test func tellsWhatFollowsTheDocument() {
    expectDiagnostics("[a]\n1️⃣b", [.init(1, "b", "text behind the end of the document")])
    expectDiagnostics("a: 1\n...\n1️⃣b: 2", [.init(1, "b", "text behind the end of the document")])
  }

  @Test func placesAFaultBehindWideCharacters() {
    let document = expectDiagnostics("日本: \"x\" 1️⃣y", [.init(1, "y", "text behind a closing quote")])
    #expect(document.diagnostics.first?.range?.start.column == 9)
  }

  @Test func givesWhatItFoundBeforeTheFaultToo() {
    expectDiagnostics(
      "2️⃣a: 1\n1️⃣a: 2\nb: 3️⃣[",
      [
        .init(1, "a", "duplicate key 'a'", note: 2), .init(3, "[", "a '[' that is never closed"),
      ])
  }
}
