import Expressions
import Testing
import Values

@Suite struct TemplateTests {
  static let dot: JSONValue = [
    "s": "a b", "n": 7, "f": 1.5, "t": true, "z": .null, "l": [1, "x"], "o": ["k": [.null]], "}": "brace", "e": "",
  ]

  private func value(_ source: String) throws -> JSONValue {
    let template = try Template(source)
    return try template.value(ExpressionProgram(template.expressions), Self.dot)
  }

  @Test(arguments: [
    ("${ .n }", "7"), ("${.z}", "null"), ("${ .l }", #"[1,"x"]"#), ("x${ .n }", #""x7""#), ("${ .n } ", #""7 ""#),
    ("${ .s }/${ .f }/${ .t }", #""a b/1.5/true""#), ("l=${ .l };o=${ .o }", #""l=[1,\"x\"];o={\"k\":[null]}""#),
    ("plain", #""plain""#), ("", #""""#), ("$${ .n }", #""${ .n }""#), ("$", #""$""#), ("$$", #""$$""#),
    ("a}b{c", #""a}b{c""#),
    ("$5 ${ .n }", #""$5 7""#), ("$$${ .n }", #""$${ .n }""#), ("${ {a: {b: .n}} }", #"{"a":{"b":7}}"#),
    (#"${ .["}"] }"#, #""brace""#), (#"${ "}\("}" + "\(.n)")}" }"#, #""}}7}""#), ("${ .n # }\n }", "7"),
    ("${ .z // \"\" }", #""""#),
    ("<${ .e }>", #""<>""#), ("é${ .n }é", #""é7é""#),
  ])
  func gives(source: String, expected: String) throws {
    #expect(try value(source) == JSONValue(parsing: expected))
  }

  @Test(arguments: [
    ("x ${ .n", "'${' is not closed", 2..<4),
    ("${ \"abc }", "'${' is not closed", 0..<2),
    ("é ${ }", "an empty expression in '${ }'", 3..<7),
    ("ab ${ .n + }", "the expression ends where a value should be", 10..<10),
    ("ab ${ (.n }", "'(' is not closed: the expression ends where ')' should be", 6..<7),
    ("ab ${ lenght }", "unknown function 'lenght'", 6..<12),
  ])
  func saysWhatIsWrongAndWhere(source: String, message: String, range: Range<Int>) {
    let error = #expect(throws: ExpressionError.self) { try Template(source) }
    #expect(error?.message == message)
    #expect(error?.range == range)
  }

  @Test(arguments: [
    ("/users/${ .z }", "'.z' is null, which cannot stand in a text", 10..<12),
    ("x${ empty }", "'empty' gave no value", 4..<9),
    ("${ .l[] }", "'.l[]' gave 2 values instead of one", 3..<7),
    ("x${ .n.a }", "Cannot index number with string \"a\"", 4..<8),
  ])
  func saysWhichExpressionFailed(source: String, message: String, range: Range<Int>) {
    let error = #expect(throws: ExpressionError.self) { try value(source) }
    #expect(error?.message == message)
    #expect(error?.range == range)
    #expect(error?.kind == .failed)
  }

  @Test func givesItsPiecesForWhoWritesThemByPlace() throws {
    let template = try Template("/a b/${ .s }?q=${ .n }")
    let texts = try template.pieces(ExpressionProgram([]), Self.dot).map { piece in
      switch piece {
      case .literal(let text): "literal \(text)"
      case .value(let value, let expression): "\(expression.text) is \(value)"
      }
    }
    #expect(texts == ["literal /a b/", ".s is \"a b\"", "literal ?q=", ".n is 7"])
    #expect(template.literal == nil)
    #expect(try Template("x").literal == "x")
    #expect(try Template("${ .a }").soleExpression?.text == ".a")
  }
}
