import HTTP

/// A URL that libcurl may see, and what of it belongs into messages.
///
/// libcurl guesses missing schemes and would send a space as it stands; with `CURLOPT_PATH_AS_IS` it leaves the rest alone.
struct RequestURL {
  let text: String
  let isSecure: Bool
  /// The bytes of the host with its port, without a user name.
  private let endpointRange: Range<Int>
  /// Where the path, query or fragment begins.
  private let authorityEnd: Int
  private let isASCII: Bool

  /// Fails with `.invalidURL`.
  init(_ text: String) throws(TransportError) {
    var isASCII = true
    for byte in text.utf8 {
      if byte <= 0x20 || byte == 0x7F { throw Self.unsendable(in: text) }
      if byte >= 0x80 { isASCII = false }
    }
    let (http, https): (StaticString, StaticString) = ("http://", "https://")
    isSecure = Self.begins(text.utf8, with: https)
    guard isSecure || Self.begins(text.utf8, with: http) else {
      throw TransportError(.invalidURL, "the URL does not begin with 'http://' or 'https://'")
    }
    var start = isSecure ? https.utf8CodeUnitCount : http.utf8CodeUnitCount
    var position = start
    for byte in text.utf8.dropFirst(start) {
      if byte == UInt8(ascii: "/") || byte == UInt8(ascii: "?") || byte == UInt8(ascii: "#") { break }
      position += 1
      if byte == UInt8(ascii: "@") { start = position }
    }
    self.text = text
    self.isASCII = isASCII
    endpointRange = start..<position
    authorityEnd = position
    let first = text.utf8.dropFirst(start).first
    if endpointRange.isEmpty || first == UInt8(ascii: ":") {
      throw TransportError(.invalidURL, "the URL names no host")
    }
  }

  /// `host:port`, the port always said, no user name.
  var endpoint: String {
    let endpoint = text(endpointRange)
    return endpoint.hasSuffix("]") || !endpoint.contains(":") ? endpoint + (isSecure ? ":443" : ":80") : endpoint
  }

  /// The host alone.
  var host: String {
    let endpoint = text(endpointRange)
    if endpoint.hasPrefix("["), let end = endpoint.firstIndex(of: "]") { return String(endpoint[...end]) }
    return String(endpoint.prefix { $0 != ":" })
  }

  /// The same URL, with the bytes of characters beyond ASCII percent-encoded behind the host, as a request line needs it.
  /// (libcurl itself does so in the path only.)
  var encoded: String {
    if isASCII { return text }
    let digits = Array("0123456789ABCDEF")
    var encoded = text(0..<authorityEnd)
    for byte in text.utf8.dropFirst(authorityEnd) {
      if byte < 0x80 {
        encoded.unicodeScalars.append(Unicode.Scalar(byte))
      } else {
        encoded += ["%", digits[Int(byte >> 4)], digits[Int(byte & 15)]]
      }
    }
    return encoded
  }

  private func text(_ range: Range<Int>) -> String {
    String(decoding: text.utf8.dropFirst(range.lowerBound).prefix(range.count), as: UTF8.self)
  }

  /// Whether the text begins so, in any letter case.
  private static func begins(_ text: String.UTF8View, with prefix: StaticString) -> Bool {
    prefix.withUTF8Buffer { prefix in
      var index = 0
      for byte in text {
        if index == prefix.count { break }
        let isUpper = (UInt8(ascii: "A")...UInt8(ascii: "Z")).contains(byte)
        guard (isUpper ? byte | 0x20 : byte) == prefix[index] else { return false }
        index += 1
      }
      return index == prefix.count
    }
  }

  private static func unsendable(in text: String) -> TransportError {
    var position = 0
    for scalar in text.unicodeScalars {
      position += 1
      if scalar == " " { return TransportError(.invalidURL, "the URL has a space at character \(position)") }
      if scalar.value < 0x20 || scalar.value == 0x7F { break }
    }
    return TransportError(.invalidURL, "the URL has a control character at character \(position)")
  }
}
