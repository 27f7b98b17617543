import Foundation
import TestSupport
import Testing

/// Bodies that are streamed, by the whole program and over a real connection.
@Suite("Streams and downloads on the wire")
struct StreamTests {
  /// Nothing is left behind, neither under the file's name nor beside it.
  @Test(arguments: [SIGINT, SIGTERM])
  func aSignalLeavesNothingOfADownload(signal: Int32) throws {
    let server = try HelperServer(script: "wire_server.py")
    let folder = try TemporaryFolder()
    try folder.write(
      "nodes: { one: { fetch: { get: '\(server.baseURL)/hang-body', download: out/file } } }", to: "p.yaml")
    let run = try Program.start(["run", folder.path("p.yaml")])
    // The file is begun with the first bytes.
    let isBegun = "until [ -n \"$(ls -A out 2>/dev/null)\" ]; do sleep 0.02; done"
    _ = try ProcessRun.run("/bin/sh", ["-c", isBegun], directory: folder.url.path, within: .seconds(20))
    run.send(signal)
    #expect(try run.wait().ending == .exited(128 + signal))
    #expect(Self.files(in: folder.path("out")) == [])
    let log: WireLog = try answer(server, "/recorded")
    #expect(log.targets == ["/hang-body"])
  }

  @Test func aLargeBodyArrivesWhole() throws {
    let server = try HelperServer(script: "wire_server.py")
    let folder = try TemporaryFolder()
    let size = 150 << 20
    try folder.write(
      "nodes: { one: { fetch: { get: '\(server.baseURL)/bytes?count=\(size)', download: file } } }", to: "p.yaml")
    let result = try Program.run(["run", "-q", folder.path("p.yaml")])
    #expect(result.ending == .exited(0), "\(result.error)")
    #expect(result.output == "{\"file\":\"file\",\"size\":\(size)}\n")
    let attributes = try FileManager.default.attributesOfItem(atPath: folder.path("file"))
    #expect(attributes[.size] as? Int == size)
  }

  @Test func aReaderThatNeedsNoMoreEndsAnEndlessBody() throws {
    let server = try HelperServer(script: "wire_server.py")
    let folder = try TemporaryFolder()
    try folder.write(
      """
      nodes:
        one:
          - fetch: { get: '\(server.baseURL)/stream?text=a%0Ab%0Ac%0A&ms=1&end=never', response: lines }
          - prefix: 2
      """, to: "p.yaml")
    let result = try Program.run(["run", "-q", folder.path("p.yaml")])
    #expect(result.ending == .exited(0), "\(result.error)")
    #expect(result.output == "\"a\"\n\"b\"\n")
  }

  private static func files(in folder: String) -> [String] {
    (try? FileManager.default.contentsOfDirectory(atPath: folder)) ?? []
  }
}
