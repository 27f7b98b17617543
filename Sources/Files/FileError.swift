/// A file that could not be read or written: the path as it was asked for, and the system's reason.
package struct FileError: Error, Sendable, Equatable {
  package var path: String
  package var operation: String
  /// The system's own words for `errno`, for example `No such file or directory`.
  package var reason: String

  package init(path: String, operation: String, reason: String) {
    self.path = path
    self.operation = operation
    self.reason = reason
  }
}

extension FileError: CustomStringConvertible {
  package var description: String { "cannot \(operation) '\(path)': \(reason)" }
}
