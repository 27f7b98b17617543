import Testing

@testable import PipelineCLI

@Suite struct ParsedArgumentsTests {
  private static let options = [
    Option("input", short: "i", value: "N=V", ""), Option("quiet", short: "q", ""),
    Option("verbose", short: "v", ""), Option("color", value: "WHEN", ""), Option("no-color", ""),
  ]

  private func parse(_ words: String...) throws -> ParsedArguments {
    try ParsedArguments(words, options: Self.options)
  }

  private func fault(_ words: String...) -> String? {
    do throws(UsageError) {
      _ = try ParsedArguments(words, options: Self.options)
      return nil
    } catch {
      return error.message + (error.hint.map { "; " + $0 } ?? "")
    }
  }

  @Test func takesOptionsAndOperandsInAnyOrder() throws {
    let parsed = try parse("a.yaml", "-q", "--input", "x=1", "b.yaml")
    #expect(parsed.operands == ["a.yaml", "b.yaml"])
    #expect(parsed.has("quiet"))
    #expect(parsed.value("input") == "x=1")
    #expect(!parsed.has("verbose"))
  }

  @Test(arguments: [["--input", "x=1"], ["--input=x=1"], ["-i", "x=1"], ["-ix=1"], ["-i=x=1"]])
  func takesAValueInEachForm(_ words: [String]) throws {
    let parsed = try ParsedArguments(words, options: Self.options)
    #expect(parsed.values("input") == ["x=1"])
    #expect(parsed.operands == [])
  }

  @Test func keepsRepeatedValuesInOrderAndTheLastCounts() throws {
    let parsed = try parse("-i", "a", "--input=b", "-ic")
    #expect(parsed.values("input") == ["a", "b", "c"])
    #expect(parsed.value("input") == "c")
  }

  @Test func takesAnEmptyValue() throws {
    #expect(try parse("--input=").values("input") == [""])
    #expect(try parse("--input", "").values("input") == [""])
  }

  @Test func takesAWordWithADashAsTheValueOfAnOption() throws {
    #expect(try parse("-i", "-q").values("input") == ["-q"])
    #expect(try parse("--input", "--").values("input") == ["--"])
  }

  @Test func joinsLetters() throws {
    let parsed = try parse("-qvvi", "x")
    #expect(parsed.has("quiet"))
    #expect(parsed.count("verbose") == 2)
    #expect(parsed.value("input") == "x")
  }

  @Test func takesAllBehindTwoDashesAsOperands() throws {
    let parsed = try parse("a", "--", "-q", "--input", "--")
    #expect(parsed.operands == ["a", "-q", "--input", "--"])
    #expect(!parsed.has("quiet"))
  }

  @Test func takesASingleDashAsAnOperand() throws {
    #expect(try parse("-", "-q").operands == ["-"])
  }

  @Test func tellsWhichOfSeveralCameLast() throws {
    #expect(try parse("--no-color", "--color=always").last(of: ["color", "no-color"]) == "color")
    #expect(try parse("--color=always", "--no-color").last(of: ["color", "no-color"]) == "no-color")
    #expect(try parse("-q").last(of: ["color", "no-color"]) == nil)
  }

  @Test func refusesWhatItDoesNotKnow() {
    #expect(fault("--inptu", "x") == "unknown option '--inptu'; did you mean '--input'?")
    #expect(fault("--frobnicate") == "unknown option '--frobnicate'; '--help' lists the options")
    #expect(fault("-qz") == "unknown option '-z'; '--help' lists the options")
    #expect(fault("--input") == "'--input' needs a value; --input N=V")
    #expect(fault("-qi") == "'-i' needs a value; -i N=V")
    #expect(fault("--quiet=yes") == "'--quiet' takes no value")
    #expect(fault("--=x")?.hasPrefix("unknown option '--'") == true)
  }
}
