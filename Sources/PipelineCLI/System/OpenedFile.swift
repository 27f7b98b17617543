import Files
import Reports

#if canImport(Darwin)
  import Darwin
#elseif canImport(Glibc)
  import Glibc
#else
  import Musl
#endif

/// A file that is written piece by piece, each of which is there at once.
final class OpenedFile: Sendable {
  let output: FileDescriptorOutput
  private let descriptor: Int32

  /// - Parameter appending: keeps what the file holds; else it begins anew.
  init(_ path: String, appending: Bool = false, makesFolders: Bool = false) throws(FileError) {
    if makesFolders { try FileSystem.makeFolders(Paths.folder(of: path)) }
    var descriptor: Int32
    repeat {
      descriptor = open(path, O_WRONLY | O_CREAT | O_CLOEXEC | (appending ? O_APPEND : O_TRUNC), 0o666)
    } while descriptor < 0 && errno == EINTR
    guard descriptor >= 0 else {
      throw FileError(path: path, operation: "write", reason: String(cString: strerror(errno)))
    }
    self.descriptor = descriptor
    output = FileDescriptorOutput(descriptor: descriptor)
  }

  /// Once, after the last write. The system's reason why something could not be written, if so; a reader that left is none.
  func close() -> String? {
    let closing = systemClose(descriptor) == 0 ? 0 : errno
    let number = output.failure ?? closing
    return number == 0 || number == EPIPE || number == EINTR ? nil : String(cString: strerror(number))
  }
}

private func systemClose(_ descriptor: Int32) -> Int32 { close(descriptor) }
