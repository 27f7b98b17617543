import Foundation
import TestSupport
import Testing

/// What runs last, whatever ended the run.
@Suite struct TeardownTests {
  private struct Awaited: Decodable { let target: String }

  private func wait(for target: String, on server: HelperServer) throws {
    let _: Awaited = try answer(server, "/await?target=\(target)&event=received")
  }

  @Test func interruptRunsIt() throws {
    let server = try HelperServer(script: "wire_server.py")
    let folder = try TemporaryFolder()
    try folder.write(
      """
      nodes: { a: { fetch: '\(server.baseURL)/hang' } }
      teardown:
        last: [{ just: 1 }, { sink: { finished: the last } }]
        first: [{ just: 1 }, { sink: { finished: the first } }]

      """, to: "p.yaml")
    let run = try Program.start(["run", folder.path("p.yaml")])
    try wait(for: "/hang", on: server)
    run.send(SIGINT)
    let result = try run.wait(within: .seconds(20))
    #expect(result.ending == .exited(130), "\(result.error)")
    #expect(result.error.contains("the first"))
    #expect(result.error.contains("the last"))
  }

  @Test func secondInterruptSkipsTheRestOfIt() throws {
    let server = try HelperServer(script: "wire_server.py")
    let folder = try TemporaryFolder()
    try folder.write(
      """
      nodes: { a: { fetch: '\(server.baseURL)/hang' } }
      teardown:
        last: [{ just: 1 }, { sink: { finished: the last } }]
        first: { fetch: '\(server.baseURL)/hang?again' }

      """, to: "p.yaml")
    let run = try Program.start(["run", "--report-junit", folder.path("j.xml"), folder.path("p.yaml")])
    try wait(for: "/hang", on: server)
    run.send(SIGINT)
    try wait(for: "/hang%3Fagain", on: server)
    run.send(SIGINT)
    let result = try run.wait(within: .seconds(20))
    #expect(result.ending == .exited(130), "\(result.error)")
    #expect(!result.error.contains("the last"))
    #expect(result.error.contains("teardown: 2 cancelled"))
    #expect(try String(contentsOfFile: folder.path("j.xml"), encoding: .utf8).contains("<testsuite"))
  }
}
