import Testing

@testable import JSONSchema

struct RegularExpressionTests {
  static let matching: [(String, String)] = [
    ("^a*$", "aaa"), ("b", "abc"), ("^(a|b)+$", "abab"), (#"^\d{3}-\d{4}$"#, "555-1234"), ("^.$", "💩"),
    (#"^\u{1F4A9}$"#, "💩"), (#"^\ud83d\udca9$"#, "💩"), (#"^\p{L}+$"#, "Straße"), (#"^\P{Nd}$"#, "x"),
    (#"^(?<q>['"]).*\k<q>$"#, "'a'"), (#"^(.)\1$"#, "xx"), ("^(?!foo)", "bar"), ("^(?=a)a", "a"),
    ("(?<=a)b", "ab"), ("(?<!a)b", "cb"), (#"^[^\d]$"#, "a"), (#"^[\w-]+$"#, "a-b_c"), (#"\bfoo\b"#, "a foo b"),
    ("^a{2,3}$", "aaa"), ("^a{2,}?b", "aaab"), ("^(a*)*$", "aaa"), ("^(?:a?){3}$", ""), ("^{x}$", "{x}"),
    (#"^\/a\.b$"#, "/a.b"), (#"^\cA$"#, "\u{1}"),
    (#"^[\s]$"#, "\u{FEFF}"), ("", ""), ("a||b", "x"), ("^$", ""), (#"^\S+$"#, "é"), (#"^[a-f0-9]{8}$"#, "deadbeef"),
    ("(?:)*b", "b"), ("^(?:|a)+$", "aa"),
  ]

  static let failing: [(String, String)] = [
    ("^a$", "a\n"), ("^a$", "b\na"), (#"^\d$"#, "٣"), (#"^\w$"#, "é"), (".", "\n"), ("^[]$", "a"), ("^[]a]", "]a]"),
    (#"^(.)\1$"#, "xy"),
    ("^(?!foo)", "foo"), ("(?<=a)b", "cb"), ("^a{2,3}$", "a"), (#"\Bfoo"#, "foo"), ("^(?:a|ab)(?:c|bcd)$", "abcde"),
  ]

  @Test(arguments: matching) func finds(_ pattern: String, _ text: String) throws {
    #expect(try Pattern(pattern).isFound(in: text) == true)
  }

  @Test(arguments: failing) func doesNotFind(_ pattern: String, _ text: String) throws {
    #expect(try Pattern(pattern).isFound(in: text) == false)
  }

  @Test(arguments: [
    "(", ")", "[", "*a", "a**", "\\", #"\A"#, #"\x1"#, #"\u{110000}"#, "a{2,1}", "[b-a]", "(?i)a", #"\p{Nonsense}"#,
    #"\2(a)"#, #"\k<x>"#, "((a{1000}){1000}){1000}", String(repeating: "(", count: 100_000),
  ])
  func refuses(_ pattern: String) {
    #expect(throws: PatternError.self) { try Pattern(pattern) }
  }

  @Test func aLongTextNeedsNoStack() throws {
    let long = String(repeating: "ab", count: 100_000)
    #expect(try Pattern("^(a|b)*$").isFound(in: long) == true)
    #expect(try Pattern("^(?:(a)|b)*c$").isFound(in: long) == false)
  }

  @Test func anExpressionThatRunsAwayIsGivenUp() throws {
    #expect(try Pattern("^(a+)+$").isFound(in: String(repeating: "a", count: 40) + "b", effort: 100_000) == nil)
  }

  @Test func nothingRepeatedEndlesslyEnds() throws {
    #expect(try Pattern("^(?:){1000000000}$").isFound(in: "") == true)
    #expect(try Pattern("^(?:a*){0,5}$").isFound(in: "aaa") == true)
  }

  @Test func invalidUTF8IsAReplacementCharacter() throws {
    let bytes: [UInt8] = [0x61, 0xFF]
    #expect(try bytes.withUnsafeBytes { try Pattern("^a\u{FFFD}$").isFound(in: $0) } == true)
  }
}
