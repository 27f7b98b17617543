package import HTTP

/// A request as it reached the mock server.
package struct MockRequest: Sendable {
  package var method: String
  /// The path as it was sent, still percent-encoded, without the query.
  package var path: String
  /// The query as it was sent, without the `?`; `nil` where there was no `?`.
  package var rawQuery: String?
  /// The query's decoded pairs in the order they were sent; a name may occur more than once, a pair without `=` has an empty value.
  package var query: [(name: String, value: String)]
  /// What the route's pattern caught, percent-decoded, by name.
  package var parameters: [String: String]
  /// In the order they were sent.
  package var headers: [Header]
  /// The body, or the start of it where it is longer than the server keeps.
  package var body: [UInt8]
  /// The length of the body that was received.
  package var bodySize: Int

  /// Whether `body` is all of it.
  package var isBodyWhole: Bool { body.count == bodySize }

  /// The first value of the header, in whatever letter case it was sent.
  package func header(_ name: String) -> String? {
    let wanted = name.lowercased()
    return headers.first { $0.name.lowercased() == wanted }?.value
  }
}
