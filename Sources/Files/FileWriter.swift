#if canImport(Darwin)
  import Darwin
#elseif canImport(Glibc)
  import Glibc
#else
  import Musl
#endif

/// Writes a file whole or not at all, piece by piece.
///
/// The bytes go to a new file beside the target, which takes the target's name in `finish()`. Without `finish()` (an error, or the
/// writer let go) the new file is removed and the target is as it was. A link is followed, the permissions are those that the process gives
/// to new files. Where the target is no regular file, such as a pipe or `/dev/stdout`, the bytes go straight to it.
/// A writer is used from one thread at a time. Writing to a closed pipe is an error only where `SIGPIPE` is ignored.
package final class FileWriter {
  private let path: String
  private var descriptor: Int32
  /// The new file and the name that it takes; nil where the bytes go straight to the target.
  private var replacement: (temporary: String, target: String)?

  /// - Parameter makesFolders: Whether to make the folders of the path that do not exist.
  package init(_ path: String, makesFolders: Bool = false) throws(FileError) {
    self.path = path
    try System.check(path, "write")
    var info = stat()
    if System.descriptor(named: path) != nil {
      descriptor = try System.open(path, O_WRONLY, "write")
      return
    }
    if stat(path, &info) == 0 {
      switch FileStatus(info).kind {
      case .regular: break
      case .folder: throw System.error(path, "write", EISDIR)
      case .pipe, .socket, .device, .other:
        descriptor = try System.open(path, O_WRONLY, "write")
        return
      }
    }
    let target = try Self.followLinks(path)
    if makesFolders { try FileSystem.makeFolders(Paths.folder(of: target)) }
    // A path such as `reports/` names no file.
    if target.isEmpty || target.hasSuffix("/") { throw System.error(path, "write", target.isEmpty ? ENOENT : EISDIR) }
    while true {
      let name = ".pipeline-\(String(UInt64.random(in: .min ... .max), radix: 36))"
      let temporary = Paths.join(Paths.folder(of: target), name)
      descriptor = System.retrying {
        System.openFile(temporary, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0o666)
      }
      if descriptor >= 0 {
        replacement = (temporary, target)
        return
      }
      if errno != EEXIST { throw System.error(path, "write") }
    }
  }

  deinit { discard() }

  /// Adds bytes; after an error nothing is left of the file.
  package func append(_ bytes: some Sequence<UInt8>) throws(FileError) {
    let outcome = bytes.withContiguousStorageIfAvailable { storage -> Result<Void, FileError> in
      Result { () throws(FileError) in try append(UnsafeRawBufferPointer(storage)) }
    }
    if let outcome { return try outcome.get() }
    let copy = Array(bytes)
    let copied = copy.withUnsafeBytes { storage -> Result<Void, FileError> in
      Result { () throws(FileError) in try append(storage) }
    }
    try copied.get()
  }

  /// Adds bytes; after an error nothing is left of the file.
  package func append(_ bytes: UnsafeRawBufferPointer) throws(FileError) {
    guard descriptor >= 0 else { throw System.error(path, "write", EBADF) }
    do {
      try System.writeAll(bytes, to: descriptor, path)
    } catch {
      discard()
      throw error
    }
  }

  /// Puts the file in its place. Nothing more can be added.
  package func finish() throws(FileError) {
    guard descriptor >= 0 else { throw System.error(path, "write", EBADF) }
    // Closing is not repeated when interrupted: the descriptor is gone by then.
    let closed = System.closeFile(descriptor)
    let code = errno
    descriptor = -1
    if closed != 0, code != EINTR {
      discard()
      throw System.error(path, "write", code)
    }
    guard let (temporary, target) = replacement else { return }
    if rename(temporary, target) != 0 {
      let code = errno
      discard()
      throw System.error(path, "write", code)
    }
    replacement = nil
  }

  /// Removes what was written; the target is as it was. Nothing more can be added.
  package func discard() {
    if descriptor >= 0 { _ = System.closeFile(descriptor) }
    descriptor = -1
    if let temporary = replacement?.temporary { unlink(temporary) }
    replacement = nil
  }

  /// The path at the end of a chain of links; a link that leads nowhere is followed to where the file would be.
  private static func followLinks(_ path: String) throws(FileError) -> String {
    var target = path
    for _ in 0..<40 {
      var buffer = [CChar](repeating: 0, count: 4096)
      let count = readlink(target, &buffer, buffer.count)
      // Not a link, or not there.
      if count < 0 { return target }
      let link = String(decoding: buffer.prefix(count).map(UInt8.init(bitPattern:)), as: UTF8.self)
      target = Paths.resolve(link, against: Paths.folder(of: target))
    }
    throw System.error(path, "write", ELOOP)
  }
}
