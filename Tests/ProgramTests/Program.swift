import Foundation
import TestSupport

/// The built program, run from outside as a user runs it.
enum Program {
  static func run(
    _ arguments: [String], environment: [String: String] = [:], directory: String? = nil,
    output: ProcessRun.Output = .collected
  ) throws -> ProcessRun.Result {
    try start(arguments, environment: environment, directory: directory, output: output).wait(within: .seconds(60))
  }

  static func start(
    _ arguments: [String], environment: [String: String] = [:], directory: String? = nil,
    output: ProcessRun.Output = .collected
  ) throws -> ProcessRun {
    let base = ["PATH": "/usr/bin:/bin", "LANG": "C.UTF-8"]
    return try ProcessRun(
      BuiltProgram.pipeline, arguments, environment: base.merging(environment) { $1 }, directory: directory,
      output: output)
  }

  /// A file of the package's `pipelines`.
  static func pipeline(_ name: String) -> String {
    BuiltProgram.packageFolder.appendingPathComponent("pipelines/\(name)").path
  }
}

/// What a helper server answers at a path, as JSON.
func answer<Value: Decodable>(_ server: HelperServer, _ path: String, as type: Value.Type = Value.self) throws -> Value
{
  let fetched = try ProcessRun.run("/usr/bin/env", ["curl", "-fsS", server.baseURL + path])
  return try JSONDecoder().decode(type, from: Data(fetched.outputBytes))
}

/// What `wire_server.py` recorded.
struct WireLog: Decodable {
  struct Request: Decodable {
    let method: String
    let target: String
    let headers: [[String]]
    let bodySize: Int
    /// Base64.
    let body: String
    let started: Double
    let answered: Double?
    let connectionClosed: Double?

    var bodyText: String { String(decoding: Data(base64Encoded: body) ?? Data(), as: UTF8.self) }
  }

  let requests: [Request]

  /// In the order in which they arrived.
  var targets: [String] { requests.sorted { $0.started < $1.started }.map(\.target) }
}

extension TemporaryFolder {
  func path(_ name: String) -> String { url.appendingPathComponent(name).path }
}
