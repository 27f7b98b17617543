import Foundation
import TestSupport

/// Runs a case in a copy of its folder and compares what it left with what is expected.
struct GoldenRun {
  let golden: GoldenCase
  let executable: String
  /// Write the files anew where they differ.
  let isRecording: Bool
  var limit: Duration = .seconds(60)

  /// What differs, in words for a reader; empty when all is as expected.
  func problems() throws -> [String] {
    let copy = try TemporaryFolder(copyOf: golden.folder)
    let directory = copy.url.path
    var names = [Placeholder(name: "$CASE", value: directory)]
    var server: HelperServer?
    if let line = try golden.text("server") {
      let words = shellWords(line).map { Self.replacing(names, in: $0) }
      guard let script = words.first else { return ["the file 'server' names no script"] }
      let started = try HelperServer(script: script, Array(words.dropFirst()), directory: directory)
      server = started
      names.append(Placeholder(name: "$BASE", value: started.baseURL))
      names.append(Placeholder(name: "$HOST", value: started.host))
    }
    let result = try ProcessRun.run(
      executable, shellWords(try golden.text("args") ?? "").map { Self.replacing(names, in: $0) },
      environment: try environment(names), directory: directory,
      input: try golden.text("stdin").map { .bytes(Array($0.utf8)) } ?? .nothing, within: limit)
    try server?.stop()

    var problems: [String] = []
    for (file, actual) in [
      ("stdout", result.output), ("stderr", result.error), ("exit", "\(result.ending)\n"),
    ] {
      problems += try compare(file, with: Self.naming(names, in: actual), isRequired: true)
    }
    for path in golden.expectedFiles() {
      problems += try compareFile(path, in: copy.url, names)
    }
    return problems
  }

  private func compare(_ file: String, with actual: String, isRequired: Bool) throws -> [String] {
    let place = golden.folder.appendingPathComponent(file)
    guard let text = try golden.text(file) else {
      try Data(actual.utf8).write(to: place)
      return ["\(golden.name)/\(file) was missing; it has been recorded, read it:\n\(actual)"]
    }
    let expected = ExpectedText(text)
    guard let difference = expected.difference(from: actual) else { return [] }
    if isRecording {
      try Data(expected.updated(to: actual).utf8).write(to: place)
      return ["\(golden.name)/\(file) has been recorded anew; what changed:\n\(difference)"]
    }
    return ["\(golden.name)/\(file) differs (- expected, + actual):\n\(difference)"]
  }

  private func compareFile(_ path: String, in folder: URL, _ names: [Placeholder]) throws -> [String] {
    guard let actual = FileManager.default.contents(atPath: folder.appendingPathComponent(path).path) else {
      return ["\(golden.name): the run left no file '\(path)'"]
    }
    let file = "expect-files/\(path)"
    let expected = FileManager.default.contents(atPath: golden.folder.appendingPathComponent(file).path)
    if expected == actual { return [] }
    if let text = String(data: actual, encoding: .utf8) {
      return try compare(file, with: Self.naming(names, in: text), isRequired: false)
    }
    if isRecording { try actual.write(to: golden.folder.appendingPathComponent(file)) }
    return [
      "\(golden.name)/\(file) differs: \(expected?.count ?? 0) bytes expected, \(actual.count) bytes came, not text"
    ]
  }

  /// A bare one, so that no setting of the machine or the CI system shows in what is compared.
  private func environment(_ names: [Placeholder]) throws -> [String: String] {
    let own = ProcessInfo.processInfo.environment
    var variables = own.filter { $0.key.hasSuffix("SAN_OPTIONS") || $0.key == "PATH" || $0.key == "LD_LIBRARY_PATH" }
    variables["HOME"] = Self.replacing(names, in: "$CASE")
    variables["LANG"] = "C.UTF-8"
    variables["TZ"] = "UTC"
    for line in (try golden.text("env") ?? "").split(whereSeparator: \.isNewline) where !line.hasPrefix("#") {
      let pair = line.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
      variables[String(pair[0])] = Self.replacing(names, in: pair.count > 1 ? String(pair[1]) : "")
    }
    return variables
  }

  /// A name in the case's files, and what it stands for in this run.
  private struct Placeholder {
    let name: String
    let value: String
  }

  private static func replacing(_ names: [Placeholder], in text: String) -> String {
    names.reduce(text) { $0.replacingOccurrences(of: $1.name, with: $1.value) }
  }

  /// And back again, so that a golden file holds no port and no temporary folder.
  private static func naming(_ names: [Placeholder], in text: String) -> String {
    names.reduce(text) { $0.replacingOccurrences(of: $1.value, with: $1.name) }
  }
}
