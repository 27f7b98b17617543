import Diagnostics
import Expressions
import Foundation
import PipelineLanguage
import RunEvents
import TestSupport
import Testing
import Values

@testable import PipelineCLI

@Suite struct ShardTests {
  private func shard(_ text: String, _ variables: [String: String] = [:]) throws -> Ordinal? {
    try Shard.parse(text) { variables[$0] }
  }

  @Test func isWrittenAsAPartOfSeveral() throws {
    #expect(try shard("2/4") == Ordinal(2, of: 4))
    #expect(try shard("1/1") == Ordinal(1, of: 1))
  }

  @Test(arguments: [
    "", "2", "0/4", "5/4", "-1/4", "1/0", "a/b", "1/2/3", "1/", "/2", "auto/", "auto/0", "auto/x", "auto/2/3",
    "1/9223372036854775807", "auto/9223372036854775807",
  ])
  func refusesWhatIsNoPart(_ text: String) {
    #expect(throws: UsageError.self) { try shard(text, ["JOB_COMPLETION_INDEX": "0"]) }
  }

  @Test(arguments: [
    (["CI_NODE_INDEX": "1", "CI_NODE_TOTAL": "4"], "auto", 1, 4),
    (["CIRCLE_NODE_INDEX": "0", "CIRCLE_NODE_TOTAL": "4"], "auto", 1, 4),
    (["BUILDKITE_PARALLEL_JOB": "3", "BUILDKITE_PARALLEL_JOB_COUNT": "4"], "auto", 4, 4),
    (["JOB_COMPLETION_INDEX": "2"], "auto/3", 3, 3),
    (["PIPELINE_SHARD": "2/3", "CI_NODE_INDEX": "1", "CI_NODE_TOTAL": "4"], "auto", 2, 3),
  ])
  func takesWhatTheSystemSays(_ variables: [String: String], _ text: String, _ number: Int, _ count: Int) throws {
    #expect(try shard(text, variables) == Ordinal(number, of: count))
  }

  @Test func isEverythingWhereNothingSaysThatThereAreParts() throws {
    #expect(try shard("auto") == nil)
    #expect(try shard("auto", ["CI_NODE_INDEX": "", "CI_NODE_TOTAL": ""]) == nil)
  }

  @Test(arguments: [
    ["CI_NODE_INDEX": "5", "CI_NODE_TOTAL": "4"], ["CI_NODE_INDEX": "1"], ["CI_NODE_INDEX": "x", "CI_NODE_TOTAL": "4"],
    ["CIRCLE_NODE_INDEX": "4", "CIRCLE_NODE_TOTAL": "4"], ["JOB_COMPLETION_INDEX": "0"],
    ["CI_NODE_INDEX": "1", "CI_NODE_TOTAL": "-1"], ["PIPELINE_SHARD": "x"],
    ["CI_NODE_INDEX": "9223372036854775807", "CI_NODE_TOTAL": "1"],
    ["CIRCLE_NODE_INDEX": "9223372036854775807", "CIRCLE_NODE_TOTAL": "9223372036854775807"],
  ])
  func refusesWhatASystemCannotMean(_ variables: [String: String]) {
    #expect(throws: UsageError.self) { try shard("auto", variables) }
  }
}

/// How runs are spread over parts.
@Suite struct PartTests {
  private func pipeline(_ name: String, cases: Int = 0) throws -> Pipeline {
    var text = "nodes: { a: { just: 1 } }\n"
    if cases > 0 {
      text = "inputs: { n: 0 }\ncases: [\((1...cases).map { "{ n: \($0) }" }.joined(separator: ", "))]\n" + text
    }
    return try #require(parsePipeline(SourceText(name: name, text: text), expressions: ExpressionPool()).pipeline)
  }

  private func names(_ runs: [PlannedRun]) -> [String] {
    runs.map { "\($0.pipeline.source.name)\($0.inputSet.map { ":\($0.number)" } ?? "")" }
  }

  /// Times as a recorded run has them.
  private func timings(_ seconds: [String: Double]) throws -> RunTimings {
    let folder = try TemporaryFolder()
    var lines = ""
    for (file, time) in seconds {
      let run = RunDescription(id: "x", pipeline: file, description: nil, file: file, startedAt: 0, nodes: [])
      for event in [
        RunEvent(sequence: 0, time: .zero, kind: .runStarted(run)),
        RunEvent(sequence: 1, time: .seconds(time), kind: .runFinished(.succeeded)),
      ] {
        lines += event.json.text() + "\n"
      }
    }
    try folder.write(lines, to: "e.ndjson")
    return try RunTimings(reading: [folder.url.appendingPathComponent("e.ndjson").path])
  }

  @Test(arguments: 1...12)
  func everyRunIsInOnePartAndThePartsDifferByOneAtMost(_ count: Int) throws {
    let runs = [PlannedRun](of: try (1...7).map { try pipeline("f\($0)", cases: $0 % 3) }, repetitions: 1)
    let parts = (1...count).map { runs.part(Ordinal($0, of: count), timings: RunTimings()) }
    let places = parts.flatMap { $0.map(\.suite.place.number) }
    #expect(places.sorted() == Array(1...runs.count))
    let sizes = parts.map(\.count)
    let (most, least) = (try #require(sizes.max()), try #require(sizes.min()))
    #expect(most - least <= 1)
    for (number, part) in parts.enumerated() {
      #expect(part.map(\.suite.place.number) == part.map(\.suite.place.number).sorted())
      #expect(part.allSatisfy { $0.suite.shard == .init(Ordinal(number + 1, of: count), runs: part.count) })
    }
  }

  @Test func theExpectedTimesAreEven() throws {
    let runs = [PlannedRun](of: try ["a", "b", "c", "d", "e"].map { try pipeline($0) }, repetitions: 1)
    let times = try timings(["a": 1, "b": 10, "c": 4, "d": 4, "e": 2])
    #expect(names(runs.part(Ordinal(1, of: 2), timings: times)) == ["a", "b"])
    #expect(names(runs.part(Ordinal(2, of: 2), timings: times)) == ["c", "d", "e"])
  }

  /// One that is new counts as the others do on average.
  @Test func whatIsNotKnownCountsLikeTheOthers() throws {
    let runs = [PlannedRun](of: try ["new", "long", "short"].map { try pipeline($0) }, repetitions: 1)
    let times = try timings(["long": 6, "./short": 2])
    #expect(names(runs.part(Ordinal(1, of: 2), timings: times)) == ["long"])
    #expect(names(runs.part(Ordinal(2, of: 2), timings: times)) == ["new", "short"])
  }

  @Test func repetitionsAreRunsOfTheirOwn() throws {
    let runs = [PlannedRun](of: try [pipeline("a"), pipeline("b", cases: 2)], repetitions: 2)
    #expect(names(runs) == ["a", "b:1", "b:2", "a", "b:1", "b:2"])
    #expect(runs.map(\.suite.place.number) == Array(1...6))
    #expect(runs.map(\.suite.repetition) == [1, 1, 1, 2, 2, 2].map { Ordinal($0, of: 2) })
  }
}
