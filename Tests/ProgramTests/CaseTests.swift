import Foundation
import TestSupport
import Testing

/// What went wrong in other tools; each test names the kind.
@Suite("Cases", .serialized)
struct CaseTests {
  private func requests(of steps: String, environment: [String: String] = [:]) throws -> (
    ProcessRun.Result, [WireLog.Request]
  ) {
    let server = try HelperServer(script: "wire_server.py")
    let folder = try TemporaryFolder()
    try folder.write(steps.replacing("$BASE", with: server.baseURL), to: "p.yaml")
    let result = try Program.run(["run", folder.path("p.yaml")], environment: environment)
    let log: WireLog = try answer(server, "/recorded")
    return (result, log.requests.sorted { $0.started < $1.started })
  }

  /// C1: digits are the same in the path, the query, the body and the output; equality tells neighbours apart.
  @Test func digitsAreKept() throws {
    let server = try HelperServer(script: "wire_server.py")
    let folder = try TemporaryFolder()
    try folder.write(
      """
      inputs: { big: { type: number } }
      clients: { api: { baseURL: '\(server.baseURL)' } }
      nodes:
        item: { fetch: { post: /echo, text: '{"id":9007199254740993,"list":[1.10,1e1000,-0]}', response: json } }
        sent:
          - from: item
          - as: item
          - fetch: { get: '/items/${ .id }' }
          - map: $item
          - fetch:
              post: /echo
              query: { id: '${ .id }', big: '${ $inputs.big }' }
              json: { id: '${ .id }', list: '${ .list }', big: '${ $inputs.big }', same: '${ .id == 9007199254740992 }' }
          - map: '{ id: $item.id } + .'
      """, to: "p.yaml")
    let result = try Program.run(["run", "--json", folder.path("p.yaml"), "-i", "big=9223372036854775808"])
    #expect(result.ending == .exited(0), "\(result.error)")
    let log: WireLog = try answer(server, "/recorded")
    let requests = log.requests.sorted { $0.started < $1.started }
    let sent =
      #"{"id":9007199254740993,"list":[1.10,1e1000,-0],"big":9223372036854775808,"same":false}"#
    #expect(
      requests.dropFirst().map(\.target)
        == ["/items/9007199254740993", "/echo?id=9007199254740993&big=9223372036854775808"])
    #expect(requests.last?.bodyText == sent)
    #expect(result.output == sent + "\n")
  }

  /// C2: a value put alone in a body keeps its type.
  @Test func typesAreKept() throws {
    let (result, requests) = try requests(
      of: """
        nodes:
          a:
            - just: { id: 7, name: seven, none: null, yes: true, list: [1, "2"] }
            - as: item
            - fetch:
                post: $BASE/echo
                json:
                  id: '${ .id }'
                  none: '${ .none }'
                  yes: '${ .yes }'
                  list: '${ $item.list }'
                  text: 'item ${ .id } ${ .yes } ${ .list }'
        """)
    #expect(result.ending == .exited(0), "\(result.error)")
    let sent = #"{"id":7,"none":null,"yes":true,"list":[1,"2"],"text":"item 7 true [1,\"2\"]"}"#
    #expect(requests.first?.bodyText == sent)
    #expect(result.output == sent + "\n")
  }

  /// C3: a null in a URL fails, naming the expression, and nothing is sent.
  @Test func nullInAURL() throws {
    let (result, requests) = try requests(
      of: """
        nodes:
          a:
            - just: { name: x }
            - fetch: '$BASE/users/${ .id }'
        """)
    #expect(result.ending == .exited(4))
    #expect(result.error.contains("${ .id } is null"), "\(result.error)")
    #expect(result.error.contains(#"// """#))
    #expect(result.error.contains("p.yaml:4:7"))
    #expect(requests.isEmpty)
  }

  /// C5: what is written reaches the server.
  @Test(arguments: [
    ("/api/", "/users/", "/api/users/"), ("/api", "users", "/api/users"), ("", "//x", "//x"),
    ("", "/a/../b/./c", "/a/../b/./c"), ("", "/a%2Fb%2e", "/a%2Fb%2e"), ("", "/a+b;v=1", "/a+b;v=1"),
    ("", "/x?", "/x?"),
    ("", "/x?a=b&&c=%20+", "/x?a=b&&c=%20+"), ("/api/", "?q", "/api/?q"),
  ])
  func pathIsNotAltered(base: String, url: String, target: String) throws {
    let (result, requests) = try requests(
      of: """
        clients: { api: { baseURL: '$BASE\(base)' } }
        nodes: { a: { fetch: '\(url)' } }
        """)
    #expect(result.ending == .exited(0), "\(result.error)")
    #expect(requests.map(\.target) == [target])
  }

  /// C5: values in a URL are one segment or one value.
  @Test func templatesInURLsAreEncoded() throws {
    let (_, requests) = try requests(
      of: """
        clients: { api: { baseURL: '$BASE' } }
        nodes:
          a:
            - just: { id: 'a/b ?&ü', list: [1, x y], n: null }
            - fetch: { get: '/u/${ .id }?q=${ .id }', query: { l: '${ .list }', n: '${ .n }', e: '' } }
        """)
    #expect(
      requests.map(\.target) == ["/u/a%2Fb%20%3F%26%C3%BC?q=a%2Fb%20%3F%26%C3%BC&l=1&l=x%20y&e="])
  }

  /// A template where the URL names its host is the host, with its port.
  @Test func hostFromATemplate() throws {
    let server = try HelperServer(script: "wire_server.py")
    let folder = try TemporaryFolder()
    try folder.write(
      """
      nodes:
        good: { fetch: 'http://${ $env.HOST }/x/${ $env.HOST }' }
        bad: { fetch: 'http://${ $env.HOST + "/y" }/x' }
      """, to: "p.yaml")
    let result = try Program.run(["run", folder.path("p.yaml")], environment: ["HOST": server.host])
    #expect(result.error.contains("'\(server.host)/y' is no host"), "\(result.error)")
    let log: WireLog = try answer(server, "/recorded")
    #expect(log.targets == ["/x/127.0.0.1%3A\(server.host.split(separator: ":")[1])"])
  }

  /// C11: a bad entry of a join that the file writes out is found before anything is sent.
  @Test func badEntryOfAJoin() throws {
    let (result, requests) = try requests(
      of: """
        nodes:
          all:
            - zipMany:
                - { fetch: $BASE/a }
                - { fetch: '://x' }
                - { fetch: $BASE/b }
        """)
    #expect(result.ending == .exited(2))
    #expect(result.error.contains("p.yaml:5:20: error: this is no URL"), "\(result.error)")
    #expect(requests.isEmpty)
  }

  /// C11: one that is made in the run fails its own branch, with the value.
  @Test func badEntryMadeInTheRun() throws {
    let (result, requests) = try requests(
      of: """
        nodes:
          bad: { just: '://x' }
          all:
            - zipMany:
                - { fetch: $BASE/a }
                - [{ from: bad }, { fetch: '${ . }' }]
                - { fetch: $BASE/b }
        """)
    #expect(result.ending == .exited(3))
    #expect(result.error.contains("p.yaml:6:29: fetch: "), "\(result.error)")
    #expect(result.error.contains("GET ://x"))
    #expect(!requests.contains { $0.target.contains("://x") })
  }

  /// C12: files are found beside the pipeline, from wherever it is run; a missing one is told before anything is sent.
  @Test func relativeFiles() throws {
    let server = try HelperServer(script: "wire_server.py")
    let folder = try TemporaryFolder()
    let file = """
      nodes:
        first: { fetch: \(server.baseURL)/first }
        up: { fetch: { put: \(server.baseURL)/up, upload: data/a.bin } }
      """
    try folder.write(file, to: "dir/p.yaml")
    let missing = try Program.run(["run", folder.path("dir/p.yaml")], directory: "/")
    #expect(missing.ending == .exited(3))
    #expect(missing.error.contains("p.yaml:3:"), "\(missing.error)")
    #expect(missing.error.contains("cannot read 'data/a.bin'"))
    #expect(missing.error.contains("looked for at \(folder.path("dir/data/a.bin"))"))
    let nothing: WireLog = try answer(server, "/recorded")
    #expect(nothing.requests.isEmpty)

    try folder.write("hello", to: "dir/data/a.bin")
    let found = try Program.run(["run", folder.path("dir/p.yaml")], directory: "/")
    #expect(found.ending == .exited(0), "\(found.error)")
    let log: WireLog = try answer(server, "/recorded")
    #expect(log.requests.first { $0.target == "/up" }?.bodyText == "hello")
  }

  /// C23: a reader that leaves is no fault; the status tells the run's truth.
  @Test(arguments: [("ok", Int32(0)), ("status/500", 4)])
  func closedPipe(path: String, status: Int32) throws {
    let server = try HelperServer(script: "wire_server.py")
    let folder = try TemporaryFolder()
    try folder.write(
      """
      nodes:
        numbers: { sequence: '[range(10000)]' }
        last: { fetch: '\(server.baseURL)/\(path)' }
      output: numbers
      """, to: "p.yaml")
    let result = try Program.run(["run", "-q", folder.path("p.yaml")], output: .closedPipe)
    #expect(result.ending == .exited(status), "\(result.error)")
    #expect(status != 0 || result.error == "")
  }

  /// Output that cannot be written is told, and is not written to whatever else got its number.
  @Test(arguments: ["run -q p.yaml >&-", "run -q p.yaml <&- >&-", "check p.yaml >&-", "--help >&-"])
  func closedStandardOutput(command: String) throws {
    let folder = try TemporaryFolder()
    try folder.write("nodes: { a: { just: 1 } }\n", to: "p.yaml")
    let result = try ProcessRun.run(
      "/bin/sh", ["-c", "exec '\(BuiltProgram.pipeline)' \(command)"], environment: ["PATH": "/usr/bin:/bin"],
      directory: folder.url.path)
    #expect(result.ending == .exited(3))
    #expect(result.error == "pipeline: cannot write the output: Bad file descriptor\n")
  }

  /// Ctrl-C ends the transfers on the wire and exits with 130.
  @Test func interruptCancels() throws {
    let server = try HelperServer(script: "wire_server.py")
    let folder = try TemporaryFolder()
    try folder.write("nodes: { a: { fetch: '\(server.baseURL)/hang' } }\n", to: "p.yaml")
    let run = try Program.start([
      "run", "--report-junit", folder.path("out/j.xml"), "--report-html", folder.path("out/h.html"),
      folder.path("p.yaml"),
    ])
    struct Awaited: Decodable { let target: String }
    let _: Awaited = try answer(server, "/await?target=/hang&event=received")
    run.send(SIGINT)
    let result = try run.wait(within: .seconds(20))
    #expect(result.ending == .exited(130), "\(result.error)")
    let _: Awaited = try answer(server, "/await?target=/hang&event=closed")
    #expect(try String(contentsOfFile: folder.path("out/j.xml"), encoding: .utf8).contains("<testsuite"))
    let page = try String(contentsOfFile: folder.path("out/h.html"), encoding: .utf8)
    #expect(page.contains(#""reason":"SIGINT""#) && page.hasSuffix("</html>\n"))
    #expect(try FileManager.default.contentsOfDirectory(atPath: folder.path("out")).sorted() == ["h.html", "j.xml"])
  }
}
