import Testing

@testable import PipelineCLI

/// The times that curl's options take.
@Suite struct DurationOptionTests {
  private func seconds(_ text: String) throws -> Duration? {
    let words = ["--max-time", text]
    return try PipelineCLI.seconds(try ParsedArguments(words, options: Option.transfer), "max-time")
  }

  @Test func takesSecondsOrAUnit() throws {
    #expect(try seconds("30") == .seconds(30))
    #expect(try seconds("2.5") == .milliseconds(2500))
    #expect(try seconds("250ms") == .milliseconds(250))
    #expect(try seconds("2m") == .seconds(120))
  }

  @Test func zeroIsNoLimit() throws {
    #expect(try seconds("0") == nil)
    #expect(try seconds("0s") == nil)
  }

  @Test(arguments: ["", "soon", "-1", "1e3", "30 s", "5x"])
  func refusesAllElse(_ text: String) {
    #expect(throws: UsageError.self) { try seconds(text) }
  }
}
