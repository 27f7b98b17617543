import Foundation
import TestSupport
import Testing

private let cases = GoldenCase.all(below: BuiltProgram.packageFolder.appendingPathComponent("Tests/Golden"))

@Suite struct GoldenTests {
  @Test(arguments: cases)
  func leavesWhatIsExpected(_ golden: GoldenCase) throws {
    let isRecording = ProcessInfo.processInfo.environment["RECORD_SNAPSHOTS"] == "1"
    let run = GoldenRun(golden: golden, executable: BuiltProgram.pipeline, isRecording: isRecording)
    for problem in try run.problems() {
      Issue.record(Comment(rawValue: problem))
    }
  }
}
