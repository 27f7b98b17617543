import Foundation
import TestSupport
import Testing

/// The commands of `deploy/`, taken out of its files and run as processes: four parts, one killed and run again, one report.
@Suite("Deploy examples", .serialized)
struct DeployTests {
  /// What an engine sets, and where its files have the commands.
  struct Engine: CustomTestStringConvertible, Sendable {
    let testDescription: String
    let run: String
    let report: String
    /// For a part from 1, and the try of it from 1.
    let variables: @Sendable (Int, Int) -> [String: String]
  }

  static let engines = [
    Engine(testDescription: "github", run: "github/api-checks.yml", report: "github/api-checks.yml") { part, _ in
      ["SHARD": "\(part)", "GITHUB_ACTIONS": "true"]
    },
    Engine(testDescription: "gitlab", run: "gitlab/gitlab-ci.yml", report: "gitlab/gitlab-ci.yml") { part, _ in
      ["CI_NODE_INDEX": "\(part)", "CI_NODE_TOTAL": "4", "GITLAB_CI": "true"]
    },
    Engine(testDescription: "kubernetes", run: "kubernetes/shards.yaml", report: "kubernetes/report.yaml") {
      part, attempt in
      ["JOB_COMPLETION_INDEX": "\(part - 1)", "HOSTNAME": "api-checks-shards-\(part)-\(attempt)"]
    },
  ]

  private let server: HelperServer
  private let folder: TemporaryFolder
  /// The part that has the file which waits.
  private static let waiting = 3

  init() throws {
    server = try HelperServer(script: "wire_server.py")
    folder = try TemporaryFolder()
    let script = BuiltProgram.supportFolder.appendingPathComponent("suite.py").path
    _ = try ProcessRun.run("/usr/bin/env", ["python3", script, folder.path("checks"), "40"])
    // The seventh file: without times the parts take them in turn.
    try folder.write(
      """
      inputs: { base: {} }
      clients: { api: { baseURL: '${ $inputs.base }' } }
      nodes:
        reached: { fetch: { client: api, get: /reached } }
        go: [ from: reached, fetch: { client: api, get: '/await?target=/go&event=closed&ms=60000' } ]

      """, to: "checks/005a-waits.yaml")
  }

  /// The one command of a file that begins with `pipeline VERB`, without the program's place in front of it.
  private func command(_ verb: String, of file: String) throws -> String {
    let path = BuiltProgram.packageFolder.appendingPathComponent("deploy/\(file)")
    let lines = try String(contentsOf: path, encoding: .utf8).split(separator: "\n")
    let found = lines.compactMap { line in
      line.firstMatch(of: /^ *(?:run: |- )((?:exec |env -u [A-Z_]+ )?pipeline .*)$/).map { String($0.output.1) }
    }.filter { $0.contains("pipeline \(verb) ") }
    try #require(found.count == 1, "\(found)")
    return found[0]
  }

  private func start(_ command: String, _ variables: [String: String]) throws -> ProcessRun {
    let programs = URL(fileURLWithPath: BuiltProgram.pipeline).deletingLastPathComponent().path
    let all = [
      "PATH": "\(programs):/usr/bin:/bin", "LANG": "C.UTF-8", "CHECKS": "checks", "EVENTS": "events",
      "REPORT": "report", "PIPELINE_INPUT_base": server.baseURL,
    ]
    return try ProcessRun(
      "/bin/sh", ["-c", command], environment: all.merging(variables) { $1 }, directory: folder.url.path)
  }

  /// Times and ids taken out.
  private func lasting(_ path: String) throws -> String {
    var text = try String(contentsOfFile: folder.path(path), encoding: .utf8)
    for (pattern, replacement) in [
      (#" (time|timestamp)="[^"]*""#, ""), (#"name="run.id" value="[^"]*""#, ""), (#"[0-9.]+ m?s\b"#, "TIME"),
    ] { text = text.replacingOccurrences(of: pattern, with: replacement, options: .regularExpression) }
    return text
  }

  @Test(arguments: engines) func partsOneOfThemKilledBecomeTheReportOfTheWhole(_ engine: Engine) throws {
    let run = try command("run", of: engine.run)
    let parts = try (1...4).map { try start(run, engine.variables($0, 1)) }
    // It is in the middle: its first file has run, and its second waits.
    _ = try ProcessRun.run(
      "/usr/bin/env", ["curl", "-fsS", server.baseURL + "/await?target=/reached&ms=60000"], within: .seconds(90))
    kill(-parts[Self.waiting - 1].processID, SIGKILL)
    for (index, part) in parts.enumerated() {
      let ending = try part.wait(within: .seconds(60)).ending
      #expect(index == Self.waiting - 1 ? ending == .killed(SIGKILL) : ending == .exited(3), "part \(index + 1)")
    }

    // What is missing is an error, though the others are there.
    let report = try command("report", of: engine.report)
    let early = try start(report, engine.variables(1, 1)).wait(within: .seconds(60))
    #expect(early.ending == .exited(3))
    #expect(early.output.contains("missing"), "\(early.output)")

    _ = try ProcessRun.run("/usr/bin/env", ["curl", "-fsS", server.baseURL + "/go"])
    let again = try start(run, engine.variables(Self.waiting, 2)).wait(within: .seconds(60))
    #expect(again.ending == .exited(3), "\(again.error)")
    let merged = try start(report, engine.variables(1, 1)).wait(within: .seconds(60))
    #expect(merged.ending == .exited(3))
    #expect(!merged.output.contains("missing"), "\(merged.output)")

    let whole = try start("pipeline run -q --report-junit whole.xml checks", [:]).wait(within: .seconds(60))
    #expect(whole.ending == .exited(3))
    let isSame = try lasting("report/junit.xml") == lasting("whole.xml")
    #expect(isSame)
    #expect(try lasting("whole.xml").ranges(of: "<testsuite ").count == 41)
    let page = try String(contentsOfFile: folder.path("report/report.html"), encoding: .utf8)
    #expect(page.hasSuffix("</html>\n") && page.contains("005a-waits.yaml"))
  }
}
