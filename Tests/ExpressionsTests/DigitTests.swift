import Testing
import Values

@testable import Expressions

@Suite struct DigitTests {
  static let input = #"{"id":9007199254740993,"big":9223372036854775808,"price":1.10,"huge":1e1000,"zero":-0,"s":"a"}"#

  private func outputs(_ text: String, _ scope: ExpressionScope = [:], input: String = input) throws -> String {
    let expression = try Expression(text)
    let outputs = try ExpressionProgram([expression]).evaluate(expression, try JSONValue(parsing: input), in: scope)
    return outputs.map { $0.text() }.joined(separator: " ")
  }

  @Test(arguments: [
    (".id", "9007199254740993"), ("{id, big, price, huge, zero}", String(input.dropLast(9)) + "}"),
    ("\"\\(.id)/\\(.price)/\\(.huge)/\\(.zero)\"", "\"9007199254740993/1.10/1e1000/-0\""),
    (".id | tostring", "\"9007199254740993\""),
    (".id == 9007199254740992", "false"), (".id == 9007199254740993.0", "true"), (".id > 9007199254740992", "true"),
    (".big > 9223372036854775807", "true"), (".price == 1.1", "true"), (".huge < 1e1001", "true"),
    (".zero == 0", "true"),
    (".id + 1", "9007199254740994"), (".id - 9007199254740992", "1"), ("[.[] | numbers] | length", "5"),
    ("-.big", "-9223372036854775808"),
    ("[.id, .price] | sort", "[1.10,9007199254740993]"), ("\"9007199254740993\" | tonumber", "9007199254740993"),
    ("@json | fromjson | .id", "9007199254740993"),
    ("9007199254740993 == 9007199254740993", "true"),
  ])
  func keepsEveryDigit(text: String, expected: String) throws {
    #expect(try outputs(text) == expected)
  }

  @Test(arguments: [
    ".big + 1", ".big * 2", ".id * .id", ".id + 0.5", ".id / 2", "9223372036854775807 + 1", ".huge * 2",
  ])
  func saysWhatCannotBeComputedExactly(text: String) throws {
    let error = #expect(throws: ExpressionError.self) { try outputs(text) }
    #expect(error?.kind == .precision)
    #expect(error?.message.contains("digits") == true)
  }

  @Test func libraryRefusesANumberItWouldRound() throws {
    let error = #expect(throws: ExpressionError.self) { try outputs(".s | test(\"a\")") }
    #expect(error?.kind == .precision)
    #expect(error?.message.contains("9007199254740993") == true)
  }

  @Test func libraryIsNotGivenWhatItCannotReach() throws {
    let scope: ExpressionScope = ["nodes": try JSONValue(parsing: Self.input)]
    #expect(try outputs("$nodes.s | test(\"a\")", scope, input: "null") == "true")
    #expect(throws: ExpressionError.self) { try outputs("$nodes | .s | test(\"a\")", scope, input: "null") }
  }

  @Test(.enabled(if: LibraryValues.libraryKeepsDigits, "the installed libjq computes with doubles only"))
  func newLibraryMovesNumbersWithoutLoss() throws {
    #expect(try outputs("def f: .; f") == Self.input)
    #expect(throws: ExpressionError.self) { try outputs("def f: .id + 1; f") }
    #expect(throws: ExpressionError.self) { try outputs("def f: .id == 1; f") }
  }

  @Test func libraryGivesNumbersTheirSpellingBack() throws {
    let input = #"[1.10, -0, 1e2, 100.0, 0.1, 12345678, 1E-7]"#
    #expect(try outputs("[limit(9; .[])]", input: input) == "[1.10,-0,1e2,1e2,0.1,12345678,1E-7]")
  }

  @Test func literalThatWouldRoundIsFoundByCheck() throws {
    let expression = try Expression("test(\"a\") and 9007199254740993 == .id")
    let errors = ExpressionProgram([expression]).check()
    #expect(errors.first?.error.kind == .precision)
    #expect(errors.first?.error.range == 14..<30)
  }
}
