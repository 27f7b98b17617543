import Diagnostics
import Testing

@testable import PipelineCLI

@Suite struct TagExpressionTests {
  private func holds(_ text: String, _ tags: String...) -> Bool {
    do {
      return try TagExpression(parsing: text).holds(for: tags)
    } catch {
      Issue.record("\(error.message)")
      return false
    }
  }

  @Test func aNameHoldsWhereTheTagIsThere() {
    #expect(holds("smoke", "slow", "smoke"))
    #expect(!holds("smoke", "Smoke", "smoke-test"))
    #expect(!holds("smoke"))
  }

  @Test func notBindsCloserThanAndAndThatCloserThanOr() throws {
    let text = "a or b and not c or !d"
    let (a, b, c, d) = (TagExpression.tag("a"), TagExpression.tag("b"), TagExpression.tag("c"), TagExpression.tag("d"))
    #expect(try TagExpression(parsing: text) == .or(.or(a, .and(b, .not(c))), .not(d)))
  }

  @Test(arguments: [
    ("(a or b) and c", ["a"], false), ("(a or b) and c", ["b", "c"], true), ("not (a or b)", ["c"], true),
    ("!(a and b)", ["a"], true), ("not not a", ["a"], true), ("!!a", [], false), ("a&&b", ["a&&b"], true),
    ("a && b || c", ["c"], true), ("'not' and \"two words\"", ["not", "two words"], true), ("\ta\n", ["a"], true),
    ("team:a/b", ["team:a/b"], true), ("größe", ["größe"], true), ("''", [""], true),
  ])
  func combines(_ text: String, _ tags: [String], _ expected: Bool) throws {
    #expect(try TagExpression(parsing: text).holds(for: tags) == expected)
  }

  @Test(arguments: [
    ("", 1, "it is empty"), ("  ", 3, "it is empty"), ("a and", 6, "a tag is missing here"),
    ("and a", 1, "a tag is missing here"), ("a b", 3, "two names need 'and' or 'or' between them"),
    ("(a", 1, "a '(' is never closed"), ("a)", 2, "a ')' closes nothing"), ("()", 2, "a tag is missing here"),
    ("a and 'b", 7, "a quote is never closed"), ("not", 4, "a tag is missing here"),
    ("'", 1, "a quote is never closed"),
    ("ü or or b", 6, "a tag is missing here"),
  ])
  func tellsWhereItIsWrong(_ text: String, _ column: Int, _ message: String) {
    let error = #expect(throws: Diagnostic.self) { try TagExpression(parsing: text) }
    #expect(error?.message == message)
    #expect(error?.range?.start.column == column)
  }

  @Test func refusesWhatIsNestedTooDeeply() {
    for text in [String(repeating: "(", count: 4000) + "a", String(repeating: "!", count: 4000) + "a"] {
      let error = #expect(throws: Diagnostic.self) { try TagExpression(parsing: text) }
      #expect(error?.message == "it is nested too deeply")
    }
    #expect(throws: Diagnostic.self) { try TagExpression(parsing: String(repeating: "a or ", count: 100_000) + "a") }
  }
}
