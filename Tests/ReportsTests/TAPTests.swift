import Reports
import RunEvents
import Testing

@Suite("TAP 14") struct TAPTests {
  private func text(_ runs: [RunSummary]) -> String { String(decoding: TAPReport.bytes(of: runs), as: UTF8.self) }

  @Test func hasATestForEachRunAndItsNodesBelowIt() {
    let lines = text(ReportScripts.runs).split(separator: "\n", omittingEmptySubsequences: false).map(String.init)
    #expect(lines[0] == "TAP version 14")
    #expect(lines[1] == "1..3")
    #expect(lines[2] == "# Subtest: upload")
    #expect(lines[3] == "    1..5")
    let points = lines.filter { $0.contains("ok ") && !$0.contains(":") || $0.contains("# SKIP") }
    #expect(
      points == [
        "    not ok 1 - check",
        "    ok 3 - after # SKIP not run: needs 'a # b \\ <x> | `c` \\x1b[0m\\n::error::x%0A ü'",
        "    ok 4 - rescued", "    ok 5 - other # SKIP not selected", "not ok 1 - upload",
        "ok 3 - p # SKIP not run: another run could not begin",
      ])
    #expect(lines.contains("    not ok 2 - a \\# b \\\\ <x> | `c` \\\\x1b[0m\\\\n::error::x%0A ü"))
    #expect(lines.contains("not ok 2 - b,ad:.yaml"))
  }

  /// Everything below a test is inside of its block, whatever a server sent.
  @Test func nothingLeavesItsBlock() {
    let lines = text(ReportScripts.runs).split(separator: "\n").map(String.init)
    var isInside = false
    var count = 0
    for line in lines {
      let bare = line.drop { $0 == " " }
      if bare == "---" {
        #expect(!isInside)
        isInside = true
        count += 1
      } else if bare == "..." {
        #expect(isInside)
        isInside = false
      } else if !isInside {
        #expect(["ok ", "not ok ", "1..", "TAP ", "# Subtest"].contains { bare.hasPrefix($0) }, "\(line)")
      }
    }
    #expect(!isInside)
    #expect(count == 8)
    #expect(lines.allSatisfy { $0.unicodeScalars.allSatisfy { $0.value >= 0x20 } })
  }

  @Test func noRunIsAPlanOfNone() { #expect(text([]) == "TAP version 14\n1..0\n") }

  @Test func aRunThatWasCutIsNotOK() {
    let cut = RunSummary(ReportScripts.failing.events.dropLast())
    #expect(
      text([cut]).contains("not ok 1 - upload\n  ---\n  file: \"upload.yaml\"\n  message: \"the run was cut short\""))
  }
}
