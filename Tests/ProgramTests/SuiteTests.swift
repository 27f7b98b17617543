import Foundation
import TestSupport
import Testing

/// Several runs of one command: at once, again, and in parts.
@Suite struct SuiteTests {
  private func text(_ path: String) throws -> String { try String(contentsOfFile: path, encoding: .utf8) }

  /// What differs from run to run taken out: times, ids and durations.
  private func lasting(_ path: String) throws -> String {
    var text = try text(path)
    for (pattern, replacement) in [
      (#"(time|timestamp)="[^"]*""#, #"$1="""#), (#"name="run.id" value="[^"]*""#, ""),
      (#"duration_ms: [0-9.]+"#, ""), (#"[0-9.]+ (ms|s|µs)\b"#, "…"),
      (#""(id|criticalPath)": ?("[^"]*"|\[[^\]]*\])"#, #""$1""#), (#"[0-9]+\.[0-9.e-]+"#, "…"),
    ] {
      text = text.replacingOccurrences(of: pattern, with: replacement, options: .regularExpression)
    }
    return text
  }

  /// The first needs the second to be under way: one after the other they would wait for ever.
  @Test func filesRunAtOnceAndAreToldInTheirOrder() throws {
    let server = try HelperServer(script: "wire_server.py")
    let folder = try TemporaryFolder()
    try folder.write(
      "nodes: { first: [ fetch: '\(server.baseURL)/await?target=/second', map: '\"first\"' ] }\n", to: "a.yaml")
    try folder.write("nodes: { second: [ fetch: '\(server.baseURL)/second', map: '\"second\"' ] }\n", to: "b.yaml")
    let run = try Program.run(["run", "--jobs", "2", "a.yaml", "b.yaml"], directory: folder.url.path)
    #expect(run.ending == .exited(0), "\(run.error)")
    #expect(run.output == "\"first\"\n\"second\"\n")
    let titles = run.error.split(separator: "\n").filter { $0.hasSuffix(".yaml") }
    #expect(titles == ["a  a.yaml", "b  b.yaml"])
  }

  /// The server answers well from the third request on.
  @Test func whatFailsIsRunAgainAndItsLastTryCounts() throws {
    let server = try HelperServer(script: "wire_server.py")
    let folder = try TemporaryFolder()
    try folder.write(
      """
      nodes:
        asked: { fetch: '\(server.baseURL)/try' }
        seen: [ from: asked, fetch: '\(server.baseURL)/recorded', map: '.requests | length' ]
        checked: [ from: seen, expect: . >= 3 ]
      output: seen
      teardown: { end: { fetch: '\(server.baseURL)/status/200' } }

      """, to: "p.yaml")
    let reports = ["junit", "tap", "json", "html"].flatMap { ["--report-\($0)", "r.\($0)"] }
    let run = try Program.run(
      ["run", "--retry", "5", "--events", "e.ndjson"] + reports + ["p.yaml"], directory: folder.url.path)
    #expect(run.ending == .exited(0), "\(run.error)")
    // The first try has 1 request and one of the teardown, so that the second has seen 3.
    #expect(run.output == "3\n")
    #expect(run.error.contains("p  p.yaml  try 2 of 6"))
    let junit = try text(folder.path("r.junit"))
    #expect(junit.contains(#"tests="4" failures="0" errors="0""#))
    #expect(junit.contains(#"<property name="tries" value="2"/>"#))
    #expect(junit.contains("try 1 of the run:"))
    #expect(try text(folder.path("r.tap")).contains("tries: 2"))
    let again = try Program.run(
      ["report", "e.ndjson", "--report-junit", "l.junit", "--report-html", "l.html"], directory: folder.url.path)
    #expect(again.ending == .exited(0))
    #expect(try text(folder.path("l.junit")) == junit)
    #expect(try text(folder.path("l.html")) == text(folder.path("r.html")))
    let github = try Program.run(
      ["run", "-q", "--retry", "1", "p.yaml", "-k"], environment: ["GITHUB_ACTIONS": "true"],
      directory: folder.url.path)
    #expect(github.ending == .exited(0))
  }

  @Test func whatFailsEveryTimeFailsAndItsValuesAreWrittenOnce() throws {
    let folder = try TemporaryFolder()
    try folder.write("nodes: { a: { just: 1 }, b: [ from: a, expect: . > 1 ] }\noutput: a\n", to: "p.yaml")
    let run = try Program.run(
      ["run", "--retry", "2", "p.yaml"], environment: ["GITHUB_ACTIONS": "true"], directory: folder.url.path)
    #expect(run.ending == .exited(4))
    #expect(run.output == "1\n")
    // Two tries that another followed, and the one that counts.
    #expect(run.error.split(separator: "\n").filter { $0.hasPrefix("::warning ") }.count == 2)
    #expect(run.error.split(separator: "\n").filter { $0.hasPrefix("::error ") }.count == 1)
  }

  /// C16 of a whole run: nothing is tried again once the end has been asked for.
  @Test func aSignalIsNotAnsweredByAnotherTry() throws {
    let server = try HelperServer(script: "wire_server.py")
    let folder = try TemporaryFolder()
    try folder.write("nodes: { a: { fetch: '\(server.baseURL)/hang' } }\n", to: "p.yaml")
    let run = try Program.start(
      ["run", "--retry", "9", "--repeat", "3", "-j", "2", "--report-junit", "r.xml", "p.yaml"],
      directory: folder.url.path)
    for _ in 0..<2 {
      _ = try ProcessRun.run("/usr/bin/env", ["curl", "-fsS", server.baseURL + "/await?target=/hang"])
    }
    run.send(SIGINT)
    let result = try run.wait(within: .seconds(60))
    #expect(result.ending == .exited(130))
    let junit = try text(folder.path("r.xml"))
    #expect(junit.components(separatedBy: "<testsuite ").count == 4)
    #expect(!junit.contains("\"tries\""))
  }

  private func writeSuite(to folder: TemporaryFolder, _ server: HelperServer) throws {
    for number in 1...6 {
      let check = number == 4 ? "expect: false" : "expect: true"
      try folder.write(
        "nodes: { a: { fetch: '\(server.baseURL)/echo' }, b: [ from: a, \(check) ], c: { just: \(number) } }\n",
        to: "suite/f\(number).yaml")
    }
    try folder.write(
      "inputs: { n: 0 }\ncases: [{ n: 1 }, { n: 2 }, { n: 3 }]\nnodes: { a: { just: '${ $inputs.n }' } }\n",
      to: "suite/g.yaml")
    try folder.write("nodes: { a: { fetch: 'http://127.0.0.1:1/' } }\n", to: "suite/h.yaml")
  }

  private let reportKinds = ["junit", "tap", "json"]

  /// Four parts become one report, equal to that of all at once; also where one was killed and run again.
  @Test func partsBecomeTheReportOfTheWhole() throws {
    let server = try HelperServer(script: "wire_server.py")
    let folder = try TemporaryFolder()
    try writeSuite(to: folder, server)
    func reports(_ name: String) -> [String] { reportKinds.flatMap { ["--report-\($0)", "\(name).\($0)"] } }
    let whole = try Program.run(["run", "-q", "suite"] + reports("whole"), directory: folder.url.path)
    #expect(whole.ending == .exited(3))
    for part in 1...4 {
      _ = try Program.run(
        ["run", "-q", "--shard", "\(part)/4", "--events", "\(part).ndjson", "suite"], directory: folder.url.path)
    }
    // What a killed process has left: the first run, and a piece of the second.
    let second = try text(folder.path("2.ndjson"))
    try folder.write(String(second.prefix(second.count * 2 / 3)), to: "killed.ndjson")
    let merged = try Program.run(
      ["report", "-q", "4.ndjson", "killed.ndjson", "1.ndjson", "2.ndjson", "3.ndjson"] + reports("merged"),
      directory: folder.url.path)
    #expect(merged.ending == .exited(3), "\(merged.error)")
    for kind in reportKinds {
      let (first, other) = (try lasting(folder.path("whole.\(kind)")), try lasting(folder.path("merged.\(kind)")))
      // In the document each run says to which part it belongs.
      let shard = #""shard": ?\{[^}]*\},?\s*"#
      #expect(first == other.replacingOccurrences(of: shard, with: "", options: .regularExpression), "\(kind)")
      #expect(first.count > 500)
    }
  }

  @Test func whatIsMissingOfAPartIsAnError() throws {
    let server = try HelperServer(script: "wire_server.py")
    let folder = try TemporaryFolder()
    try folder.write("nodes: { a: { fetch: '\(server.baseURL)/echo' } }\n", to: "suite/a.yaml")
    try folder.write("nodes: { a: { fetch: '\(server.baseURL)/echo' } }\n", to: "suite/b.yaml")
    try folder.write("nodes: { a: { fetch: '\(server.baseURL)/echo' } }\n", to: "suite/c.yaml")
    for part in 1...3 {
      let run = try Program.run(
        ["run", "-q", "--shard", "\(part)/3", "--events", "\(part).ndjson", "suite"], directory: folder.url.path)
      #expect(run.ending == .exited(0))
    }
    let all = try Program.run(["report", "-q", "3.ndjson", "1.ndjson", "2.ndjson"], directory: folder.url.path)
    #expect(all.ending == .exited(0), "\(all.error)")
    let some = try Program.run(
      ["report", "-q", "--report-junit", "r.xml", "3.ndjson", "1.ndjson"], directory: folder.url.path)
    #expect(some.ending == .exited(3))
    #expect(some.output.contains("shard 2/3: its events are missing"))
    #expect(try text(folder.path("r.xml")).contains(#"<error message="its events are missing" type="missing">"#))
    // A part may be looked at alone.
    let alone = try Program.run(["report", "-q", "3.ndjson"], directory: folder.url.path)
    #expect(alone.ending == .exited(0))
  }

  /// A process that was killed between two runs leaves nothing but good ones.
  @Test func whatIsMissingOfASuiteIsAnError() throws {
    let folder = try TemporaryFolder()
    for name in ["a", "b", "c"] { try folder.write("nodes: { a: { just: 1 } }\n", to: "\(name).yaml") }
    _ = try Program.run(
      ["run", "-q", "--events", "e.ndjson", "a.yaml", "b.yaml", "c.yaml"], directory: folder.url.path)
    let lines = try text(folder.path("e.ndjson")).split(separator: "\n", omittingEmptySubsequences: false)
    let firstOfC = try #require(lines.lastIndex { $0.contains("\"runStarted\"") })
    try folder.write(lines[..<firstOfC].joined(separator: "\n") + "\n", to: "cut.ndjson")
    let report = try Program.run(["report", "-q", "cut.ndjson"], directory: folder.url.path)
    #expect(report.ending == .exited(3))
    #expect(report.output.contains("the suite: 1 of its 3 runs are missing"))
  }

  /// More parts than runs: those that have none are well, and so is the whole.
  @Test func emptyPartsAreNoFailure() throws {
    let folder = try TemporaryFolder()
    for name in ["a", "b"] { try folder.write("nodes: { a: { just: 1 } }\n", to: "\(name).yaml") }
    for part in 1...3 {
      let run = try Program.run(
        [
          "run", "--shard", "\(part)/3", "--events", "\(part).ndjson", "--report-junit", "\(part).xml", "a.yaml",
          "b.yaml",
        ],
        directory: folder.url.path)
      #expect(run.ending == .exited(0), "\(run.error)")
    }
    #expect(try !text(folder.path("3.xml")).contains("<testsuite "))
    let report = try Program.run(["report", "-q", "1.ndjson", "2.ndjson", "3.ndjson"], directory: folder.url.path)
    #expect(report.ending == .exited(0), "\(report.output) \(report.error)")
  }

  /// Every part tells of a file that is invalid; the whole does once.
  @Test func anInvalidFileIsToldOnce() throws {
    let folder = try TemporaryFolder()
    try folder.write("nodes: { a: { just: 1 } }\n", to: "a.yaml")
    try folder.write("nodes: { a: { jst: 1 } }\n", to: "b.yaml")
    for part in 1...2 {
      let run = try Program.run(
        ["run", "-q", "--shard", "\(part)/2", "--events", "\(part).ndjson", "a.yaml", "b.yaml"],
        directory: folder.url.path)
      #expect(run.ending == .exited(2))
    }
    let report = try Program.run(
      ["report", "-q", "--report-junit", "-", "1.ndjson", "2.ndjson"], directory: folder.url.path)
    #expect(report.ending == .exited(2), "\(report.error)")
    #expect(report.output.components(separatedBy: "<testsuite ").count == 3)
    #expect(report.output.components(separatedBy: "<error ").count == 2)
  }
}
