package import Foundation

/// A folder of a test's own, removed with this object.
package final class TemporaryFolder: Sendable {
  /// Without symbolic links in it, as programs report the paths below it.
  package let url: URL

  /// An empty folder, or a copy of `original`.
  package init(copyOf original: URL? = nil) throws {
    let base = FileManager.default.temporaryDirectory.resolvingSymlinksInPath()
    url = base.appendingPathComponent("pipeline-test-\(UUID().uuidString)")
    if let original {
      try FileManager.default.copyItem(at: original, to: url)
    } else {
      try FileManager.default.createDirectory(at: url, withIntermediateDirectories: true)
    }
  }

  deinit { try? FileManager.default.removeItem(at: url) }

  /// Writes a file in the folder, with the folders that lead to it.
  package func write(_ text: String, to path: String) throws {
    let file = url.appendingPathComponent(path)
    try FileManager.default.createDirectory(at: file.deletingLastPathComponent(), withIntermediateDirectories: true)
    try Data(text.utf8).write(to: file)
  }
}
