import Foundation
import TestSupport
import Testing

@Suite("Order and overlap, seen from outside", .serialized)
struct OrderTests {
  /// The first city is answered last.
  @Test(arguments: 1...5)
  func weatherKeepsDeclaredOrder(run: Int) throws {
    let result = try Program.run(["run", "--mock", Program.pipeline("weather.yaml")])
    #expect(result.ending == .exited(0), "\(result.error)")
    #expect(
      result.output
        == #"{"declared":["Oslo","Lima","Cairo","Perth"],"arrival":["Perth","Cairo","Lima","Oslo"]}"# + "\n")
  }

  /// C14: results in declared order though the first is slowest; the requests overlap, so that the time is the slowest's.
  @Test func slowestFirst() throws {
    let server = try HelperServer(script: "wire_server.py")
    let folder = try TemporaryFolder()
    try folder.write(
      """
      nodes:
        all:
          - zipMany:
              each: [400, 300, 200, 100]
              as: wait
              do:
                - fetch: '\(server.baseURL)/delay?ms=${ $wait }'
                - map: $wait
      """, to: "p.yaml")
    let result = try Program.run(["run", folder.path("p.yaml")])
    #expect(result.output == "[400,300,200,100]\n", "\(result.error)")
    let log: WireLog = try answer(server, "/recorded")
    try #require(log.requests.count == 4)
    #expect(
      log.requests.map(\.started).max()! < log.requests.compactMap(\.answered).min()!, "all four are under way at once")
  }

  /// Requests that are ready together start by node, then by place in the stream. What an answer leads to is ready before
  /// the turn that it frees is given away: `zero` waits for all, `a` for all of `b`.
  @Test func requestsStartInDeclaredOrder() throws {
    let server = try HelperServer(script: "wire_server.py")
    let folder = try TemporaryFolder()
    try folder.write(
      """
      clients: { api: { baseURL: '\(server.baseURL)', concurrency: 1 } }
      nodes:
        login: { fetch: /login }
        c: { fetch: '/c?${ $nodes.login }' }
        b:
          - sequence: [1, 2, 3]
          - fetch: '/b${ . }?${ $nodes.login }'
        a: { fetch: '/a?${ $nodes.login }' }
        zero: { fetch: /zero }
      """, to: "p.yaml")
    let result = try Program.run(["run", "-q", folder.path("p.yaml")])
    #expect(result.ending == .exited(0), "\(result.error)")
    let log: WireLog = try answer(server, "/recorded")
    #expect(log.targets == ["/login", "/c?ok", "/b1?ok", "/b2?ok", "/b3?ok", "/a?ok", "/zero"])
  }

  /// C15: nothing waits in waves. `c` starts when `a` is answered, while `b` is still under way.
  @Test func noWaves() throws {
    let server = try HelperServer(script: "wire_server.py")
    let folder = try TemporaryFolder()
    try folder.write(
      """
      clients: { api: { baseURL: '\(server.baseURL)' } }
      nodes:
        a: { fetch: '/delay?ms=100&n=a' }
        b: { fetch: '/delay?ms=1000&n=b' }
        c:
          - from: a
          - fetch: '/delay?ms=700&n=c'
        all:
          - zipMany: [b, c]
          - map: length
      """, to: "p.yaml")
    let result = try Program.run(["run", folder.path("p.yaml")])
    #expect(result.output == "2\n", "\(result.error)")
    let log: WireLog = try answer(server, "/recorded")
    let b = try #require(log.requests.first { $0.target.hasSuffix("n=b") })
    let c = try #require(log.requests.first { $0.target.hasSuffix("n=c") })
    #expect(c.started < (b.answered ?? 0))
  }

  /// C19: one branch fails, the others end on the wire, and the message names the branch.
  @Test func failingBranchCancelsTheOthersOnTheWire() throws {
    let server = try HelperServer(script: "wire_server.py")
    let folder = try TemporaryFolder()
    try folder.write(
      """
      clients: { api: { baseURL: '\(server.baseURL)' } }
      nodes:
        slow: { fetch: /hang }
        early: { fetch: '/delay?ms=200' }
        refused:
          - from: early
          - fetch: /status/418
        both:
          - zipMany: [slow, refused]
      """, to: "p.yaml")
    let result = try Program.run(["run", folder.path("p.yaml")])
    #expect(result.ending == .exited(4), "\(result.error)")
    #expect(result.error.contains("refused"))
    #expect(result.error.contains("p.yaml:7:7: fetch:"), "\(result.error)")
    struct Awaited: Decodable { let target: String }
    let gone: Awaited = try answer(server, "/await?target=/hang&event=closed")
    #expect(gone.target == "/hang")
  }
}
