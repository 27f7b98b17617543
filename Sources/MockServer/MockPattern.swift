/// The path of a route: `/bucket/{id}` or `/files/{name}.json`. `{name}` stands for one or more characters within one segment.
package struct MockPattern: Sendable {
  private enum Segment: Sendable {
    case literal(raw: String, decoded: String)
    case parameter(prefix: String, name: String, suffix: String)
  }

  /// The pattern as it was written.
  package let text: String
  private let segments: [Segment]

  /// - Throws: `MockPatternError` where the path does not begin with `/`, holds a query, or a brace has no partner or no name.
  package init(_ text: String) throws(MockPatternError) {
    guard text.hasPrefix("/") else { throw MockPatternError("a route's path begins with '/'") }
    guard !text.contains("?"), !text.contains("#") else {
      throw MockPatternError("a route's path holds no query; the reply can look at '$request.query'")
    }
    var names: Set<String> = []
    var parsed: [Segment] = []
    for segment in Self.segments(of: text) {
      let next = try Self.parse(segment)
      if case .parameter(_, let name, _) = next, !names.insert(name).inserted {
        throw MockPatternError("the parameter '{\(name)}' occurs twice")
      }
      parsed.append(next)
    }
    self.text = text
    segments = parsed
  }

  /// The parameters' names, from left to right.
  package var parameterNames: [String] {
    segments.compactMap { segment in
      if case .parameter(_, let name, _) = segment { name } else { nil }
    }
  }

  /// The pieces of a path between its slashes, the one before the first slash left out.
  static func segments(of path: String) -> [Substring] {
    path.dropFirst().split(separator: "/", omittingEmptySubsequences: false)
  }

  /// The parameters, percent-decoded, where the path fits.
  func match(_ path: [Substring]) -> [String: String]? {
    guard path.count == segments.count else { return nil }
    var parameters: [String: String] = [:]
    for (segment, piece) in zip(segments, path) {
      switch segment {
      case .literal(let raw, let decoded):
        // The raw text first: decoding is needed only where the two are written differently.
        guard piece == raw || (piece.utf8.contains(UInt8(ascii: "%")) && percentDecoded(piece) == decoded) else {
          return nil
        }
      case .parameter(let prefix, let name, let suffix):
        let value = percentDecoded(piece)
        guard value.utf8.count > prefix.utf8.count + suffix.utf8.count, value.hasPrefix(prefix), value.hasSuffix(suffix)
        else { return nil }
        parameters[name] = String(value.dropFirst(prefix.count).dropLast(suffix.count))
      }
    }
    return parameters
  }

  private static func parse(_ segment: Substring) throws(MockPatternError) -> Segment {
    guard let open = segment.firstIndex(of: "{") else {
      guard !segment.contains("}") else { throw MockPatternError("a '}' has no '{' before it") }
      return .literal(raw: String(segment), decoded: percentDecoded(segment))
    }
    guard let close = segment[open...].firstIndex(of: "}") else { throw MockPatternError("a '{' has no '}' after it") }
    let name = String(segment[segment.index(after: open)..<close])
    let suffix = segment[segment.index(after: close)...]
    guard !name.isEmpty, name.allSatisfy({ $0.isASCII && ($0.isLetter || $0.isNumber || $0 == "_" || $0 == "-") })
    else {
      throw MockPatternError("'{\(name)}' is no parameter: a name of letters, digits, '_' and '-' is wanted")
    }
    guard !suffix.contains(where: { $0 == "{" || $0 == "}" }) else {
      throw MockPatternError("a segment holds one parameter at most")
    }
    return .parameter(prefix: percentDecoded(segment[..<open]), name: name, suffix: percentDecoded(suffix))
  }
}

/// Why a route's path cannot be used.
package struct MockPatternError: Error, Sendable, Equatable {
  package let message: String
  init(_ message: String) { self.message = message }
}
