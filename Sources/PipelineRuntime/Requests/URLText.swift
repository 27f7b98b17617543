// URLs as text: what the file says is what the server gets (no dot segment, slash or escape is touched).

/// Joins a URL to a client's base. Between them stands one `/`, whichever of the two brought it.
func joinURL(base: String, _ relative: String) -> String {
  let slash = UInt8(ascii: "/")
  guard let first = relative.utf8.first else { return base }
  if first == UInt8(ascii: "?") || first == UInt8(ascii: "#") { return base + relative }
  switch (base.utf8.last == slash, first == slash) {
  case (true, true): return base + relative.dropFirst()
  case (false, false): return base + "/" + relative
  default: return base + relative
  }
}

/// Whether it names a scheme, so that no base is needed.
func isAbsoluteURL(_ url: String) -> Bool {
  let (colon, slash) = (UInt8(ascii: ":"), UInt8(ascii: "/"))
  var rest = url.utf8[...]
  while let byte = rest.popFirst() {
    if byte == slash || byte == UInt8(ascii: "?") { return false }
    if byte == colon, rest.first == slash, rest.dropFirst().first == slash { return true }
  }
  return false
}

/// Adds query parameters behind those that are there, in front of a fragment.
func addQuery(_ query: [(name: String, value: String)], to url: String) -> String {
  if query.isEmpty { return url }
  var url = url
  var fragment = ""
  if let mark = url.firstIndex(of: "#") {
    fragment = String(url[mark...])
    url = String(url[..<mark])
  }
  let text = query.map { percentEncoded($0.name) + "=" + percentEncoded($0.value) }.joined(separator: "&")
  let separator = !url.utf8.contains(UInt8(ascii: "?")) ? "?" : url.hasSuffix("?") || url.hasSuffix("&") ? "" : "&"
  return url + separator + text + fragment
}

/// As one path segment or query value: everything but the unreserved characters (RFC 3986, section 2.3) is encoded.
func percentEncoded(_ text: String) -> String {
  encoded(text, space: "%20")
}

/// As `application/x-www-form-urlencoded` (URL Standard, section 5.2): a space is `+`.
func formEncoded(_ fields: [(name: String, value: String)]) -> String {
  fields.map { encoded($0.name, space: "+") + "=" + encoded($0.value, space: "+") }.joined(separator: "&")
}

private func encoded(_ text: String, space: String) -> String {
  if text.utf8.allSatisfy(isUnreserved) { return text }
  let digits = Array("0123456789ABCDEF".utf8)
  var bytes: [UInt8] = []
  bytes.reserveCapacity(text.utf8.count * 2)
  for byte in text.utf8 {
    if isUnreserved(byte) {
      bytes.append(byte)
    } else if byte == UInt8(ascii: " ") {
      bytes += space.utf8
    } else {
      bytes += [UInt8(ascii: "%"), digits[Int(byte >> 4)], digits[Int(byte & 15)]]
    }
  }
  return String(decoding: bytes, as: UTF8.self)
}

private func isUnreserved(_ byte: UInt8) -> Bool {
  switch byte {
  case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
    UInt8(ascii: "0")...UInt8(ascii: "9"),
    UInt8(ascii: "-"), UInt8(ascii: "."), UInt8(ascii: "_"), UInt8(ascii: "~"):
    true
  default: false
  }
}

/// Scheme, host and port of an absolute URL, in lower case and with the scheme's own port filled in (RFC 6454); `nil`
/// where it has none.
func origin(of url: String) -> String? {
  guard let separator = url.firstRange(of: "://") else { return nil }
  let scheme = url[..<separator.lowerBound].lowercased()
  let rest = url[separator.upperBound...]
  var authority = rest.prefix { $0 != "/" && $0 != "?" && $0 != "#" && $0 != "\\" }
  if let at = authority.lastIndex(of: "@") { authority = authority[authority.index(after: at)...] }
  var host = authority.lowercased()
  let port: String
  let hostEnd = host.lastIndex(of: "]") ?? host.startIndex
  if let colon = host[hostEnd...].lastIndex(of: ":") {
    port = String(host[host.index(after: colon)...])
    host = String(host[..<colon])
  } else {
    port = ""
  }
  let defaults = ["http": "80", "https": "443"]
  return "\(scheme)://\(host):\(port.isEmpty ? defaults[scheme] ?? "" : port)"
}

/// The same path, query and fragment at another origin; `origin` has no path. What has no origin stays as it is.
func movedURL(_ url: String, to origin: String) -> String {
  guard isAbsoluteURL(url), let separator = url.firstRange(of: "://") else { return url }
  let rest = url[separator.upperBound...]
  guard let end = rest.firstIndex(where: { $0 == "/" || $0 == "?" || $0 == "#" }) else { return origin }
  return origin + rest[end...]
}

/// Whether what is added to the text would be part of its host or port.
func endsInAuthority(_ url: String) -> Bool {
  guard isAbsoluteURL(url), let separator = url.firstRange(of: "://") else { return false }
  return !url[separator.upperBound...].contains { $0 == "/" || $0 == "?" || $0 == "#" }
}

/// Whether it is made of what a host and its port are made of (RFC 3986, section 3.2).
func isAuthority(_ text: String) -> Bool {
  text.utf8.allSatisfy {
    isUnreserved($0) || $0 == UInt8(ascii: ":") || $0 == UInt8(ascii: "[") || $0 == UInt8(ascii: "]")
  }
}
