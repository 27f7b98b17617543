import HTTP
import RunEvents
import Streams
import Testing
import Values

/// Situations that other runners got wrong, for a whole pipeline; C14, C15 and C19 are tried with the built program, C17 in
/// `SharingTests`.
@Suite("Cases") struct CaseTests {
  /// C16: neither attempts nor waits where the step above has failed.
  @Test(arguments: [
    "[ fetch: 'http://a.test/${ $nodes.first }', { retry: { times: 6, delay: 30s } } ]",
    "[ from: first, flatMap: [ fetch: http://a.test/second, { retry: { times: 6, delay: 30s } } ] ]",
  ]) func skippedStepDoesNotPayItsRetries(second: String) throws {
    let trial = try Trial.run(
      """
      nodes:
        first: { fetch: http://a.test/first }
        second: \(second)
      """
    ) { _, _ in .status(500, after: .milliseconds(5)) }
    #expect(trial.transport.started == ["GET http://a.test/first"])
    #expect(trial.ends == ["first: failed status", "second: blocked by first"])
    #expect(trial.retries == [])
    #expect(trial.scheduler.now < .seconds(1))
  }

  /// The same where it did not fail, and has not the one value that is wanted.
  @Test func missingValueOfAnotherNodeIsNotTriedAgain() throws {
    let trial = try Trial.run(
      """
      nodes:
        first: empty
        second: [ fetch: 'http://a.test/${ $nodes.first }', { retry: { times: 6, delay: 30s } } ]
      """)
    #expect(trial.ends == ["first: succeeded 0", "second: failed expression"])
    #expect(trial.retries == [])
  }

  /// C18, the width.
  @Test func veryManyInputsOfAJoin() throws {
    let trial = try Trial.run(
      """
      nodes:
        rows: [ zipMany: { each: '[range(100000)]', as: i, do: [ just: '${ $i }' ] }, map: '[length, .[0], .[99999]]' ]
      """)
    #expect(trial.output == ["[100000,0,99999]"])
  }

  /// C18, the length of a chain.
  @Test func veryManySteps() throws {
    let steps = (0..<10_000).map { $0 % 100 == 0 ? "    - flatMap: [ map: . + 1 ]" : "    - map: . + 1" }
    let trial = try Trial.run("nodes:\n  long:\n    - just: 0\n" + steps.joined(separator: "\n"))
    #expect(trial.output == ["10000"])
  }

  /// C18, the values of one step at once.
  @Test func veryManyValuesOfOneExpression() throws {
    let trial = try Trial.run(
      """
      nodes:
        all: [ just: 1000000, map: range(.), count ]
      """)
    #expect(trial.output == ["1000000"])
  }
}
