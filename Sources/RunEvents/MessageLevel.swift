/// Which of a file's own messages it is.
package enum MessageLevel: String, Sendable {
  /// A line of `log`.
  case log
  /// What `sink` says of a value, of the good end and of a failure.
  case value, finished, failure
}
