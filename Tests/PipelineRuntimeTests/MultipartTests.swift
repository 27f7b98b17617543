import Foundation
import HTTP
import PipelineRuntime
import RunEvents
import TestSupport
import Testing

@Suite("A multipart body")
struct MultipartTests {
  private let folder: TemporaryFolder

  init() throws { folder = try TemporaryFolder() }

  private func trial(
    _ multipart: String, keys: String = "", value: String = "{ n: 9007199254740993, list: [1, x], none: null }"
  ) throws -> Trial {
    try Trial.run(
      """
      clients: { api: { baseURL: 'http://a.test', headers: { Content-Type: application/json } } }
      nodes: { one: [ just: \(value), fetch: { post: /, multipart: \(multipart) \(keys) } ] }
      """)
  }

  /// The body with its boundary as `B`, files as `<size>`; line ends as they are.
  private func body(_ multipart: String, keys: String = "") throws -> String {
    let trial = try trial(multipart, keys: keys)
    let request = try #require(trial.transport.requests.first, "\(trial.failure(of: "one")?.message ?? "no request")")
    let type = try #require(request.headers.first { $0.name.lowercased() == "content-type" }?.value)
    let boundary = String(try #require(type.components(separatedBy: "boundary=").last))
    #expect(boundary.count >= 30 && boundary.count <= 70)
    var text = ""
    switch request.body {
    case .bytes(let bytes): text = String(decoding: bytes, as: UTF8.self)
    case .parts(let parts):
      for part in parts {
        switch part {
        case .bytes(let bytes): text += String(decoding: bytes, as: UTF8.self)
        case .file(_, let size): text += "<\(size)>"
        }
      }
    case .none, .file: Issue.record("no multipart body")
    }
    return text.replacingOccurrences(of: boundary, with: "B")
  }

  private func part(_ head: String, _ content: String) -> String { "--B\r\n\(head)\r\n\r\n\(content)\r\n" }

  private func field(_ name: String, _ content: String) -> String {
    part("Content-Disposition: form-data; name=\"\(name)\"", content)
  }

  @Test func valuesBecomeText() throws {
    let expected =
      field("a", "x y&z") + field("b", "10") + field("c", "true") + field("d", "1.50") + field("n", "9007199254740993")
      + field("l", "1") + field("l", "x") + field("m", "one") + field("m", "2") + field("e", "") + "--B--\r\n"
    #expect(
      try body(
        "{ a: x y&z, b: 10, c: true, d: 1.50, n: '${ .n }', l: '${ .list }', none: '${ .none }', m: [one, 2], e: '' }")
        == expected)
  }

  @Test func partsSayWhatTheyHold() throws {
    let expected =
      part(
        "Content-Disposition: form-data; name=\"meta\"\r\nContent-Type: application/json",
        #"{"id":9007199254740993}"#)
      + part(
        "Content-Disposition: form-data; name=\"note\"; filename=\"n.md\"\r\nContent-Type: text/markdown\r\nX-A: 1",
        "hi")
      + "--B--\r\n"
    #expect(
      try body(
        "{ meta: { json: { id: '${ .n }' } }, note: { text: hi, filename: n.md, type: text/markdown, headers: { X-A: 1, X-B: null } } }"
      ) == expected)
  }

  /// C10.
  @Test func filesAreStreamedAndTheirNamesQuotedAsBrowsersDo() throws {
    let name = "a b\"ü.bin"
    try Data(count: 300_000).write(to: folder.url.appendingPathComponent(name))
    try Data().write(to: folder.url.appendingPathComponent("empty.PNG"))
    let expected =
      part(
        "Content-Disposition: form-data; name=\"f\"; filename=\"a b%22ü.bin\"\r\nContent-Type: application/octet-stream",
        "<300000>")
      + part("Content-Disposition: form-data; name=\"f\"; filename=\"empty.PNG\"\r\nContent-Type: image/png", "<0>")
      + part("Content-Disposition: form-data; name=\"t%0D%0A\"; filename=\"l%0Ai%0Dne\"\r\nContent-Type: a/b", "<0>")
      + "--B--\r\n"
    let path = folder.url.path
    #expect(
      try body(
        """
        [
          { name: f, file: '\(path)/\(name)' }, { name: f, file: '\(path)/empty.PNG' },
          { name: "t\\r\\n", file: '\(path)/empty.PNG', filename: "l\\ni\\rne", type: a/b } ]
        """) == expected)
  }

  @Test func theClientsContentTypeIsForOtherBodies() throws {
    let request = try #require(try trial("{ a: 1 }").transport.requests.first)
    let types = request.headers.filter { $0.name.lowercased() == "content-type" }.map(\.value)
    #expect(types.count == 1)
    #expect(types.first?.hasPrefix("multipart/form-data; boundary=pipeline-") == true)
  }

  @Test func theStepsContentTypeGetsTheBoundary() throws {
    let request = try #require(
      try trial("{ a: 1 }", keys: ", headers: { content-type: multipart/mixed }").transport.requests.first)
    let types = request.headers.filter { $0.name.lowercased() == "content-type" }.map(\.value)
    #expect(types.count == 1)
    #expect(types.first?.hasPrefix("multipart/mixed; boundary=pipeline-") == true)
  }

  @Test func boundariesCannotBeForetold() throws {
    func type() throws -> String? { try trial("{ a: 1 }").transport.requests.first?.headers.last?.value }
    #expect(try type() != type())
  }

  @Test(
    arguments: [
      ("{ a: { file: '/no/such/${ .n }' } }", "", "cannot read '/no/such/9007199254740993': No such file or directory"),
      ("{ a: { file: '/${ \"tmp\" }' } }", "", "cannot read '/tmp': it is a folder"),
      ("{ a: { text: x, type: \"a\\nb\" } }", "", "a header of the part 'a' holds a line end"),
      ("{ a: { text: x, headers: { X-A: \"a\\r\\nb\" } } }", "", "a header of the part 'a' holds a line end"),
      ("{ a: 1 }", ", headers: { Content-Type: text/plain }", "the header 'Content-Type' is 'text/plain'"),
      (
        "{ a: 1 }", ", headers: { Content-Type: multipart/mixed; boundary=x }",
        "the header 'Content-Type' is 'multipart/mixed; boundary=x'"
      ),
    ])
  func whatCannotBeSentFailsBeforeAnythingIsSent(multipart: String, keys: String, message: String) throws {
    let trial = try trial(multipart, keys: keys)
    #expect(trial.transport.started == [])
    #expect(trial.failure(of: "one")?.message == message)
  }
}
