import Foundation
import TestSupport
import Testing

/// What a run records, and what is made of it later.
@Suite struct EventTests {
  private struct Awaited: Decodable { let target: String }

  private func text(_ path: String) throws -> String { try String(contentsOfFile: path, encoding: .utf8) }

  private let failing = """
    nodes:
      a: { just: 1 }
      b: [ from: a, expect: . == 2 ]
      c: { from: b }
      d: [ fail: no luck, replaceError: 'so what' ]
      e: [ just: 1, log: 'this ${ . }' ]
      f: { fetch: 'http://127.0.0.1:1/x' }
      g: [ fetch: 'http://127.0.0.1:1/y', { retry: { times: 2, delay: 1ms } } ]
      h: { run: inner.yaml }
      i: [ run: inner.yaml, replaceError: 0 ]
      j: { when: false, steps: { just: 1 } }
      k: { from: j }
    teardown:
      end: { just: 3 }
      never: { just: '${ $nodes.b }' }

    """
  private let inner = "nodes: { x: { just: 1 }, y: [ from: x, expect: . > 1 ], z: { from: y } }\n"

  /// Every report that was made as the run went on is made again of its events, byte for byte.
  @Test func reportsAreTheSameLater() throws {
    let folder = try TemporaryFolder()
    try folder.write(failing, to: "p.yaml")
    try folder.write(inner, to: "inner.yaml")
    try folder.write("nodes: { a: { sequence: [1, { x: 1.10 }, 9007199254740993] } }\n", to: "q.yaml")
    func reports(_ name: String) -> [String] {
      ["junit", "tap", "json", "html"].flatMap { ["--report-\($0)", folder.path("\(name).\($0)")] }
    }
    let live = try Program.run(
      ["run", "--events", folder.path("e.ndjson")] + reports("live") + ["p.yaml", "q.yaml", "p.yaml"],
      directory: folder.url.path)
    #expect(live.ending == .exited(3))
    let later = try Program.run(
      ["report", "e.ndjson", "--events", folder.path("copy.ndjson")] + reports("later"), directory: folder.url.path)
    #expect(later.ending == .exited(3), "\(later.error)")
    for kind in ["junit", "tap", "json", "html"] {
      let (first, second) = (try text(folder.path("live.\(kind)")), try text(folder.path("later.\(kind)")))
      #expect(first == second, "\(kind)")
      #expect(first.count > 100)
    }
    #expect(try text(folder.path("e.ndjson")) == text(folder.path("copy.ndjson")))
    // And what a person reads, once it is a plain text of several runs.
    #expect(later.output == live.error)
  }

  @Test func severalFilesAreToldInTheOrderGiven() throws {
    let folder = try TemporaryFolder()
    for name in ["a", "b", "c"] {
      try folder.write("nodes: { \(name): { just: \(name) } }\n", to: "\(name).yaml")
      _ = try Program.run(
        ["run", "-q", "--events", "\(name).ndjson", "\(name).yaml"], directory: folder.url.path)
    }
    let all = try Program.run(
      ["run", "-q", "--report-tap", "all.tap", "--events", "all.ndjson", "c.yaml", "a.yaml", "b.yaml"],
      directory: folder.url.path)
    #expect(all.ending == .exited(0))
    let merged = try Program.run(
      ["report", "-q", "--report-tap", "merged.tap", "c.ndjson", "a.ndjson", "b.ndjson"], directory: folder.url.path)
    #expect(merged.ending == .exited(0), "\(merged.error)")
    func plain(_ path: String) throws -> [Substring] {
      try text(folder.path(path)).split(separator: "\n").filter { !$0.contains("duration_ms") }
    }
    #expect(try plain("merged.tap") == plain("all.tap"))
  }

  /// What is there when the process is gone can be read, and says that the run was cut short.
  @Test func aKilledRunLeavesWhatHappened() throws {
    let server = try HelperServer(script: "wire_server.py")
    let folder = try TemporaryFolder()
    try folder.write(
      "nodes: { a: [{ just: 1 }, { log: seen }], b: { fetch: '\(server.baseURL)/hang' } }\n", to: "p.yaml")
    let run = try Program.start(["run", "--events", folder.path("e.ndjson"), folder.path("p.yaml")])
    let _: Awaited = try answer(server, "/await?target=/hang&event=received")
    // The server hears of the request before it is written that it went out.
    let deadline = ContinuousClock.now + .seconds(20)
    while try !text(folder.path("e.ndjson")).contains("requestStarted"), ContinuousClock.now < deadline {
      usleep(2000)
    }
    run.send(SIGKILL)
    #expect(try run.wait(within: .seconds(20)).ending == .killed(SIGKILL))
    let left = try text(folder.path("e.ndjson"))
    #expect(left.contains("\"seen\"") && left.contains("requestStarted"))
    #expect(left.hasSuffix("\n"))
    let report = try Program.run(["report", folder.path("e.ndjson"), "--report-junit", folder.path("j.xml")])
    #expect(report.ending == .exited(3))
    #expect(report.output.contains("cut short"))
    #expect(try text(folder.path("j.xml")).contains("<error message=\"the run was cut short\" type=\"incomplete\">"))
    // A line of which a part alone was written is passed over.
    try folder.write(String(left.dropLast(20)), to: "cut.ndjson")
    #expect(try Program.run(["report", "-q", folder.path("cut.ndjson")]).ending == .exited(3))
  }

  @Test func aSignalEndsThemWell() throws {
    let server = try HelperServer(script: "wire_server.py")
    let folder = try TemporaryFolder()
    try folder.write("nodes: { a: { fetch: '\(server.baseURL)/hang' } }\nteardown: { b: { just: 1 } }\n", to: "p.yaml")
    try folder.write("nodes: { c: { just: 1 } }\n", to: "q.yaml")
    let run = try Program.start(
      ["run", "--events", "e.ndjson", "--report-junit", "j.xml", "p.yaml", "q.yaml"], directory: folder.url.path)
    let _: Awaited = try answer(server, "/await?target=/hang&event=received")
    run.send(SIGTERM)
    #expect(try run.wait(within: .seconds(20)).ending == .exited(143))
    let events = try text(folder.path("e.ndjson")).split(separator: "\n")
    #expect(
      events.dropLast().last?.contains(#""event":"runFinished","outcome":"cancelled","reason":"signal","signal":15"#)
        == true)
    #expect(events.last?.contains(#""event":"runRefused""#) == true)
    #expect(events.last?.contains(#""refused":"ended","reason":"signal","signal":15"#) == true)
    let junit = try text(folder.path("j.xml"))
    let later = try Program.run(
      ["report", "-q", "e.ndjson", "--report-junit", "later.xml"], directory: folder.url.path)
    #expect(later.ending == .exited(143))
    #expect(try text(folder.path("later.xml")) == junit)
    #expect(junit.contains("not run: ended by a signal before"))
  }

  /// Neither raw nor in any encoding is a secret in what is written.
  @Test func secretsAreNotInThem() throws {
    let folder = try TemporaryFolder()
    let secret = "s3cr+t/ü\"x"
    try folder.write(
      """
      inputs: { token: { secret: true } }
      nodes:
        a: { just: { token: '${ $inputs.token }', coded: '${ $inputs.token | @base64 }', uri: '${ $inputs.token | @uri }' } }
        b: { fetch: { post: 'http://127.0.0.1:1/x', query: { t: '${ $inputs.token }' }, json: '${ $inputs.token }', headers: { Authorization: 'Bearer ${ $inputs.token }' } } }
        c: { fail: 'not ${ $inputs.token }' }
        d: [ just: 1, log: '${ $inputs.token }' ]
      output: [a]

      """, to: "p.yaml")
    let run = try Program.run(
      ["run", "-vv", "--secret", "token=\(secret)"]
        + ["junit", "tap", "json", "html"].flatMap { ["--report-\($0)", "r.\($0)"] } + [
          "--events", "r.ndjson", "p.yaml",
        ],
      environment: ["GITHUB_ACTIONS": "true", "GITHUB_STEP_SUMMARY": folder.path("r.md")], directory: folder.url.path)
    let written = try ["r.junit", "r.tap", "r.json", "r.html", "r.ndjson", "r.md"].map { try text(folder.path($0)) }
    let forms = [
      secret, "s3cr+t/ü\\\"x", "s3cr+t/ü&quot;x", "s3cr+t\\/ü", Data(secret.utf8).base64EncodedString(),
      "s3cr%2Bt%2F%C3%BC%22x", "s3cr%2Bt",
    ]
    for (place, text) in (written + [run.output, run.error]).enumerated() {
      for form in forms { #expect(!text.contains(form), "\(form) is in \(place)") }
      #expect(text.contains("***"), "\(place)")
    }
  }

  @Test func theOutputIsAmongTheEventsWhereTheyGoToStandardOutput() throws {
    let folder = try TemporaryFolder()
    try folder.write("nodes: { a: { sequence: [1, [2]] } }\n", to: "p.yaml")
    let run = try Program.run(["run", "-q", "--events", "-", "p.yaml"], directory: folder.url.path)
    let lines = run.output.split(separator: "\n")
    #expect(lines.allSatisfy { $0.hasPrefix(#"{"v":1,"#) })
    #expect(lines.filter { $0.contains(#""event":"output""#) }.count == 2)
  }
}
