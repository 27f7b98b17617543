import Reports
import RunEvents

#if canImport(Darwin)
  import Darwin
#elseif canImport(Glibc)
  import Glibc
#else
  import Musl
#endif

/// Standard output or standard error, written whole or not at all any more.
///
/// A reader that left is no fault: what follows is dropped in silence. Any other fault is kept to be told.
final class StandardStream: TextOutput {
  static let output = StandardStream(descriptor: 1)
  static let error = StandardStream(descriptor: 2)

  private let output: FileDescriptorOutput

  init(descriptor: Int32) { output = FileDescriptorOutput(descriptor: descriptor) }

  var isTerminal: Bool { output.isTerminal }
  var size: TextSize? { output.size }

  func write(_ bytes: [UInt8]) { output.write(bytes) }
  func write(_ text: String) { output.write(Array(text.utf8)) }

  /// The system's reason why something could not be written, but for a reader that left.
  var fault: String? {
    guard let number = output.failure, number != EPIPE else { return nil }
    return String(cString: strerror(number))
  }
}
