import Foundation
import TestSupport
import Testing

/// Runs made-up cases with a shell in the program's place: `args` is what `sh -c` takes.
@Suite struct GoldenRunTests {
  private let root: TemporaryFolder

  init() throws {
    root = try TemporaryFolder()
  }

  private func problems(_ files: [String: String], isRecording: Bool = false) throws -> [String] {
    for (path, text) in files { try root.write(text, to: "area/case/\(path)") }
    let golden = try #require(GoldenCase.all(below: root.url).first)
    return try GoldenRun(golden: golden, executable: "/bin/sh", isRecording: isRecording).problems()
  }

  private func file(_ name: String) throws -> String {
    try String(contentsOf: root.url.appendingPathComponent("area/case/\(name)"), encoding: .utf8)
  }

  @Test func findsCasesByNameAtAnyDepth() throws {
    for path in ["b/two/args", "a/deep/er/args", "a/no-case/input.yaml"] { try root.write("", to: path) }
    #expect(GoldenCase.all(below: root.url).map(\.name) == ["a/deep/er", "b/two"])
  }

  @Test func acceptsARunThatLeavesWhatIsExpected() throws {
    let found = try problems([
      "args": "-c 'cat input.yaml; cat; echo \"$GREETING\" >&2; echo made >made.txt; exit 4'",
      "env": "GREETING=hello\n", "input.yaml": "nodes\n", "stdin": "typed\n",
      "stdout": "nodes\ntyped\n", "stderr": "h~~~o\n", "exit": "4\n", "expect-files/made.txt": "~~~de\n",
    ])
    #expect(found == [])
  }

  @Test func reportsEachDifference() throws {
    let found = try problems([
      "args": "-c 'echo one; echo two; echo three'", "stdout": "one\n2\nthree\n", "stderr": "", "exit": "1\n",
      "expect-files/made.txt": "",
    ])
    #expect(
      found == [
        "area/case/stdout differs (- expected, + actual):\n  one\n- 2\n+ two\n  three",
        "area/case/exit differs (- expected, + actual):\n- 1\n+ 0", "area/case: the run left no file 'made.txt'",
      ])
  }

  @Test func recordsAMissingFileAndStillFails() throws {
    let found = try problems(["args": "-c 'echo one'", "stderr": "", "exit": "0\n"])
    #expect(found == ["area/case/stdout was missing; it has been recorded, read it:\none\n"])
    #expect(try file("stdout") == "one\n")
    #expect(try problems([:]) == [])
  }

  @Test func recordsAnewWhenAskedKeepingPlaceholders() throws {
    let found = try problems(
      ["args": "-c 'echo id 7; echo new'", "stdout": "id ~~~\nold\n", "stderr": "", "exit": "0\n"], isRecording: true)
    #expect(found.count == 1)
    #expect(try file("stdout") == "id ~~~\nnew\n")
  }

  @Test func leavesFilesAloneWhenNotRecording() throws {
    _ = try problems(["args": "-c 'echo new'", "stdout": "old\n", "stderr": "", "exit": "0\n"])
    #expect(try file("stdout") == "old\n")
  }

  @Test func namesTheFolderOfTheRun() throws {
    let found = try problems([
      "args": "-c 'pwd; echo $CASE/x'", "stdout": "$CASE\n$CASE/x\n", "stderr": "", "exit": "0\n",
    ])
    #expect(found == [])
  }

  @Test func startsTheServerAndNamesItsAddress() throws {
    let fetch = "import sys, urllib.request; print(urllib.request.urlopen(sys.argv[1]).status, sys.argv[1])"
    let found = try problems([
      "server": "wire_server.py\n", "args": "-c 'python3 -c \"\(fetch)\" $BASE/status/201; echo $HOST'",
      "stdout": "201 $BASE/status/201\n$HOST\n", "stderr": "", "exit": "0\n",
    ])
    #expect(found == [])
  }

  @Test func reportsASignal() throws {
    let found = try problems(["args": "-c 'kill -9 $$'", "stdout": "", "stderr": "", "exit": "signal 9\n"])
    #expect(found == [])
  }

  @Test func killsARunThatHangs() throws {
    try root.write("-c 'echo started; sleep 100'", to: "area/case/args")
    let golden = try #require(GoldenCase.all(below: root.url).first)
    let run = GoldenRun(golden: golden, executable: "/bin/sh", isRecording: false, limit: .milliseconds(100))
    let error = #expect(throws: ProcessRunError.self) { try run.problems() }
    #expect(error?.description.contains("still running after 0.1 seconds, killed") == true)
  }
}
