import Expressions
import Testing

@Suite("How many outputs an expression has")
struct OutputCountTests {
  @Test(arguments: [
    ".", ".a.b[0]", "$x.y", "[.[] | .a]", "{ a: .b, c: length }", ".a == 1 and (.b | not)", "\"x \\(.a)\"",
    ".a // \"\"", "if .a then 1 else 2 end", "reduce .[] as $x (0; . + $x)", ". as $x | $x", "map(.a)", "-.a", ".[1:2]",
    "split(\",\")", "def f(x): [x]; f(.[])", "def f($x): $x; f(1)", "first(.a)", "sub(\"a\"; \"b\")", "any(.[]; .a)",
    "[limit(3; .[])]", "isempty(.[])",
  ])
  func one(text: String) throws { #expect(try Expression(text).outputCount == .one) }

  @Test(arguments: [
    "empty", "select(.a)", ".a?", "if .a then 1 else empty end", "try error", "strings", "first(.[])", "limit(1; .[])",
    "first(.[] | select(.id == 3))", "nth(2; .[])", "def f: select(.a); f",
  ])
  func atMostOne(text: String) throws { #expect(try Expression(text).outputCount == .atMostOne) }

  @Test(arguments: [
    ".[]", "1, 2", "..", ".a[] | .b", "range(3)", "{ a: .[] }", "recurse", "def length: 1, 2; length", ".[]?",
    "limit(2; .[])", "def f($x): $x; f(1, 2)", "def f(x): x; f(1)", "def f: f; f", "nth(0, 1; .[])", "\"\\(.[])\"",
  ])
  func many(text: String) throws { #expect(try Expression(text).outputCount == .many) }
}
