import Dispatch
import Foundation
import Synchronization
import Testing
import Values

@testable import Expressions

@Suite struct ExpressionProgramTests {
  @Test func findsWhatLibraryRefusesAndKeepsTheRest() throws {
    let texts = ["test(\"a\")", "1 | _nothing", "[limit(1; .)]", "_nothing2(1)", "@uri"]
    let expressions = try texts.map { try Expression($0) }
    let program = ExpressionProgram(expressions)
    let errors = program.check()
    #expect(errors.map(\.expression.text) == [texts[1], texts[3]])
    #expect(errors[0].error.message == "the installed libjq has no function '_nothing'")
    #expect(errors[0].error.range == 4..<12)
    #expect(errors[1].error.range == 0..<9)
    #expect(try program.evaluate(expressions[0], "abc") == [true])
    #expect(try program.evaluate(expressions[2], 1) == [[1]])
    #expect(try program.evaluate(expressions[4], "a b") == ["a%20b"])
    #expect(throws: ExpressionError.self) { try program.evaluate(expressions[1], 1) }
  }

  @Test(.enabled(if: !LibraryValues.libraryKeepsDigits, "the installed libjq is newer"))
  func saysWhatLibraryIsTooOldFor() throws {
    for (text, range) in [(".a |= if . then 1 end", 6..<8), ("@uri | .a.[0]", 9..<10), ("trim | @uri", 0..<4)] {
      let error = ExpressionProgram([try Expression(text)]).check().first?.error
      #expect(error?.range == range)
      #expect(error?.kind == .invalid)
    }
  }

  @Test func moreExpressionsThanOneProgramCanHoldAreSeveral() throws {
    let expressions = try (0..<5000).map { try Expression($0 == 4321 ? "_nothing(4321)" : "[test(\"^x\"), \($0)]") }
    let program = ExpressionProgram(expressions)
    #expect(program.check().map(\.expression.text) == ["_nothing(4321)"])
    for number in [0, 511, 512, 2500, 4320, 4999] {
      #expect(try program.evaluate(expressions[number], "x") == [[true, .number(JSONNumber(number))]])
    }
  }

  @Test func severalHundredExpressionsAreOneProgram() throws {
    let expressions = try (0..<300).map { try Expression("test(\"a\") | [., \($0)]\n# comment \($0) \\") }
    let program = ExpressionProgram(expressions)
    program.prepare()
    for (number, expression) in expressions.enumerated() {
      #expect(try program.evaluate(expression, "a") == [[true, .number(JSONNumber(number))]])
    }
  }

  @Test func givesVariablesByName() throws {
    let expression = try Expression("[$inputs.x, $index, $nodes.a.b, $acc] | map(tostring) | test(\"no\")?, @sh")
    let scope: ExpressionScope = ["inputs": ["x": 1, "y": 2], "index": 3, "nodes": ["a": ["b": "c"]], "acc": .null]
    #expect(try ExpressionProgram([expression]).evaluate(expression, .null, in: scope) == ["'1' '3' 'c' 'null'"])
    let error = #expect(throws: ExpressionError.self) {
      try ExpressionProgram([expression]).evaluate(expression, .null)
    }
    #expect(error?.message == "'$inputs' has no value here")
  }

  @Test func raisedErrorsKeepTheirMessageAndPayload() throws {
    let expression = try Expression("def f: error({code: 7}); f")
    let program = ExpressionProgram([expression])
    let error = #expect(throws: ExpressionError.self) { try program.evaluate(expression, ["a": 1]) }
    #expect(error?.payload == ["code": 7])
    #expect(error?.message == #"{"code":7}"#)
    #expect(error?.value == #"{"a":1}"#)
  }

  @Test func anExpressionOutsideOfTheListWorksToo() throws {
    #expect(try ExpressionProgram([]).evaluate(try Expression("@uri"), "ü") == ["%C3%BC"])
  }

  @Test func manyThreadsShareAProgram() throws {
    let quick = try Expression(".n as $n | def f: $n + 1; f")
    let inline = try Expression("@uri \"\\(.n)\"")
    let program = ExpressionProgram([quick, inline])
    let wrong = Atomic(0)
    DispatchQueue.concurrentPerform(iterations: 8) { thread in
      for round in 0..<50 {
        let number = thread * 1000 + round
        let dot: JSONValue = ["n": .number(JSONNumber(number))]
        if (try? program.evaluate(quick, dot)) != [.number(JSONNumber(number + 1))] { wrong.add(1, ordering: .relaxed) }
        if (try? program.evaluate(inline, dot)) != [.string("\(number)")] { wrong.add(1, ordering: .relaxed) }
      }
    }
    #expect(wrong.load(ordering: .relaxed) == 0)
  }

  @Test func deepValuesAreRefusedNotFollowed() throws {
    let deep = try Expression("reduce range(100000) as $i (0; [.]) | def f: .; f")
    let plain = try Expression("reduce range(100000) as $i (0; [.])")
    let program = ExpressionProgram([deep, plain])
    for expression in [deep, plain] {
      let error = #expect(throws: ExpressionError.self) { try program.evaluate(expression, .null) }
      #expect(error?.kind == .limit)
    }
  }

  @Test func searchingForAnEmptyStringEnds() throws {
    let expression = try Expression("[indices(\"\"), index(\"\"), rindex(\"\"), index(\"b\"), indices(\"b\")]")
    #expect(try ExpressionProgram([expression]).evaluate(expression, "abcb") == [[[], .null, .null, 1, [1, 3]]])
  }

  @Test func nestedValuesOfTheGreatestDepthPassThrough() throws {
    let depth = JSONValue.maximumDepth - 2
    let dot = try JSONValue(parsing: String(repeating: "[", count: depth) + String(repeating: "]", count: depth))
    let expression = try Expression("def f: .; f")
    #expect(try ExpressionProgram([expression]).evaluate(expression, dot) == [dot])
  }
}

/// One after the other, because they look at the memory of the process.
@Suite(.serialized) struct ExpressionLimitTests {
  @Test(arguments: [
    "def f: f; f", "[range(1e12)]", "repeat(.)", "last(range(1e12))", "def f: 1 + f; f", "until(false; . + 1)",
    "[recurse(. + 1)]", "try (def f: f; f) catch 1", "[limit(1e9; repeat(1))]", "reduce range(1e12) as $i (0; . + 1)",
    "range(1e12) | select(. < 0)", "first(range(1e12) | select(. < 0))",
  ])
  func whatNeverEndsIsStopped(text: String) throws {
    let limits = EvaluationLimits(time: .milliseconds(400), memory: 400 << 20)
    let expression = try Expression(text)
    let sane = try Expression("@uri")
    let program = ExpressionProgram([expression, sane], limits: limits)
    let error = #expect(throws: ExpressionError.self) { try program.evaluate(expression, 0) }
    #expect(error?.kind == .limit)
    #expect(try program.evaluate(sane, "a") == ["a"])
  }

  @Test func oneCallThatTakesTooLongIsGivenUp() throws {
    let limits = EvaluationLimits(time: .milliseconds(100))
    // Quadratic, and within one call of libjq, where its mark is not looked at.
    let expression = try Expression("def f: [range(1e5)]; f - (f | map(-. - 1))")
    let sane = try Expression("@uri")
    let program = ExpressionProgram([expression, sane], limits: limits)
    let error = #expect(throws: ExpressionError.self) { try program.evaluate(expression, 0) }
    #expect(error?.kind == .limit)
    #expect(try program.evaluate(sane, "a") == ["a"])
  }
}
