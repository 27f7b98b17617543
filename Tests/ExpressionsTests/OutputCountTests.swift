import Expressions
import Testing

@Suite("How many outputs an expression has")
struct OutputCountTests {
  @Test(arguments: [
    ".", ".a.b[0]", "$x.y", "[.[] | .a]", "{ a: .b, c: length }", ".a == 1 and (.b | not)", "\"x \\(.a)\"",
    ".a // \"\"", "if .a then 1 else 2 end", "reduce .[] as $x (0; . + $x)", ". as $x | $x", "map(.a)", "-.a", ".[1:2]",
    "split(\",\")",
  ])
  func one(text: String) throws { #expect(try Expression(text).outputCount == .one) }

  @Test(arguments: ["empty", "select(.a)", ".a?", "if .a then 1 else empty end", "try error", "strings"])
  func atMostOne(text: String) throws { #expect(try Expression(text).outputCount == .atMostOne) }

  @Test(arguments: [
    ".[]", "1, 2", "..", ".a[] | .b", "range(3)", "{ a: .[] }", "recurse", "def length: 1, 2; length", ".[]?",
    "limit(1; .[])", "\"\\(.[])\"",
  ])
  func many(text: String) throws { #expect(try Expression(text).outputCount == .many) }
}
