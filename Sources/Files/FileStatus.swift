#if canImport(Darwin)
  import Darwin
#elseif canImport(Glibc)
  import Glibc
#else
  import Musl
#endif

/// What is known of a file without reading it.
package struct FileStatus: Sendable, Equatable {
  package enum Kind: Sendable {
    case regular, folder, pipe, socket, device, other
  }

  package var kind: Kind
  /// In bytes; of no meaning but for a regular file.
  package var size: Int64

  package var isRegularFile: Bool { kind == .regular }

  package init(kind: Kind, size: Int64) {
    self.kind = kind
    self.size = size
  }

  init(_ info: stat) {
    size = Int64(info.st_size)
    kind =
      switch info.st_mode & mode_t(S_IFMT) {
      case mode_t(S_IFREG): .regular
      case mode_t(S_IFDIR): .folder
      case mode_t(S_IFIFO): .pipe
      case mode_t(S_IFSOCK): .socket
      case mode_t(S_IFCHR), mode_t(S_IFBLK): .device
      default: .other
      }
  }
}
