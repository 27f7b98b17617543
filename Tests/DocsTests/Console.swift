import Foundation
import TestSupport

/// A block of commands and what they print: `$ pipeline run …`, and below it standard error, then standard output, as
/// they come in a pipe.
struct Console {
  struct Entry {
    let command: String
    let output: [String]
    /// Where the output begins in the block.
    let place: Int
  }

  let entries: [Entry]

  init(_ lines: [String]) {
    let starts = lines.indices.filter { lines[$0].hasPrefix("$ ") }
    entries = zip(starts, starts.dropFirst() + [lines.count]).map { start, end in
      Entry(
        command: String(lines[start].dropFirst(2)), output: Array(lines[(start + 1)..<end]), place: start + 1)
    }
  }

  /// What the commands print, run one after the other by a shell that finds the built program.
  func run(in folder: URL) throws -> [[String]] {
    var status: Int32 = 0
    return try entries.map { entry in
      // So that `echo $?` tells of the command before.
      let script = "(exit \(status)); \(entry.command)"
      let result = try ProcessRun.run(
        "/bin/sh", ["-c", script], environment: Self.environment, directory: folder.path)
      guard case .exited(let exit) = result.ending else { return ["ended by \(result.ending)"] }
      status = exit
      return (result.error + result.output).components(separatedBy: "\n").dropLast()
    }
  }

  private static var environment: [String: String] {
    let program = URL(fileURLWithPath: BuiltProgram.pipeline).deletingLastPathComponent().path
    let own = ProcessInfo.processInfo.environment
    var variables = own.filter { $0.key.hasSuffix("SAN_OPTIONS") || $0.key == "LD_LIBRARY_PATH" }
    variables["PATH"] = "\(program):/usr/bin:/bin"
    variables["LANG"] = "C.UTF-8"
    return variables
  }

  /// The lines without what differs from run to run: times and the port of the embedded mock.
  static func comparable(_ lines: [String]) -> [String] {
    lines.map { line in
      withoutPorts(line).replacing(/[0-9]+(\.[0-9]+)? (ms|s|min)\b/, with: "0 ms")
        .replacing(/duration_ms: [0-9.]+/, with: "duration_ms: 0")
    }
  }

  /// A page shows no port that was free once.
  static func withoutPorts(_ line: String) -> String {
    line.replacing(/127\.0\.0\.1:[0-9]{5}\b/, with: "127.0.0.1:PORT")
  }
}
