/// A number as its text: every digit it came with is kept, from response to URL, body and report.
package struct JSONNumber: Sendable {
  /// The number as JSON writes it (RFC 8259, section 6), exactly as it was given.
  package let text: String

  package init(_ value: Int) { text = String(value) }
}
