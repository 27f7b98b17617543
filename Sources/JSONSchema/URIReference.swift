/// A reference (RFC 3986), taken apart as text. Paths of files are such references, too.
struct URIReference {
  private var scheme: Substring?
  private var authority: Substring?
  private var path: Substring
  private var query: Substring?
  private(set) var fragment: Substring?

  init(_ text: String) {
    var rest = text[...]
    if let mark = rest.firstIndex(of: "#") {
      fragment = rest[rest.index(after: mark)...]
      rest = rest[..<mark]
    }
    if let mark = rest.firstIndex(of: "?") {
      query = rest[rest.index(after: mark)...]
      rest = rest[..<mark]
    }
    if let mark = rest.firstIndex(of: ":"), Self.isScheme(rest[..<mark]) {
      scheme = rest[..<mark]
      rest = rest[rest.index(after: mark)...]
    }
    if rest.hasPrefix("//") {
      let start = rest.dropFirst(2)
      let end = start.firstIndex(of: "/") ?? start.endIndex
      authority = start[..<end]
      rest = start[end...]
    }
    path = rest
  }

  private static func isScheme(_ text: Substring) -> Bool {
    guard let first = text.first, first.isASCII, first.isLetter else { return false }
    return text.allSatisfy { $0.isASCII && ($0.isLetter || $0.isNumber || $0 == "+" || $0 == "-" || $0 == ".") }
  }

  /// The whole, without its fragment.
  var document: String {
    var text = ""
    if let scheme { text += scheme + ":" }
    if let authority { text += "//" + authority }
    text += path
    if let query { text += "?" + query }
    return text
  }

  /// Whether it names nothing but a place in the document that holds it.
  var isFragmentOnly: Bool { scheme == nil && authority == nil && path.isEmpty && query == nil }

  /// What it names when it stands in the document `base` (RFC 3986, section 5.2).
  func resolved(against base: String) -> URIReference {
    guard scheme == nil else { return self }
    let base = URIReference(base)
    var target = self
    target.scheme = base.scheme
    guard authority == nil else { return target }
    target.authority = base.authority
    if path.isEmpty {
      target.path = base.path
      target.query = query ?? base.query
    } else if !path.hasPrefix("/") {
      let folder: Substring =
        if let slash = base.path.lastIndex(of: "/") { base.path[...slash] } else if base.authority != nil { "/" } else {
          ""
        }
      target.path = Self.withoutDots(folder + path)
    } else {
      target.path = Self.withoutDots(path)
    }
    return target
  }

  /// The path without `.` and with each `..` taken back; those that lead out of a relative path stay.
  private static func withoutDots(_ path: Substring) -> Substring {
    let isAbsolute = path.hasPrefix("/")
    var kept: [Substring] = []
    let segments = path.split(separator: "/", omittingEmptySubsequences: false).dropFirst(isAbsolute ? 1 : 0)
    for (place, segment) in zip(segments.indices, segments) {
      let isLast = place == segments.endIndex - 1
      switch segment {
      case ".":
        if isLast { kept.append("") }
      case "..":
        if let last = kept.last, last != ".." { kept.removeLast() } else if !isAbsolute { kept.append("..") }
        if isLast { kept.append("") }
      default: kept.append(segment)
      }
    }
    return (isAbsolute ? "/" : "") + kept.joined(separator: "/")[...]
  }
}

/// The text with each `%XX` replaced by its byte, read as UTF-8.
func withoutPercents(_ text: Substring) -> String {
  guard text.utf8.contains(UInt8(ascii: "%")) else { return String(text) }
  let raw = Array(text.utf8)
  var bytes: [UInt8] = []
  var index = 0
  while index < raw.count {
    if raw[index] == UInt8(ascii: "%"), index + 2 < raw.count,
      let byte = UInt8(String(decoding: raw[(index + 1)...(index + 2)], as: UTF8.self), radix: 16)
    {
      bytes.append(byte)
      index += 3
    } else {
      bytes.append(raw[index])
      index += 1
    }
  }
  return String(decoding: bytes, as: UTF8.self)
}
