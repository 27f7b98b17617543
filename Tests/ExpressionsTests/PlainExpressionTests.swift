import Expressions
import Testing
import Values

/// What is evaluated without libjq gives what libjq gives.
@Suite struct PlainExpressionTests {
  static let inputs = [
    "null", "true", "false", "0", "-5", "1.5", "\"\"", "\"abc,Äb\"", "\"12\"", "[]", "[1,null,3]", "[[1,2],[3]]", "{}",
    #"["b","a","b"]"#, #"{"a":null}"#,
    #"{"a":{"b":[10,20,30],"c":"x"},"d":false,"items":[{"id":2,"n":"b"},{"id":1,"n":"a"}]}"#,
    #"{"b":1,"a":"s","é":[true]}"#,
  ]

  static let expressions = [
    ".", ".a", ".a.b", ".a.b[0]", ".a.b[-1]", ".a.b[9]", ".[\"a\"]", ".\"a\"", ".a?", ".a.b?", "(.a.b)?", ".[0]",
    ".[-1]",
    ".[1:]", ".[:-1]", ".[:2]", ".[1:2]", ".[]", ".[]?", ".a[]?", "[.[]]", ".items[].id", "[.items[]?|.n]", "..",
    "[..]",
    "length", "not", "type", "keys", "keys_unsorted", "has(\"a\")", "has(0)", "map(.)", "map(type)", "map_values(type)",
    "[.[]?|numbers]", "[.[]?|select(. != null)]", "[.[]?|values]", "select(.a)", "add", "any", "all", "first", "last",
    "tostring", "tojson", "tojson|fromjson", "tonumber", "ascii_downcase", "ascii_upcase", "startswith(\"a\")",
    "endswith(\"b\")", "ltrimstr(\"a\")", "rtrimstr(\"b\")", "split(\",\")", "split(\"\")", "join(\",\")", "to_entries",
    "reverse",
    "sort", "unique", "sort_by(type)", "[.[]?]|sort_by(.)", "floor", "ceil", "empty", "error", "error(\"x\")",
    "[range(3)]",
    "[range(1;4)]", "range(0)", "1 + 2", ". + 1", ". + .", "1 - .", ". * 2", ". / 2", "7 % 3", "-7 % 3", "5 % -3",
    "6 / 4",
    "6 / 3", ". / (. - .)", "-(3)", "-.", ". == 1", ". != null", ". < \"a\"", ". >= []", "1 <= 1.0", "true and false",
    ". and true",
    ". or false", "false or false", ".a // \"d\"", ".a // .b // 1", "empty // 2", "(null, 1, false, 2) // 3",
    "(null, false) // 3", "[.[]?] // 1", "if . then 1 else 2 end", "if .a? then 1 elif . == [] then 2 else 3 end",
    "try error(\"x\") catch .", "try .a catch .", "try (.a.b.c) catch \"no\"", "(1, 2), 3", "[., 1]", "[[]]", "{}",
    "{a: 1}",
    "{a: ., \"b\": 2, (\"c\"): 3}", "{(\"x\", \"y\"): 1}", "{a: (1, 2)}", "{a}?", "{\"a\"}?", "{(.): 1}?",
    "{a: 1} + {b: 2, a: 3}",
    ". as $x | [$x, .]", "1 as $x | 2 as $y | [$x, $y, ([3][0] as $x | $x), $x]", ". as [$a, $b] | [$b, $a]",
    ". as {a: $x, $b} | [$x, $b]", ".[]? as $x | $x", "reduce .[]? as $x (0; . + 1)",
    "reduce range(5) as $i (0; . + $i)",
    "reduce .[]? as [$a] (null; $a)", "\"a\\(1 + 1)b\\(.)\"", "\"\\u00e9\\n\\\"\"", "@json", "@text", "@base64",
    "@html",
    "@base64 \"x\\(.)y\"", "@json \"v=\\(.)\"", ".a | .b", ".a | length", "[.[]? | type == \"number\"]", "[1, 2] - [2]",
    "null + 1", "\"a\" + null", "[1] + [2]", "{} - 1", "1e3", ".5", "1.", "\"x\" == \"x\"", "[1, 2] == [1, 2.0]",
    "{a: 1, b: 2} == {b: 2, a: 1}", "[] < {}", ".[\"a\", \"b\"]?", ".a[.b]?", ".[.[0]]?", "[.[]?][0]",
    ".a as $a | .d as $d | $a // $d",
    "def f: 1; f", "try error catch .", "[.[]? as $x | $x, 1]", "{a: 1 | 2, b: 3}", "{\"a\\(1)\": 2}", ".. | numbers",
    "[.[]?.a?]", ".a?.b?", ".a?[0]", "1 as $x | {$x, y: $x}", "[.[]?[0]?]", "nulls", "strings", "scalars", "[recurse]",
    "if true then . else 1 end | type", "-1", "- 1 + 2", "-1 * 2", "1 - 1 - 1", "2 * 3 + 4 / 2 - 1",
    "1 == 1 and 2 > 1 or false",
    "1, 2 | . + 1", "(1, 2) as $x | $x * 10", "1 as $x | 2", "null", "\"\"", "[true, false, null]",
  ]

  @Test func agreesWithLibrary() throws {
    let expressions = try Self.expressions.map { try Expression($0) }
    let program = ExpressionProgram(expressions)
    let direct = DirectLibrary.run(Self.expressions, on: Self.inputs)
    try #require(direct.count == expressions.count)
    for (expression, outcomes) in zip(expressions, direct) {
      for (input, theirs) in zip(Self.inputs, outcomes) {
        let ours: DirectLibrary.Outcome
        do {
          ours = .outputs(try program.evaluate(expression, try JSONValue(parsing: input)))
        } catch let error as ExpressionError {
          ours = .failure(after: [], error.message)
        }
        switch (ours, theirs) {
        // What was put out before the failure is not kept here.
        case (.failure(_, let ours), .failure(_, let theirs)): #expect(ours == theirs, "\(expression.text) on \(input)")
        default: #expect(ours == theirs, "\(expression.text) on \(input)")
        }
      }
    }
  }

  @Test(arguments: [
    ".a.b[0]", "$inputs.itemId", "$nodes.login.token == \"x\"", ".items | length",
    "{id: .id, name: (.name | ascii_upcase)}",
    ".items | map(select(.ok) | .id)", "\"a\\(.b)\"", ".a // \"x\"", "[.[] | {id}]", "if .a then .b else .c end",
  ])
  func isPlain(text: String) throws {
    #expect(try Expression(text).isPlain)
  }

  @Test(arguments: ["test(\"a\")", "def f: 1; f", ".a |= 1", "[limit(3; .[])]", "@uri", "now", "group_by(.a)"])
  func isNotPlain(text: String) throws {
    #expect(try !Expression(text).isPlain)
  }
}
