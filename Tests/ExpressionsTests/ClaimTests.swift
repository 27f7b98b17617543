import Expressions
import Testing
import Values

@Suite struct ClaimTests {
  @Test(arguments: [
    (".a.b == $x", ".a.b == $x [.a.b == $x]"),
    (
      ".ok == true and (.n | length) > 2 and .z", ".ok == true [.ok == true]; (.n | length) > 2 [(.n | length) > 2]; .z"
    ),
    ("(.a == 1) and .b != 2", "(.a == 1) [.a == 1]; .b != 2 [.b != 2]"),
    (".a == 1 or .b == 2", ".a == 1 or .b == 2"),
    (".a | . == 1", ".a | . == 1"),
    (".a + 1 <= .b * 2 # why", ".a + 1 <= .b * 2 [.a + 1 <= .b * 2]"),
    (". as $x | $x == 1", ". as $x | $x == 1"),
    ("\"a == b\" == .c", "\"a == b\" == .c [\"a == b\" == .c]"),
  ])
  func takesComparisonsApart(text: String, expected: String) throws {
    let claims = try Expression(text).claims.map { claim in
      let sides = claim.comparison.map { " [\($0.left.text) \($0.symbol) \($0.right.text)]" } ?? ""
      #expect(String(decoding: Array(text.utf8)[claim.range], as: UTF8.self) == claim.expression.text)
      return claim.expression.text + sides
    }
    #expect(claims.joined(separator: "; ") == expected)
  }

  @Test func sidesCanBeEvaluated() throws {
    let expression = try Expression("(.a | test(\"x\")) == true and .b == 2")
    let program = ExpressionProgram([expression] + expression.expressionsOfClaims)
    let dot: JSONValue = ["a": "y", "b": 3]
    let claims = expression.claims
    #expect(try claims.map { try program.value(of: $0.expression, dot) } == [false, false])
    let first = try #require(claims.first?.comparison)
    #expect(try program.value(of: first.left, dot) == false)
    #expect(try program.value(of: first.right, dot) == true)
  }
}
