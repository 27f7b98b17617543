import Diagnostics
import Testing

@testable import YAML

@Suite struct TreeTests {
  @Test func resolvesPlainTextByTheCoreSchema() {
    let expected: [(String, YAMLScalar.Kind)] = [
      ("null", .null), ("Null", .null), ("~", .null), ("", .null), ("nULL", .string), ("true", .bool(true)),
      ("FALSE", .bool(false)), ("yes", .string), ("no", .string), ("on", .string), ("off", .string), ("y", .string),
      ("0", .integer("0")), ("-0", .integer("-0")), ("+12", .integer("12")), ("007", .integer("7")),
      ("9007199254740993", .integer("9007199254740993")), ("0x1F", .integer("31")), ("0o17", .integer("15")),
      ("0xFFFFFFFFFFFFFFFFFFFF", .integer("1208925819614629174706175")), ("0x", .string), ("0xg", .string),
      ("0o8", .string), ("-0x1", .string), ("0b1", .string), ("1_000", .string), ("1:30", .string), ("1.", .float("1")),
      (".5", .float("0.5")), ("-.5", .float("-0.5")), ("1.50", .float("1.50")), ("1e3", .float("1e3")),
      ("01.5E+07", .float("1.5e+07")), ("1e", .string), ("e3", .string), (".", .string), ("-", .string), ("+", .string),
      (".inf", .infinity(isNegative: false)), ("-.INF", .infinity(isNegative: true)),
      ("+.inf", .infinity(isNegative: false)),
      (".nan", .notANumber), ("-.nan", .string), ("inf", .string), ("2001-01-01", .string), ("1.2.3", .string),
      ("12abc", .string), ("<<", .string),
    ]
    for (text, kind) in expected { #expect(CoreSchema.kind(of: text) == kind, "\(text)") }
    #expect(CoreSchema.kind(of: "0x" + String(repeating: "F", count: 100_000)) == .string)
  }

  @Test func takesQuotedTextForText() {
    let root = expectDiagnostics("- \"1\"\n- 'true'\n- |-\n  null\n- >-\n  1\n", []).root
    #expect(root?.sequence?.map(\.scalar?.kind) == [.string, .string, .string, .string])
  }

  @Test func keepsTheTextOfNumbers() {
    let root = expectDiagnostics("a: 1.500\n0x10: 012\n", []).root
    #expect(root?["a"]?.scalar?.text == "1.500")
    #expect(root?["0x10"]?.scalar?.text == "012")
  }

  @Test func honoursTheTagsOfTheCoreSchema() {
    let root = expectDiagnostics(
      "[!!str 1, !!int '2', !!float 3, !!bool 'true', !!null '', ! 4, !!seq [], !!map {}]", []
    )
    .root
    #expect(
      root?.sequence?.prefix(6).map(\.scalar?.kind) == [
        .string, .integer("2"), .float("3"), .bool(true), .null, .string,
      ])
  }

  @Test func refusesOtherTags() {
    expectDiagnostics(
      "a: 1️⃣!foo x\nb: 2️⃣!!binary x\nc: &x 3️⃣!bar [4️⃣!!int x]\nd: 5️⃣!!map [1]\ne: 6️⃣!!str {}",
      [
        .init(1, "!foo", "unknown tag '!foo'"), .init(2, "!!binary", "unknown tag '!!binary'"),
        .init(3, "!bar", "unknown tag '!bar'"), .init(4, "!!int", "'x' is not an integer"),
        .init(5, "!!map", "a list is not a mapping"), .init(6, "!!str", "a mapping is not text"),
      ])
  }

  @Test func takesAnEmptyTextForNull() {
    for text in ["", "\n\n", "# only a comment", "---", "\u{FEFF}", "%YAML 1.1\n---\n"] {
      #expect(expectDiagnostics(text, []).root?.isNull == true)
    }
  }

  @Test func refusesASecondDocument() {
    expectDiagnostics("a: 1\n1️⃣---\nb: 2", [.init(1, "---", "a second document in one file")])
    expectDiagnostics("---\na: 1\n...\n1️⃣---\n", [.init(1, "---", "a second document in one file")])
    expectDiagnostics("---\na: 1\n...\n", [])
  }

  @Test func collectsKeysThatStandTwice() {
    let root = expectDiagnostics(
      "2️⃣a: 1\nb: {4️⃣x: 1, y: 2, 3️⃣'x': 3}\n1️⃣\"a\": 2",
      [.init(3, "'x'", "duplicate key 'x'", note: 4), .init(1, "\"a\"", "duplicate key 'a'", note: 2)]
    ).root
    #expect(root?["a"]?.scalar?.text == "1")
    #expect(root?.mapping?.count == 2)
  }

  @Test func tellsCombinedFromDecomposedLetters() {
    #expect(expectDiagnostics("\u{e9}: 1\ne\u{301}: 2", []).root?.mapping?.count == 2)
  }

  @Test func refusesKeysThatAreNoText() {
    expectDiagnostics(
      "1️⃣{a: b}: c\n2️⃣[x, y]: z\nd: {3️⃣{ x }}\n",
      [
        .init(1, "{a: b}", "a mapping as a key"), .init(2, "[x, y]", "a list as a key"),
        .init(3, "{ x }", "a mapping as a key"),
      ])
  }

  @Test func readsLinesOfAnyEnd() {
    let root = expectDiagnostics("\u{FEFF}a: 1\r\nb:\r\n  - x\r\n  - |\r\n    t\r\n    u\r\n", []).root
    #expect(root.map { JSON($0).description } == #"{a: 1.0, b: ["x", "t\nu\n"]}"#)
  }

  @Test func readsJSON() {
    let root = expectDiagnostics(#"{"a":1,"b":[true,null,{"c":"d\n\u00e9\/"}]}"#, []).root
    #expect(root.map { JSON($0).description } == #"{a: 1.0, b: [true, null, {c: "d\né/"}]}"#)
  }
}
