import Foundation
import TestSupport
import Testing

/// A page of the documentation, and the fenced blocks in it.
struct Document: Sendable, CustomTestStringConvertible {
  /// Relative to the package's root.
  let path: String

  var testDescription: String { path }
  var url: URL { BuiltProgram.packageFolder.appendingPathComponent(path) }

  func text() throws -> String { try String(contentsOf: url, encoding: .utf8) }

  /// README.md and all that `docs` holds, in the order of their paths.
  static let all: [Document] = {
    let folder = BuiltProgram.packageFolder
    let below = FileManager.default.enumerator(atPath: folder.appendingPathComponent("docs").path)
    let pages = below?.compactMap { $0 as? String }.filter { $0.hasSuffix(".md") }.map { "docs/" + $0 } ?? []
    return (["README.md"] + pages.sorted()).map { Document(path: $0) }
  }()

  /// A fenced block. The line before its fence may say more of it: `` `hello.yaml`: `` is the name of the file that it
  /// is, `<!-- not run: REASON -->` why it is no example that can be run.
  struct Block {
    let language: String
    let lines: [String]
    /// The number, from 1, of the first line between the fences.
    let firstLine: Int
    let fileName: String?
    let isRun: Bool

    var text: String { lines.joined(separator: "\n") + "\n" }
  }

  func blocks() throws -> [Block] {
    let lines = try text().components(separatedBy: "\n")
    var blocks: [Block] = []
    var open: (language: String, start: Int)?
    for (place, line) in lines.enumerated() where line.hasPrefix("```") {
      guard let (language, start) = open else {
        open = (String(line.dropFirst(3)), place)
        continue
      }
      open = nil
      let before = start > 0 ? lines[start - 1] : ""
      blocks.append(
        Block(
          language: language, lines: Array(lines[(start + 1)..<place]), firstLine: start + 2,
          fileName: before.hasPrefix("`") && before.hasSuffix("`:") ? String(before.dropFirst().dropLast(2)) : nil,
          isRun: !before.hasPrefix("<!-- not run: ")))
    }
    return blocks
  }
}
