/// A source text with its name, as the user knows it.
package final class SourceText: Sendable {
  /// The path as the user wrote it, or a name such as `<input>`.
  package let name: String
  package let bytes: [UInt8]

  package init(name: String, bytes: [UInt8]) {
    self.name = name
    self.bytes = bytes
  }
}
