import Foundation
import TestSupport
import Testing

/// 200 files with three requests each, some of which fail in every way that the exit status knows.
@Suite("A suite of 200 files", .serialized)
struct LargeSuiteTests {
  /// What `suite.py` says of the files it wrote.
  private struct Suite: Decodable {
    let files, tests, failures, errors, skipped: Int
    /// The exit status of a file of each kind.
    let statuses: [String: Int32]
  }

  private let server: HelperServer
  private let folder: TemporaryFolder
  private let suite: Suite

  init() throws {
    server = try HelperServer(script: "wire_server.py")
    folder = try TemporaryFolder()
    let script = BuiltProgram.supportFolder.appendingPathComponent("suite.py").path
    let written = try ProcessRun.run("/usr/bin/env", ["python3", script, folder.path("suite")])
    suite = try JSONDecoder().decode(Suite.self, from: Data(written.outputBytes))
    #expect(suite.files == 200)
  }

  private func run(_ arguments: [String]) throws -> ProcessRun.Result {
    try Program.run(["run", "-q"] + arguments + ["--input", "base=\(server.baseURL)"], directory: folder.url.path)
  }

  private func text(_ path: String) throws -> String { try String(contentsOfFile: folder.path(path), encoding: .utf8) }

  private func counts(_ path: String) throws -> [Int] {
    let text = try text(path)
    return ["<testsuite ", "<testcase ", "<failure ", "<error ", "<skipped "].map { text.ranges(of: $0).count }
  }

  /// The sum of a count in the suites' attributes.
  private func sum(_ attribute: String, of path: String) throws -> Int {
    let pattern = try Regex<(Substring, Substring)>(#"<testsuite [^>]*\b\#(attribute)="([0-9]+)""#)
    return try text(path).matches(of: pattern).reduce(0) { $0 + (Int($1.output.1) ?? 0) }
  }

  @Test func hasTheStatusOfItsWorstFileAndCountsWhatItHolds() throws {
    #expect(try run(["suite", "--report-junit", "r.xml"]).ending == .exited(3))
    #expect(try counts("r.xml") == [suite.files, suite.tests, suite.failures, suite.errors, suite.skipped])
    for (attribute, count) in [
      ("tests", suite.tests), ("failures", suite.failures), ("errors", suite.errors), ("skipped", suite.skipped),
    ] { #expect(try sum(attribute, of: "r.xml") == count, "\(attribute)") }
    for (kind, status) in suite.statuses {
      #expect(try run(["suite", "--tag", kind]).ending == .exited(status), "\(kind)")
    }
    // 3 wins over 4, and 4 over 0.
    #expect(try run(["suite", "--tag", "passes or status"]).ending == .exited(4))
    #expect(try run(["suite", "--tag", "status or refused"]).ending == .exited(3))
  }

  @Test func usageInvalidFilesAndTheDeadlineHaveTheirStatusAndAWholeReport() throws {
    #expect(try run(["suite", "--tag", "none"]).ending == .exited(1))
    let wanting = try Program.run(
      ["run", "-q", "suite", "--report-junit", "r1.xml"], directory: folder.url.path)
    #expect(wanting.ending == .exited(1))
    #expect(try counts("r1.xml") == [200, 200, 0, 200, 0])
    try folder.write("nodes: { a: { jsut: 1 } }\n", to: "suite/100a-invalid.yaml")
    #expect(try run(["suite", "--report-junit", "r2.xml"]).ending == .exited(2))
    #expect(try counts("r2.xml") == [201, 201, 0, 1, 200])
    try FileManager.default.removeItem(atPath: folder.path("suite/100a-invalid.yaml"))
    try folder.write("inputs: { base: {} }\nnodes: { a: { fetch: '${ $inputs.base }/hang' } }\n", to: "suite/100b.yaml")
    #expect(try run(["suite", "--deadline", "2s", "--report-junit", "r3.xml"]).ending == .exited(3))
    #expect(try counts("r3.xml")[0] == 201)
    #expect(try text("r3.xml").contains("not run: the deadline passed before"))
  }

  @Test(arguments: [(SIGINT, Int32(130)), (SIGTERM, Int32(143))])
  func aSignalInTheMiddleLeavesWholeReports(_ signal: Int32, _ status: Int32) throws {
    try folder.write(
      "inputs: { base: {} }\nnodes: { a: { fetch: '${ $inputs.base }/hang?middle' } }\n", to: "suite/100b.yaml")
    let run = try Program.start(
      ["run", "-q", "suite", "--jobs", "4", "--report-junit", "r.xml", "--input", "base=\(server.baseURL)"],
      directory: folder.url.path)
    _ = try ProcessRun.run(
      "/usr/bin/env", ["curl", "-fsS", server.baseURL + "/await?target=/hang?middle&ms=60000"], within: .seconds(90))
    run.send(signal)
    #expect(try run.wait(within: .seconds(60)).ending == .exited(status))
    #expect(try counts("r.xml")[0] == 201)
    #expect(try text("r.xml").contains("ended by a signal before"))
  }

  private static let kinds = ["junit", "tap", "json"]

  /// Times and ids taken out.
  private func lasting(_ name: String) throws -> [String: String] {
    var reports: [String: String] = [:]
    for kind in Self.kinds {
      var text = try text("\(name).\(kind)")
      for (pattern, replacement) in [
        (#" (time|timestamp)="[^"]*""#, ""), (#"name="run.id" value="[^"]*""#, ""), (#"duration_ms: [0-9.]+"#, ""),
        (#"[0-9.]+ m?s\b"#, "TIME"),
        (#""(startedAt|endedAt|finishedAt|activeSince|duration|id|share|time)": ("[^"]*"|[0-9.e-]+)"#, #""$1""#),
        (#""timings": \{[^}]*\}"#, ""),
        // What decided how long it took.
        (#""criticalPath": \[[^\]]*\]"#, ""),
      ] { text = text.replacingOccurrences(of: pattern, with: replacement, options: .regularExpression) }
      reports[kind] = text
    }
    return reports
  }

  @Test func hasTheSameReportsEachTimeHoweverManyRunAtOnce() throws {
    for (name, jobs) in [("one", "1"), ("again", "1"), ("eight", "8")] {
      let reports = Self.kinds.flatMap { ["--report-\($0)", "\(name).\($0)"] }
      #expect(try run(["suite", "--jobs", jobs] + reports).ending == .exited(3))
    }
    let first = try lasting("one")
    for other in ["again", "eight"] {
      let reports = try lasting(other)
      for kind in Self.kinds {
        #expect(first[kind]?.isEmpty == false)
        let isSame = reports[kind] == first[kind]
        #expect(isSame, "\(kind) of \(other): \(firstDifference(first[kind], reports[kind]))")
      }
    }
  }

  private func firstDifference(_ left: String?, _ right: String?) -> String {
    let lines = [left, right].map { ($0 ?? "").split(separator: "\n", omittingEmptySubsequences: false) }
    guard let (own, other) = zip(lines[0], lines[1]).first(where: { $0 != $1 }) else { return "one is longer" }
    return "\(own) | \(other)"
  }
}
