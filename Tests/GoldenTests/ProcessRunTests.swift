import Foundation
import TestSupport
import Testing

@Suite struct ProcessRunTests {
  @Test func collectsBothStreamsAndTheStatus() throws {
    let result = try ProcessRun.run("/bin/sh", ["-c", "echo out; echo err >&2; exit 3"])
    #expect(result.output == "out\n")
    #expect(result.error == "err\n")
    #expect(result.ending == .exited(3))
  }

  @Test func collectsMoreThanAPipeHolds() throws {
    let result = try ProcessRun.run("/bin/sh", ["-c", "head -c 3000000 /dev/zero; head -c 1000000 /dev/zero >&2"])
    #expect(result.outputBytes.count == 3_000_000)
    #expect(result.errorBytes.count == 1_000_000)
  }

  @Test func givesInputEnvironmentAndFolder() throws {
    let folder = try TemporaryFolder()
    let input = [UInt8](repeating: UInt8(ascii: "x"), count: 200_000)
    let result = try ProcessRun.run(
      "/bin/sh", ["-c", "wc -c; pwd; echo $A$B"], environment: ["A": "1", "PATH": "/usr/bin:/bin"],
      directory: folder.url.path, input: .bytes(input))
    #expect(
      result.output.split(separator: "\n").map { $0.drop { $0 == " " } } == ["200000", folder.url.path[...], "1"])
  }

  @Test func deliversASignal() throws {
    let run = try ProcessRun(
      "/bin/sh", ["-c", "trap 'echo caught; exit 130' INT; echo ready; while :; do sleep 0.01; done"])
    try run.waitForOutput("ready\n")
    run.send(SIGINT)
    let result = try run.wait()
    #expect(result.output == "ready\ncaught\n")
    #expect(result.ending == .exited(130))
  }

  @Test func tellsASignalFromAStatus() throws {
    #expect(try ProcessRun.run("/bin/sh", ["-c", "kill -TERM $$"]).ending == .killed(SIGTERM))
  }

  @Test func endsThePipeUnderAWriterAsHeadDoes() throws {
    let run = try ProcessRun("/bin/sh", ["-c", "while echo line; do :; done 2>/dev/null; echo $? >&2"])
    try run.waitForOutput("line\n")
    run.stopReading(.output)
    #expect(try run.wait().ending == .killed(SIGPIPE))
  }

  @Test func startsWithAClosedPipe() throws {
    #expect(try ProcessRun.run("/bin/sh", ["-c", "echo line"], output: .closedPipe).ending == .killed(SIGPIPE))
  }

  @Test func givesATerminalOfTheSizeAskedFor() throws {
    let script = "[ -t 2 ] && ! [ -t 1 ] && stty size <&2 && printf 'drawn' >&2"
    let run = try ProcessRun("/bin/sh", ["-c", script], error: .terminal(columns: 40, rows: 7))
    let result = try run.wait()
    #expect(result.output == "7 40\n")
    #expect(result.error == "drawn")
  }

  @Test func keepsInputOpenUntilItIsClosed() throws {
    let run = try ProcessRun("/bin/sh", ["-c", "echo ready; cat; echo ended"], input: .openPipe)
    try run.waitForOutput("ready\n")
    #expect(run.text() == "ready\n")
    run.closeInput()
    #expect(try run.wait().output == "ready\nended\n")
  }

  @Test func killsTheWholeGroupWhenTimeIsUp() throws {
    let run = try ProcessRun("/bin/sh", ["-c", "sleep 1000 & echo started; wait"])
    try run.waitForOutput("started\n")
    let error = #expect(throws: ProcessRunError.self) { try run.wait(within: .milliseconds(50)) }
    #expect(error?.description.contains("--- its output so far:\nstarted") == true)
    // The grandchild held the pipe too: that it ends shows that nobody is left.
    let ended = #expect(throws: ProcessRunError.self) { try run.waitForOutput("more") }
    #expect(ended?.description.contains("the stream ended without 'more'") == true)
  }

  @Test func doesNotWaitForWhatTheChildLeftRunning() throws {
    let run = try ProcessRun("/bin/sh", ["-c", "sleep 1000 & echo done"])
    #expect(try run.wait(within: .seconds(30)).output == "done\n")
    kill(-run.processID, SIGKILL)
  }

  @Test func saysWhatItCouldNotStart() throws {
    let error = #expect(throws: ProcessRunError.self) { try ProcessRun.run("/no/such/program") }
    #expect(error?.description == "/no/such/program: not started: No such file or directory")
  }

  @Test func saysWhatDidNotCome() throws {
    let run = try ProcessRun("/bin/sh", ["-c", "echo other"])
    let error = #expect(throws: ProcessRunError.self) { try run.waitForOutput("ready") }
    #expect(error?.description.contains("the stream ended without 'ready'") == true)
  }

  @Test(arguments: [
    ("", []), ("run input.yaml\n", ["run", "input.yaml"]),
    ("a 'b c' \"d \\\" e\" f\\ g", ["a", "b c", "d \" e", "f g"]),
    ("# why\nrun\n'' x#y # z", ["run", "", "x#y", "#", "z"]), ("a'b'\"c\"", ["abc"]), ("'a\\n' '$x'", ["a\\n", "$x"]),
  ])
  func splitsWords(_ text: String, _ words: [String]) {
    #expect(shellWords(text) == words)
  }
}
