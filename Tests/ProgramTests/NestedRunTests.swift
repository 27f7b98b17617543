import Foundation
import TestSupport
import Testing

/// Pipelines that pipelines run.
@Suite struct NestedRunTests {
  private struct Awaited: Decodable { let target: String }

  /// Ctrl-C ends their transfers on the wire, and runs their teardown.
  @Test func interruptReachesThem() throws {
    let server = try HelperServer(script: "wire_server.py")
    let folder = try TemporaryFolder()
    try folder.write("nodes: { a: [{ sequence: [1, 2] }, { run: inner.yaml }] }\n", to: "p.yaml")
    try folder.write(
      """
      nodes: { b: { fetch: '\(server.baseURL)/hang' } }
      teardown: { c: [{ just: 1 }, { log: put away }] }

      """, to: "inner.yaml")
    let run = try Program.start(["run", "--report-junit", folder.path("j.xml"), folder.path("p.yaml")])
    let _: Awaited = try answer(server, "/await?target=/hang&event=received")
    run.send(SIGINT)
    let result = try run.wait(within: .seconds(20))
    #expect(result.ending == .exited(130), "\(result.error)")
    let _: Awaited = try answer(server, "/await?target=/hang&event=closed")
    #expect(result.error.components(separatedBy: "put away").count == 3, "\(result.error)")
    let report = try String(contentsOfFile: folder.path("j.xml"), encoding: .utf8)
    #expect(report.contains("name=\"a/b\""))
  }

  /// A second one skips their teardown too, and the reports are written.
  @Test func secondInterruptSkipsTheirTeardown() throws {
    let server = try HelperServer(script: "wire_server.py")
    let folder = try TemporaryFolder()
    try folder.write("nodes: { a: { run: inner.yaml } }\n", to: "p.yaml")
    try folder.write(
      """
      nodes: { b: { fetch: '\(server.baseURL)/hang' } }
      teardown: { c: { fetch: '\(server.baseURL)/hang?again' } }

      """, to: "inner.yaml")
    let run = try Program.start(["run", "--report-junit", folder.path("j.xml"), folder.path("p.yaml")])
    let _: Awaited = try answer(server, "/await?target=/hang&event=received")
    run.send(SIGINT)
    let _: Awaited = try answer(server, "/await?target=/hang%3Fagain&event=received")
    run.send(SIGINT)
    let result = try run.wait(within: .seconds(20))
    #expect(result.ending == .exited(130), "\(result.error)")
    #expect(try String(contentsOfFile: folder.path("j.xml"), encoding: .utf8).contains("name=\"a/c\""))
  }
}
