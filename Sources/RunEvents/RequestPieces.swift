import HTTP
import Values

/// Where a request holds secrets that have names, or files among its body: what a command needs to send the same bytes with the
/// secrets taken from variables.
///
/// A part of the request that holds neither is left out. What is hidden and has no name is masked in these as well.
package struct RequestPieces: Sendable, Equatable {
  package var url: [Piece]?
  /// By the header's place among all.
  package var headers: [Int: [Piece]] = [:]
  package var body: [Piece]?

  package init(url: [Piece]? = nil, headers: [Int: [Piece]] = [:], body: [Piece]? = nil) {
    self.url = url
    self.headers = headers
    self.body = body
  }

  package var isEmpty: Bool { url == nil && headers.isEmpty && body == nil }

  package indirect enum Piece: Sendable, Equatable {
    case text(String)
    /// The secret input of that name, written so.
    case secret(String, Encoding)
    /// Base64 of what these are together.
    case base64([Piece])
    /// What is in the file.
    case file(String)
  }

  package enum Encoding: String, Sendable, CaseIterable {
    /// As it is.
    case plain
    /// Percent-encoded: all but letters, digits and `-._~` (RFC 3986).
    case percent
    /// The same with `+` for a blank, as forms have it.
    case form
    /// As in a JSON string.
    case json
  }
}

extension SecretMask {
  /// The pieces of a request whose texts are whole and not masked; `nil` where it has none.
  ///
  /// - Parameter body: those that are known of it already, files among them.
  func pieces(of request: RequestDescription) -> RequestPieces? {
    var pieces = RequestPieces()
    pieces.url = self.pieces(of: request.url)
    for (place, header) in request.headers.enumerated() {
      let own = header.isSensitive ? credentialPieces(of: header) : self.pieces(of: header.value)
      if let own { pieces.headers[place] = own }
    }
    if let body = request.pieces?.body {
      var parts: [RequestPieces.Piece] = []
      for piece in body {
        guard case .text(let text) = piece else {
          if case .file(let path) = piece, masked(path) != path { return pieces.isEmpty ? nil : pieces }
          parts.append(piece)
          continue
        }
        if masked(text) == text {
          parts.append(piece)
        } else if let own = self.pieces(of: text) {
          parts += own
        } else {
          return pieces.isEmpty ? nil : pieces
        }
      }
      pieces.body = parts
    } else if let body = request.bodyStart, !request.isBodyCut {
      pieces.body = self.pieces(of: body)
    }
    return pieces.isEmpty ? nil : pieces
  }

  /// The text with its secrets as pieces of their own, those without a name masked; `nil` where it holds none with one.
  private func pieces(of text: String) -> [RequestPieces.Piece]? {
    guard !named.isEmpty else { return nil }
    let found = ranges(in: text)
    guard !found.isEmpty else { return nil }
    let bytes = Array(text.utf8)
    var pieces: [RequestPieces.Piece] = []
    var start = 0
    func add(_ text: String) {
      if case .text(let before)? = pieces.last {
        pieces[pieces.count - 1] = .text(before + text)
      } else {
        pieces.append(.text(text))
      }
    }
    for range in found {
      if range.lowerBound > start { add(String(decoding: bytes[start..<range.lowerBound], as: UTF8.self)) }
      if let secret = name(of: Array(bytes[range])) { pieces.append(secret) } else { add(Self.replacement) }
      start = range.upperBound
    }
    if start < bytes.count { add(String(decoding: bytes[start...], as: UTF8.self)) }
    return pieces.contains(where: \.isSecret) ? pieces : nil
  }

  private func name(of bytes: [UInt8]) -> RequestPieces.Piece? {
    for (name, text) in named {
      for encoding in RequestPieces.Encoding.allCases where encoding.bytes(of: text) == bytes {
        return .secret(name, encoding)
      }
    }
    return nil
  }

  /// Of a header that is always masked only a scheme, a user's or a cookie's name may show beside the secret.
  private func credentialPieces(of header: Header) -> [RequestPieces.Piece]? {
    guard let space = header.value.firstIndex(of: " "), header.value[..<space].lowercased() == "basic" else {
      let pieces = self.pieces(of: header.value)
      return pieces?.allSatisfy { $0.isSecret || $0.isSchemeOrName } == true ? pieces : nil
    }
    // The user and the password together are masked as well: they are taken apart here.
    guard let decoded = Base64Core.decoded(header.value[header.value.index(after: space)...]),
      let colon = decoded.firstIndex(of: ":"),
      let password = name(of: Array(decoded[decoded.index(after: colon)...].utf8))
    else { return nil }
    let user = String(decoded[...colon])
    let pieces: [RequestPieces.Piece] = self.pieces(of: user) ?? [.text(masked(user))]
    return [RequestPieces.Piece.text(String(header.value[...space])), .base64(pieces + [password])]
  }
}

extension RequestPieces.Piece {
  fileprivate var isSecret: Bool {
    if case .secret = self { true } else { false }
  }

  /// `Bearer `, `session=`.
  fileprivate var isSchemeOrName: Bool {
    guard case .text(let text) = self, let end = text.last, end == " " || end == "=" else { return false }
    return text.dropLast().utf8.allSatisfy { byte in
      switch byte {
      case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
        UInt8(ascii: "0")...UInt8(ascii: "9"),
        UInt8(ascii: "-"), UInt8(ascii: "_"):
        true
      default: false
      }
    }
  }
}

extension RequestPieces.Encoding {
  fileprivate func bytes(of text: String) -> [UInt8] {
    switch self {
    case .plain: return Array(text.utf8)
    case .percent, .form:
      let digits = Array("0123456789ABCDEF".utf8)
      return text.utf8.flatMap { byte -> [UInt8] in
        switch byte {
        case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
          UInt8(ascii: "0")...UInt8(ascii: "9"),
          UInt8(ascii: "-"), UInt8(ascii: "."), UInt8(ascii: "_"), UInt8(ascii: "~"):
          return [byte]
        case UInt8(ascii: " ") where self == .form: return [UInt8(ascii: "+")]
        default: return [UInt8(ascii: "%"), digits[Int(byte >> 4)], digits[Int(byte & 15)]]
        }
      }
    case .json: return Array(JSONValue.string(text).text().utf8.dropFirst().dropLast())
    }
  }
}
