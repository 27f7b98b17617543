import Expressions
import Testing
import Values

@Suite("Parts of a condition that no value changes")
struct ConstantPartTests {
  @Test(arguments: [
    ("true", "whole true: true"),
    ("1 + 1 == 2", "whole 1 + 1 == 2: true"),
    ("(1 == 2) | not", "whole (1 == 2) | not: true"),
    ("\"x\"", "whole \"x\": \"x\""),
    (".a == 200 or 201", "or 201: 201"),
    ("(.a == 1 and false) | not", "and false: false"),
    (".a == .a", "same .a == .a"),
    (".a.b != $x and $x == $x", "same $x == $x"),
  ])
  func isFound(text: String, expected: String) throws {
    let parts = try Expression(text).constantParts.map { part in
      let value = part.value.map { ": \($0.text())" } ?? ""
      return switch part.role {
      case .whole: "whole \(part.text)\(value)"
      case .operand(let word): "\(word) \(part.text)\(value)"
      case .sameSides: "same \(part.text)"
      }
    }
    #expect(parts == [expected])
  }

  @Test(arguments: [
    ".", ".a == 1", "length > 0", ".a or .b", "$x", "now > 5", "(.a | not) and .b", "now == now", "[.[]] == []",
    "\"a\\(.)\" == \"b\"",
  ])
  func isNotFound(text: String) throws { #expect(try Expression(text).constantParts.isEmpty) }

  @Test func knowsWhatAsksForTheTime() throws {
    #expect(try Expression("{ at: (now | floor) }").asksForTime)
    #expect(try !Expression(".now").asksForTime)
  }
}
