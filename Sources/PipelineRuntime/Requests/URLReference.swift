// References to URLs, resolved (RFC 3986, section 5).

/// The five parts of a URL or of a reference to one (appendix B).
private struct URLParts {
  var scheme: Substring?
  var authority: Substring?
  var path: Substring
  var query: Substring?

  init(_ text: String) {
    var rest = text[...]
    // What stands behind '#' is never sent.
    if let mark = rest.firstIndex(of: "#") { rest = rest[..<mark] }
    if let mark = rest.firstIndex(of: "?") {
      query = rest[rest.index(after: mark)...]
      rest = rest[..<mark]
    }
    if let colon = rest.firstIndex(of: ":"), Self.isScheme(rest[..<colon]) {
      scheme = rest[..<colon]
      rest = rest[rest.index(after: colon)...]
    }
    if rest.hasPrefix("//") {
      rest = rest.dropFirst(2)
      let end = rest.firstIndex(of: "/") ?? rest.endIndex
      authority = rest[..<end]
      rest = rest[end...]
    }
    path = rest
  }

  private static func isScheme(_ text: Substring) -> Bool {
    guard let first = text.utf8.first, (first | 0x20) >= 0x61, (first | 0x20) <= 0x7A else { return false }
    return text.utf8.allSatisfy { byte in
      (byte | 0x20) >= 0x61 && (byte | 0x20) <= 0x7A || byte >= 0x30 && byte <= 0x39 || "+-.".utf8.contains(byte)
    }
  }
}

/// The URL that a reference names where it stands in what `base` gave, without its fragment.
func resolveURL(_ reference: String, against base: String) -> String {
  let (reference, base) = (URLParts(reference), URLParts(base))
  var (authority, path, query) = (base.authority, "", reference.query)
  if reference.scheme != nil || reference.authority != nil {
    authority = reference.authority
    path = withoutDotSegments(reference.path)
  } else if reference.path.isEmpty {
    path = String(base.path)
    query = reference.query ?? base.query
  } else if reference.path.hasPrefix("/") {
    path = withoutDotSegments(reference.path)
  } else {
    let folder = base.path.lastIndex(of: "/").map { base.path[...$0] } ?? (base.authority == nil ? "" : "/")
    path = withoutDotSegments(folder + reference.path)
  }
  var url = ""
  if let scheme = reference.scheme ?? base.scheme { url += scheme + ":" }
  if let authority { url += "//" + authority }
  url += path
  if let query { url += "?" + query }
  return url
}

/// Section 5.2.4.
private func withoutDotSegments(_ path: Substring) -> String {
  var kept: [Substring] = []
  let segments = path.split(separator: "/", omittingEmptySubsequences: false)
  let isAbsolute = path.hasPrefix("/")
  for (place, segment) in segments.enumerated() {
    let isLast = place == segments.count - 1
    switch segment {
    case ".": if isLast { kept.append("") }
    case "..":
      if kept.count > (isAbsolute ? 1 : 0) { kept.removeLast() }
      if isLast { kept.append("") }
    default: kept.append(segment)
    }
  }
  return kept.joined(separator: "/")
}
