import Foundation
import TestSupport
import Testing

private let cases = GoldenCase.all(below: BuiltProgram.packageFolder.appendingPathComponent("Tests/Golden"))

// One at a time: each holds a thread while its process runs, and tests that wait for answers need threads too.
@Suite(.serialized) struct GoldenTests {
  @Test(arguments: cases)
  func leavesWhatIsExpected(_ golden: GoldenCase) throws {
    let isRecording = ProcessInfo.processInfo.environment["RECORD_SNAPSHOTS"] == "1"
    let run = GoldenRun(golden: golden, executable: BuiltProgram.pipeline, isRecording: isRecording)
    for problem in try run.problems() {
      Issue.record(Comment(rawValue: problem))
    }
  }
}
