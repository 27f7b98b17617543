import Expressions
import Testing
import Values

@Suite struct ExpressionSyntaxTests {
  struct Mistake: CustomTestStringConvertible, Sendable {
    /// The place that the error must have stands between `«` and `»`.
    var marked: String
    var message: String
    var hint: String?

    init(_ marked: String, _ message: String, _ hint: String? = nil) {
      (self.marked, self.message, self.hint) = (marked, message, hint)
    }

    var testDescription: String { marked }
  }

  @Test(arguments: [
    Mistake("«»", "an empty expression", "write '.' for the value itself"),
    Mistake("« # nothing»", "an empty expression", "write '.' for the value itself"),
    Mistake(".a «b»", "'b' stands where the end of the expression should be"),
    Mistake(".a | «»", "the expression ends where a value should be"),
    Mistake("map«(».a", "'(' is not closed: the expression ends where ')' should be"),
    Mistake(".a«)»", "')' closes nothing"),
    Mistake("[1, 2«}»", "'}' stands where ']' should be"),
    Mistake("«if» .a then 1", "'if' is not closed: the expression ends where 'end' should be"),
    Mistake("1 + «\"abc»", "a string that is not closed", "add '\"'"),
    Mistake("«'»a'", "strings in an expression stand in double quotes", "write \"…\" instead of '…'"),
    Mistake("\"é\" | «lenght»", "unknown function 'lenght'", "did you mean 'length'?"),
    Mistake("((«lenght»)) == 1", "unknown function 'lenght'", "did you mean 'length'?"),
    Mistake("«name» == 1", "unknown function 'name'", "a key is written '.name', a string '\"name\"'"),
    Mistake("«select»", "'select' takes 1 argument, not 0"),
    Mistake("«range»(1; 2; 3; 4)", "'range' takes 1 or 2 or 3 arguments, not 4", "arguments are separated by ';'"),
    Mistake(". «&»& .", "'&' is no operator of jq", "write 'and'"),
    Mistake("1 == 1 «==» 1", "'==' cannot follow '==' without parentheses"),
    Mistake("{a: 1 «+» 2}", "the value of a key that is more than one term needs parentheses", "write '{key: (…)}'"),
    Mistake("{«1»: 2}", "a key of an object is a name or a string", "write '\"1\"'"),
    Mistake("\"«\\x»\"", "'\\x' is no escape of a string", "write '\\\\' for a backslash"),
    Mistake("«$ENV».HOME", "the environment is '$env' here, not '$ENV'", "write '$env.NAME'"),
    Mistake("«env».HOME", "'env' is not available: the environment is '$env' here", "write '$env.NAME'"),
    Mistake(
      "«halt»", "'halt' is not available: an expression cannot end the program", "write 'error(\"…\")' to fail the step"
    ),
    Mistake(
      ".[] | «halt_error»(1)", "'halt_error' is not available: an expression cannot end the program",
      "write 'error(\"…\")' to fail the step"),
    Mistake(
      "[«inputs»]", "'inputs' is not available: an expression has one value and no further inputs",
      "use '$nodes.NAME' for the value of another node"),
    Mistake(". | «debug»", "'debug' is not available: an expression writes nothing", "use the step 'log'"),
    Mistake("«import» \"a\" as a; 1", "an expression cannot use 'import': it has no modules to load"),
    Mistake("«break $x»", "'break $x' is in no 'label $x'", "write 'label $x | …' before it"),
    Mistake("«@base63»", "unknown format '@base63'", "did you mean '@base64'?"),
    Mistake("«$» x", "'$' without the name of a variable"),
    Mistake("«§»", "'§' has no meaning in an expression"),
  ])
  func saysWhatIsWrongAndWhere(mistake: Mistake) throws {
    let text = mistake.marked.filter { $0 != "«" && $0 != "»" }
    let start = mistake.marked.prefix { $0 != "«" }.utf8.count
    let length = mistake.marked.drop { $0 != "«" }.dropFirst().prefix { $0 != "»" }.utf8.count
    let error = #expect(throws: ExpressionError.self) { try Expression(text) }
    #expect(error?.message == mistake.message)
    #expect(error?.hint == mistake.hint)
    #expect(error?.range == start..<start + length)
    #expect(error?.kind == .invalid)
  }

  @Test(arguments: [
    ("$nodes.login.token + $inputs.x", "nodes.login.token inputs.x"),
    ("$nodes[\"a b\"].c[0].d", "nodes.a b.c"),
    ("$nodes | .login", "nodes"),
    ("$nodes[.x].y", "nodes"),
    (". as $x | $x + $y", "y"),
    ("[.[] as [$a, {b: $c, $d}] | $a, $c, $d, $b]", "b"),
    (". as {$a, b: $c} ?// [$a] | $a, $c, $e", "e"),
    ("reduce .[] as $x ($acc; . + $x) | $x", "acc x"),
    ("foreach .[] as $x (0; . + $x; [$x, $y])", "y"),
    ("def f($p; g): $p + g + $q; f(1; $r) | $p", "q r p"),
    ("\"a\\($x.b)c\\(\"d\\($y)\")\" # $no", "x.b y"),
    ("@base64 \"\\($x)\"", "x"),
    ("{$a, b: $c.d, \"e\\($f)\": 1}", "a c.d f"),
    ("\"$no\" | .\"$no\" | $__loc__", ""),
    ("label $out | $x | break $out", "x"),
    ("if $a then $b elif $c then $d else $e end", "a b c d e"),
    ("try $a catch $b | $c?", "a b c"),
    ("$env.API_URL // \"x\"", "env.API_URL"),
    ("1 as $x | (2 as $y | $y) | $y", "y"),
    ("$x.if.and", "x.if.and"),
  ])
  func findsTheVariablesThatAreNotBound(text: String, expected: String) throws {
    let uses = try Expression(text).variables
    let found = uses.map { ([$0.name] + $0.fields.map(\.name)).joined(separator: ".") }.joined(separator: " ")
    #expect(found == expected)
    for use in uses {
      let bytes = Array(text.utf8)
      #expect(String(decoding: bytes[use.nameRange], as: UTF8.self) == "$" + use.name)
      for field in use.fields {
        #expect(String(decoding: bytes[field.range], as: UTF8.self).filter { $0 != "\"" } == field.name)
      }
    }
  }

  @Test(arguments: [
    "(", "[", "{a:", "-", "\"\\(", "if ", ".a[", "1+(", "def f: ", ". as [", "try ", ".a", ".+", "1|.a?|", "not,",
    "[.[]?",
  ])
  func deepNestingIsAnErrorAndNoCrash(opening: String) {
    #expect(throws: ExpressionError.self) { try Expression(String(repeating: opening, count: 10_000)) }
  }

  @Test func longChainsAreFine() throws {
    for joint in [" | ", " + ", ", ", " and ", " // "] {
      let expression = try Expression(Array(repeating: ".", count: 90).joined(separator: joint))
      _ = try? ExpressionProgram([expression]).evaluate(expression, 1)
    }
    let pipe = try Expression(Array(repeating: ".", count: 2000).joined(separator: " | "))
    #expect(try ExpressionProgram([pipe]).evaluate(pipe, 1) == [1])
  }

  @Test func everyCutOfAnExpressionIsAnErrorOrWorks() throws {
    let text =
      #"if .a["x\("y")"] then {b: [.c?, -1e3], "d": $e} else (reduce .[] as [$f] (0; . + $f)) end | @json "g\(.)""#
    let bytes = Array(text.utf8)
    for end in bytes.indices { _ = try? Expression(String(decoding: bytes[..<end], as: UTF8.self)) }
    for start in bytes.indices { _ = try? Template("${" + String(decoding: bytes[start...], as: UTF8.self) + "}") }
    #expect(try Expression(text).variableNames == ["e"])
  }
}
