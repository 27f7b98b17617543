import Files
import Reports
import RunEvents

/// Where `--events` writes: each line as soon as it is there, so that what a killed run leaves can be read.
final class EventFile: Sendable {
  let path: String
  let reporter: EventReporter
  /// `nil` for standard output.
  private let file: OpenedFile?

  init(_ path: String) throws(FileError) {
    self.path = path
    guard path != "-" else {
      file = nil
      let isTerminal = StandardStream.output.isTerminal
      reporter = EventReporter { StandardStream.output.write(isTerminal ? SafeJSON.bytes($0) : $0) }
      return
    }
    let file = try OpenedFile(path, makesFolders: true)
    self.file = file
    reporter = EventReporter { file.output.write($0) }
  }

  /// What could not be written, if anything; standard output tells that itself.
  func close() -> String? {
    reporter.flush()
    return file?.close()
  }
}
