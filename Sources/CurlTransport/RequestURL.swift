import HTTP

/// What a URL must be before libcurl sees it, and what of it belongs into messages.
///
/// libcurl guesses missing schemes and would send a space as it stands; with `CURLOPT_PATH_AS_IS` it leaves the rest alone.
enum RequestURL {
  static func check(_ url: String) throws(TransportError) {
    var position = 0
    for scalar in url.unicodeScalars {
      position += 1
      guard scalar.value <= 0x20 || scalar.value == 0x7F else { continue }
      let name = scalar == " " ? "a space" : "a control character"
      throw TransportError(.invalidURL, "the URL has \(name) at character \(position)")
    }
    guard let authority = authority(of: url) else {
      throw TransportError(.invalidURL, "the URL does not begin with 'http://' or 'https://'")
    }
    if host(in: authority).isEmpty { throw TransportError(.invalidURL, "the URL names no host") }
  }

  /// The same URL, with the bytes of characters beyond ASCII percent-encoded behind the host, as a request line needs it.
  /// (libcurl itself does so in the path only.)
  static func encoded(_ url: String) -> String {
    if url.utf8.allSatisfy({ $0 < 0x80 }) { return url }
    guard let authority = authority(of: url) else { return url }
    var encoded = String(url[..<authority.endIndex])
    let digits = Array("0123456789ABCDEF")
    for character in url[authority.endIndex...] {
      if character.isASCII {
        encoded.append(character)
      } else {
        for byte in character.utf8 { encoded += ["%", digits[Int(byte >> 4)], digits[Int(byte & 15)]] }
      }
    }
    return encoded
  }

  /// `host:port`, the port always said, no user name.
  static func endpoint(of url: String) -> String {
    guard let authority = authority(of: url) else { return url }
    let endpoint = endpoint(in: authority)
    if endpoint.hasSuffix("]") || !endpoint.contains(":") { return endpoint + (isSecure(url) ? ":443" : ":80") }
    return String(endpoint)
  }

  /// The host alone.
  static func host(of url: String) -> String {
    authority(of: url).map { String(host(in: $0)) } ?? url
  }

  private static func authority(of url: String) -> Substring? {
    let scheme = isSecure(url) ? "https://" : "http://"
    let prefix = url.prefix(scheme.count)
    guard prefix.lowercased() == scheme else { return nil }
    return url[prefix.endIndex...].prefix { $0 != "/" && $0 != "?" && $0 != "#" }
  }

  static func isSecure(_ url: String) -> Bool { url.prefix(6).lowercased() == "https:" }

  private static func endpoint(in authority: Substring) -> Substring {
    authority.lastIndex(of: "@").map { authority[authority.index(after: $0)...] } ?? authority
  }

  private static func host(in authority: Substring) -> Substring {
    let endpoint = endpoint(in: authority)
    if endpoint.hasPrefix("["), let end = endpoint.firstIndex(of: "]") { return endpoint[...end] }
    return endpoint.prefix { $0 != ":" }
  }
}
