import Synchronization

extension FileSystem {
  /// From here on every path outside of a folder is refused in this process, to be read and to be written.
  ///
  /// For programs that are fed by anybody, such as fuzz targets. Paths are compared as text, so the folder must be without
  /// links that lead out of it, and only absolute paths are within it. It can't be taken back, only made narrower.
  package static func confine(to folder: String) {
    let folder = Paths.normalized(folder)
    FileConfinement.folder.withLock { $0 = folder }
  }
}

enum FileConfinement {
  fileprivate static let folder = Mutex<String?>(nil)

  static func allows(_ path: String) -> Bool {
    guard let folder = folder.withLock({ $0 }) else { return true }
    let path = Paths.normalized(path)
    return path == folder || path.hasPrefix(folder + "/")
  }
}
