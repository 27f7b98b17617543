#if canImport(Darwin)
  import Darwin
#elseif canImport(Glibc)
  import Glibc
#else
  import Musl
#endif

/// Files and what surrounds them, without Foundation. All functions block, and may be called on any thread.
package enum FileSystem {
  /// Reads a whole file. A pipe, `/dev/stdin` and the like are read to their end; a folder is an error.
  ///
  /// - Parameter limit: The most bytes; a longer file is an error (`File too large`), found without reading on.
  package static func read(_ path: String, limit: Int = .max) throws(FileError) -> [UInt8] {
    let descriptor = try System.open(path, O_RDONLY, "read")
    defer { _ = System.closeFile(descriptor) }
    var info = stat()
    if fstat(descriptor, &info) != 0 { throw System.error(path, "read") }
    let status = FileStatus(info)
    if status.kind == .folder { throw System.error(path, "read", EISDIR) }
    if status.kind == .regular, status.size > limit { throw System.error(path, "read", EFBIG) }

    // A size is a hint: files in /proc say 0, a file may grow while it is read, and a sparse one may say any size.
    var bytes: [UInt8] = []
    if status.kind == .regular { bytes.reserveCapacity(Int(min(status.size, 64 << 20))) }
    let buffer = UnsafeMutableRawBufferPointer.allocate(byteCount: 256 << 10, alignment: 16)
    defer { buffer.deallocate() }
    while true {
      let count = System.retrying { System.readFile(descriptor, buffer) }
      if count == 0 { return bytes }
      if count > 0 {
        bytes.append(contentsOf: UnsafeRawBufferPointer(rebasing: buffer[..<count]))
        if bytes.count > limit { throw System.error(path, "read", EFBIG) }
      } else if errno == EAGAIN || errno == EWOULDBLOCK {
        System.wait(for: descriptor, Int16(POLLIN))
      } else {
        throw System.error(path, "read")
      }
    }
  }

  /// What a path leads to, links followed.
  package static func status(of path: String) throws(FileError) -> FileStatus {
    try System.check(path, "read")
    var info = stat()
    let result =
      if let number = System.descriptor(named: path) { fstat(number, &info) } else { stat(path, &info) }
    if result != 0 { throw System.error(path, "read") }
    return FileStatus(info)
  }

  /// Writes a whole file or nothing: see `FileWriter`.
  ///
  /// - Parameter makesFolders: Whether to make the folders of the path that do not exist.
  package static func write(
    _ bytes: some Sequence<UInt8>, to path: String, makesFolders: Bool = false
  ) throws(FileError) {
    let writer = try FileWriter(path, makesFolders: makesFolders)
    try writer.append(bytes)
    try writer.finish()
  }

  /// Makes a folder and those above it that do not exist; one that exists is fine.
  package static func makeFolders(_ path: String) throws(FileError) {
    try System.check(path, "create folder")
    var missing: [String] = []
    var folder = path
    while !folder.isEmpty, mkdir(folder, 0o777) != 0 {
      if errno == ENOENT {
        missing.append(folder)
        folder = Paths.folder(of: folder)
      } else if errno == EEXIST || errno == EISDIR {
        if (try? status(of: folder))?.kind != .folder { throw System.error(folder, "create folder", ENOTDIR) }
        break
      } else {
        throw System.error(folder, "create folder")
      }
    }
    for folder in missing.reversed() where mkdir(folder, 0o777) != 0 && errno != EEXIST {
      throw System.error(folder, "create folder")
    }
  }

  /// The working directory, as an absolute path.
  package static func currentFolder() throws(FileError) -> String {
    var size = 1024
    while true {
      var buffer = [CChar](repeating: 0, count: size)
      if getcwd(&buffer, size) != nil {
        return String(decoding: buffer.prefix { $0 != 0 }.map(UInt8.init(bitPattern:)), as: UTF8.self)
      }
      guard errno == ERANGE, size < 1 << 20 else { throw System.error(".", "find the working directory") }
      size *= 2
    }
  }
}

/// The value of an environment variable, or nil where it is not set. Bytes that are not UTF-8 become U+FFFD.
package func environment(_ name: String) -> String? {
  guard !name.isEmpty, !name.utf8.contains(0), let value = getenv(name) else { return nil }
  return String(cString: value)
}
