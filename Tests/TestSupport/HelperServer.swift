import Foundation

/// A server that a test speaks to: a program that prints its port, or its whole address, as its first line, and ends
/// when its input ends.
package final class HelperServer {
  /// `http://127.0.0.1:PORT`, or what the program printed if that is an address.
  package let baseURL: String
  /// The address without its scheme: `127.0.0.1:PORT`.
  package var host: String { baseURL.components(separatedBy: "://").last ?? baseURL }
  package let process: ProcessRun

  /// Starts a script of `Tests/Support` with Python, and waits until it listens.
  ///
  /// - Parameter directory: Where it starts, and so where it writes what it records.
  package convenience init(script: String, _ arguments: [String] = [], directory: String? = nil) throws {
    let path = BuiltProgram.supportFolder.appendingPathComponent(script).path
    try self.init(program: "/usr/bin/env", ["python3", path] + arguments, directory: directory)
  }

  /// Starts any program that keeps to the same terms.
  package init(program: String, _ arguments: [String] = [], directory: String? = nil) throws {
    process = try ProcessRun(program, arguments, directory: directory, input: .openPipe)
    try process.waitForOutput("\n", within: .seconds(120))
    let line = process.text().prefix { !$0.isNewline }
    baseURL = line.allSatisfy(\.isNumber) ? "http://127.0.0.1:\(line)" : String(line)
  }

  /// Ends it and gives back what it printed after its address.
  @discardableResult
  package func stop() throws -> String {
    process.closeInput()
    let output = try process.wait(within: .seconds(20)).output
    return String(output.drop { !$0.isNewline }.dropFirst())
  }
}
