import Expressions
import Testing
import Values

@Suite struct ClaimTests {
  @Test(arguments: [
    (".a.b == $x", "[.a.b == $x]"),
    (".ok == true and (.n | length) > 2 and .z", "all([.ok == true], [(.n | length) > 2], .z)"),
    ("(.a == 1) and .b != 2", "all([.a == 1], [.b != 2])"),
    (".a == 1 or .b == 2 and .c", "any([.a == 1], all([.b == 2], .c))"),
    ("(.a == 1 or .b) | not", "not(any([.a == 1], .b))"),
    (".a | . == 1", "within(.a, [. == 1])"),
    (".a | .b | . == 1", "within(.a, within(.b, [. == 1]))"),
    (".a[] | . == 1", ".a[] | . == 1"),
    (".a | length", ".a | length"),
    (".a + 1 <= .b * 2 # why", "[.a + 1 <= .b * 2]"),
    (". as $x | $x == 1", ". as $x | $x == 1"),
    ("\"a == b\" == .c", "[\"a == b\" == .c]"),
    ("all(.p > 0 and .q)", "every(.[], all([.p > 0], .q))"),
    (".items | any(. == 2)", "within(.items, some(.[], [. == 2]))"),
    ("all(.items[]; .p > 0) and any", "all(every(.items[], [.p > 0]), some(.[], .))"),
  ])
  func takesComparisonsApart(text: String, expected: String) throws {
    #expect(describe(try Expression(text).claim) == expected)
  }

  @Test func sidesCanBeEvaluated() throws {
    let expression = try Expression("(.a | test(\"x\")) == true and .b == 2")
    let program = ExpressionProgram([expression] + expression.expressionsOfClaim)
    let dot: JSONValue = ["a": "y", "b": 3]
    guard case .all(let claims) = expression.claim.form, case .comparison(let first) = claims[0].form else {
      Issue.record("two claims are joined")
      return
    }
    #expect(try claims.map { try program.value(of: $0.expression, dot) } == [false, false])
    #expect(try program.value(of: first.left, dot) == false)
    #expect(try program.value(of: first.right, dot) == true)
  }

  /// The claim's form; of what is taken no further apart the text.
  private func describe(_ claim: Claim) -> String {
    func list(_ claims: [Claim]) -> String { claims.map { describe($0) }.joined(separator: ", ") }
    return switch claim.form {
    case .comparison(let comparison): "[\(comparison.left.text) \(comparison.symbol) \(comparison.right.text)]"
    case .all(let claims): "all(\(list(claims)))"
    case .any(let claims): "any(\(list(claims)))"
    case .not(let claim): "not(\(describe(claim)))"
    case .within(let source, let claim): "within(\(source.text), \(describe(claim)))"
    case .elements(let elements):
      "\(elements.isAll ? "every" : "some")(\(elements.values.text), \(describe(elements.claim)))"
    case .other: claim.expression.text
    }
  }
}
