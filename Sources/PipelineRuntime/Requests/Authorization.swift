import PipelineLanguage
import Values

/// The value of an `Authorization` header, and what in it must not be shown.
struct Authorization: Sendable {
  let value: String
  let secrets: [String]

  static func bearer(_ token: String) -> Authorization { Authorization(value: "Bearer " + token, secrets: [token]) }

  /// `name:password` in base64 (RFC 7617, section 2), in UTF-8.
  static func basic(_ pair: String) -> Authorization {
    let encoded = base64(Array(pair.utf8))
    let password = pair.firstIndex(of: ":").map { String(pair[pair.index(after: $0)...]) }
    return Authorization(value: "Basic " + encoded, secrets: [password, pair, encoded].compactMap { $0 })
  }

  /// Why a request cannot be sent with what `auth` gives, or `nil`.
  static func fault(of auth: Auth, _ texts: [String]) -> String? {
    switch auth {
    case .bearer: texts[0].isEmpty ? "the token of 'auth' is empty" : nil
    case .basic: texts[0].contains(":") ? "the username of 'auth' holds a colon" : nil
    case .basicPair: texts[0].contains(":") ? nil : "'auth' has no 'username:password'"
    }
  }

  init(_ auth: Auth, _ texts: [String]) {
    self =
      switch auth {
      case .bearer: .bearer(texts[0])
      case .basic: .basic(texts[0] + ":" + texts[1])
      case .basicPair: .basic(texts[0])
      }
  }

  private init(value: String, secrets: [String]) {
    self.value = value
    self.secrets = secrets
  }
}

extension Auth {
  /// Its texts, in their order.
  var templates: [TextTemplate] {
    switch self {
    case .bearer(let token): [token]
    case .basic(let username, let password): [username, password]
    case .basicPair(let pair): [pair]
    }
  }
}

/// RFC 4648, section 4.
func base64(_ bytes: [UInt8]) -> String {
  let letters = Array("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/".utf8)
  var text: [UInt8] = []
  text.reserveCapacity((bytes.count + 2) / 3 * 4)
  for start in stride(from: 0, to: bytes.count, by: 3) {
    let group = bytes[start..<min(start + 3, bytes.count)]
    let bits = group.enumerated().reduce(UInt32(0)) { $0 | UInt32($1.element) << (16 - 8 * UInt32($1.offset)) }
    for place in 0..<4 {
      text.append(place <= group.count ? letters[Int(bits >> (18 - 6 * UInt32(place)) & 63)] : UInt8(ascii: "="))
    }
  }
  return String(decoding: text, as: UTF8.self)
}
