import Foundation
import TestSupport
import Testing

/// `pipelines/upload.yaml` against a server that is neither ours nor in Swift.
@Suite("upload.yaml on a foreign server", .serialized)
struct UploadTests {
  struct Recorded: Decodable {
    let method: String
    let target: String
    let head: String
    let size: Int
    let sha256: String
    let began: Double
    let answered: Double

    /// The header lines, without the request line.
    var fields: [String] { head.components(separatedBy: "\r\n").dropFirst().filter { !$0.isEmpty } }
    var names: [String] { fields.map { $0.prefix { $0 != ":" }.lowercased() }.sorted() }
    func value(_ name: String) -> String? {
      fields.first { $0.lowercased().hasPrefix(name.lowercased() + ":") }?
        .drop { $0 != ":" }.dropFirst().trimmingCharacters(in: .whitespaces)
    }
  }

  private func upload(_ arguments: [String] = [], server: HelperServer) throws -> (ProcessRun.Result, [Recorded]) {
    let result = try Program.run(
      ["run", Program.pipeline("upload.yaml")] + arguments,
      environment: ["API_URL": server.baseURL, "API_TOKEN": "t0ken"])
    return (result, try answer(server, "/recorded"))
  }

  @Test func putsBothFilesAtOnceAndThenSyncs() throws {
    let server = try HelperServer(script: "upload_api.py", ["--slow-put", "300"])
    let (result, recorded) = try upload(server: server)
    #expect(result.ending == .exited(0), "\(result.error)")
    #expect(result.output == "{\"ok\":true}\n")
    #expect(result.error.contains("Synced."))

    let puts = recorded.filter { $0.method == "PUT" }.sorted { $0.size < $1.size }
    let sync = try #require(recorded.first { $0.method == "POST" })
    try #require(puts.count == 2)
    let starts = puts.map(\.began)
    let ends = puts.map(\.answered)
    #expect(starts.max()! < ends.min()!, "the two uploads overlap")
    #expect(sync.began >= ends.max()!, "the sync comes after both")
    for (put, name) in zip(puts, ["voice.m4a", "rain.m4a"]) {
      let file = Program.pipeline("fixtures/\(name)")
      let sum = try ProcessRun.run("/usr/bin/env", ["sha256sum", file]).output.prefix(64)
      #expect(put.sha256 == sum)
      #expect(put.value("Content-Length") == String(put.size))
    }
  }

  /// C6: exact length, the URL untouched, nothing of the API's client on a client that has nothing.
  @Test func signedPutCarriesNothingThatTheFileDidNotAskFor() throws {
    let server = try HelperServer(script: "upload_api.py")
    let (_, recorded) = try upload(server: server)
    for put in recorded where put.method == "PUT" {
      #expect(put.target == "/bucket/%2F/../a+b;v=1?X-Signature=a%2Fb%3D&empty=")
      #expect(put.names == ["accept", "content-length", "host", "user-agent"])
    }
    for get in recorded where get.method == "GET" {
      #expect(get.names == ["accept", "authorization", "host", "user-agent"])
      #expect(get.value("Authorization") == "Bearer t0ken")
      #expect(get.target == "/urlForUpload?itemId=item-42")
    }
    let sync = try #require(recorded.first { $0.method == "POST" })
    #expect(sync.names == ["accept", "authorization", "content-length", "content-type", "host", "user-agent"])
    #expect(sync.value("Content-Type") == "application/json")
  }

  @Test func refusedSyncShowsTheServersOwnMessage() throws {
    let server = try HelperServer(script: "upload_api.py", ["--refuse"])
    let (result, _) = try upload(server: server)
    #expect(result.ending == .exited(4))
    #expect(result.output == "")
    #expect(result.error.contains("Could not sync: The item is locked by another editor."))
    #expect(!result.error.contains("t0ken"))
  }
}
