import Expressions
import Testing
import Values

@Suite struct SmokeTests {
  @Test func evaluatesPlainAndLibrary() throws {
    let plain = try Expression(".a.b[0] + $inputs.x")
    let library = try Expression("[.a.b[] | select(. > 1) | tostring | ascii_downcase | explode] | length, (. | tojson | test(\"a\"))")
    let program = ExpressionProgram([plain, library])
    let dot = try JSONValue(parsing: #"{"a":{"b":[1,2,3]}}"#)
    #expect(plain.isPlain)
    #expect(!library.isPlain)
    #expect(try program.evaluate(plain, dot, in: ["inputs": ["x": 2]]) == [3])
    #expect(try program.evaluate(library, dot) == [2, false])
    #expect(program.check().isEmpty)
    let template = try Template("id=${ .a.b[1] }&x=${ {\"}\": .a} | tojson }$${")
    #expect(try template.value(program, dot) == #"id=2&x={"}":{"b":[1,2,3]}}${"#)
  }
}
