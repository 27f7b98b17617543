package import Diagnostics
package import HTTP

/// Who is spoken to.
package struct ClientDeclaration: Sendable {
  package let name: String
  /// The file that declares it: the pipeline's, or one that it includes.
  package let source: SourceText
  package let range: SourceRange
  package var baseURL: TextTemplate?
  package var headers: [NamedTemplate] = []
  package var query: [NamedTemplate] = []
  package var auth: Auth?
  package var retry: RequestRetry?
  package var redirects: Int?
  package var keepsHeaders: Bool?
  package var keepsCookies = false
  package var timeouts: Timeouts?
  package var accept: StatusSet?
  package var errorBody: TypeReference?
  package var proxy: TextTemplate?
  package var tls: TLSOptions?
  /// Those of `tls`.
  var files: [FileReference] = []
  package var version: TransferOptions.Version = .any
  /// Requests in flight at most.
  package var concurrency = CountSource.constant(ClientDeclaration.defaultConcurrency)

  package static let defaultConcurrency = 8

  init(name: String, source: SourceText, range: SourceRange) {
    self.name = name
    self.source = source
    self.range = range
  }
}

/// A header, a query parameter or a form field: `null` leaves it out, a list repeats it.
package struct NamedTemplate: Sendable {
  package let name: String
  package let value: ValueTemplate
  /// Of the name.
  package let range: SourceRange
  package let valueRange: SourceRange
}

package struct TLSOptions: Sendable {
  package var ca: String?
  package var certificate: String?
  package var key: String?
  package var pin: String?
  package var insecure = false
}

/// Statuses that are fine.
package struct StatusSet: Sendable {
  package let ranges: [ClosedRange<Int>]

  package func contains(_ status: Int) -> Bool { ranges.contains { $0.contains(status) } }

  package static let success = StatusSet(ranges: [200...299])

  /// `200, 300–399`.
  package var description: String {
    ranges.map { $0.count == 1 ? "\($0.lowerBound)" : "\($0.lowerBound)–\($0.upperBound)" }.joined(separator: ", ")
  }
}
