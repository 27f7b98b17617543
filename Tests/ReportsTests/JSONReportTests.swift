import Reports
import RunEvents
import Testing
import Values

@Suite("The JSON report") struct JSONReportTests {
  private func document(_ runs: [RunSummary]) throws -> JSONValue {
    try JSONValue(parsing: JSONReport.bytes(of: runs))
  }

  @Test func tellsOfAllRunsAndNodes() throws {
    let document = try document(ReportScripts.runs)
    #expect(document["v"]?.intValue == 1)
    #expect(document["exitStatus"]?.intValue == 2)
    #expect(document["counts"]?["failed"]?.intValue == 2)
    let runs = try #require(document["runs"]?.arrayValue)
    #expect(runs.map { $0["outcome"]?.stringValue } == ["failed", "refused", "refused"])
    #expect(runs.map { $0["exitStatus"]?.intValue } == [3, 2, 0])
    #expect(runs[1]["problems"]?[0]?["place"]?["line"]?.intValue == 3)
    let nodes = try #require(runs[0]["nodes"]?.arrayValue)
    #expect(nodes.map { $0["verdict"]?.stringValue } == ["failure", "error", "skipped", "passed", "skipped"])
    #expect(
      nodes.map { $0["outcome"]?.stringValue } == ["failed", "failed", "blocked", "succeeded", "notSelected"])
    #expect(nodes[1]["name"]?.stringValue == ReportScripts.evil)
    #expect(nodes[0]["failure"]?["response"]?["status"]?.intValue == 404)
    #expect(nodes[0]["requests"]?[0]?["status"]?.intValue == 404)
    #expect(nodes[3]["notes"]?[0]?["note"]?.stringValue == "recovery")
    #expect(nodes[0]["duration"]?.doubleValue == 0.005)
  }

  @Test func aRunThatWasCutSaysSo() throws {
    let document = try document([RunSummary(ReportScripts.failing.events.dropLast(3))])
    #expect(document["runs"]?[0]?["outcome"]?.stringValue == "cut")
    #expect(document["runs"]?[0]?["nodes"]?[3]?["outcome"]?.stringValue == "unfinished")
    #expect(document["exitStatus"]?.intValue == 3)
  }

  @Test func sameRunsGiveTheSameBytes() {
    #expect(JSONReport.bytes(of: ReportScripts.runs) == JSONReport.bytes(of: ReportScripts.runs))
  }
}
