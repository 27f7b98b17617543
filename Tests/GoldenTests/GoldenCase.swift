import Foundation
import TestSupport
import Testing

/// A folder of `Tests/Golden`: one run of the program and all that it must leave. Tests/Golden/README.md tells the layout.
struct GoldenCase: CustomTestStringConvertible, Sendable {
  let folder: URL
  /// The folder's path below the root of all cases.
  let name: String

  var testDescription: String { name }

  /// All folders below `root` that hold a file `args`, by name.
  static func all(below root: URL) -> [GoldenCase] {
    guard let files = FileManager.default.enumerator(atPath: root.path) else { return [] }
    let names = files.compactMap { $0 as? String }.filter { $0.hasSuffix("/args") }.map { String($0.dropLast(5)) }
    return names.sorted().map { GoldenCase(folder: root.appendingPathComponent($0), name: $0) }
  }

  /// The text of one of the case's files; `nil` if it has none of that name.
  func text(_ file: String) throws -> String? {
    guard FileManager.default.fileExists(atPath: folder.appendingPathComponent(file).path) else { return nil }
    return String(decoding: try Data(contentsOf: folder.appendingPathComponent(file)), as: UTF8.self)
  }

  /// The files below `expect-files`, by path.
  func expectedFiles() -> [String] {
    let root = folder.appendingPathComponent("expect-files")
    guard let entries = FileManager.default.enumerator(atPath: root.path) else { return [] }
    return entries.compactMap { $0 as? String }.filter { path in
      var isFolder: ObjCBool = false
      let exists = FileManager.default.fileExists(
        atPath: root.appendingPathComponent(path).path, isDirectory: &isFolder)
      return exists && !isFolder.boolValue
    }.sorted()
  }
}
