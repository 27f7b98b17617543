import HTTP
import Synchronization

/// The cookies of one client in one run (RFC 6265). Usable from any thread.
///
/// What it does not know is which domains are public suffixes: a server may set a cookie for all hosts below `co.uk`. A client
/// speaks to the servers that the file names, and keeps its cookies for one run.
final class CookieJar: Sendable {
  struct Cookie: Sendable, Equatable {
    var name: String
    var value: String
    /// In lower case, without a dot in front.
    var domain: String
    /// Whether no other host than `domain` gets it.
    var isHostOnly: Bool
    var path: String
    var isSecure: Bool
    /// On the run's clock; `nil` for the end of the run.
    var expiry: Duration?
  }

  /// How many are kept; the oldest go first. A server could fill the memory otherwise.
  static let capacity = 3000
  /// The longest name and value together (section 6.1).
  private static let longest = 4096

  private let cookies = Mutex<[Cookie]>([])

  /// Takes in what a response sets (section 5.3).
  ///
  /// - Parameters:
  ///   - now: on the run's clock.
  ///   - wallClock: seconds since 1970, for dates.
  func store(_ headers: [Header], from url: String, now: Duration, wallClock: () -> Int = { HTTPDate.now }) {
    guard headers.contains(where: { $0.isNamed("set-cookie") }), let target = CookieTarget(url) else { return }
    for header in headers where header.isNamed("set-cookie") {
      guard let cookie = Self.cookie(header.value, from: target, now: now, wallClock: wallClock) else { continue }
      cookies.withLock { cookies in
        let place = cookies.firstIndex {
          $0.name == cookie.name && $0.domain == cookie.domain && $0.path == cookie.path
        }
        let isOver = cookie.expiry.map { $0 <= now } ?? false
        switch (place, isOver) {
        case (let place?, true): cookies.remove(at: place)
        // It keeps its place: older ones are sent first.
        case (let place?, false): cookies[place] = cookie
        case (nil, true): break
        case (nil, false):
          if cookies.count >= Self.capacity { cookies.removeFirst() }
          cookies.append(cookie)
        }
      }
    }
  }

  /// The `Cookie` header for a request (section 5.4), or `nil` where there is none to send.
  func header(for url: String, now: Duration) -> String? {
    guard let target = CookieTarget(url) else { return nil }
    let found = cookies.withLock { cookies in
      cookies.removeAll { $0.expiry.map { $0 <= now } ?? false }
      return cookies.filter { $0.isMeant(for: target) }
    }
    if found.isEmpty { return nil }
    // Longer paths first, of equal ones the older: the sort is stable.
    let sorted = found.enumerated().sorted {
      let (left, right) = ($0.element.path.utf8.count, $1.element.path.utf8.count)
      return left != right ? left > right : $0.offset < $1.offset
    }
    return sorted.map { $0.element.name.isEmpty ? $0.element.value : "\($0.element.name)=\($0.element.value)" }
      .joined(separator: "; ")
  }

  /// Sections 5.2 and 5.3.
  private static func cookie(
    _ text: String, from target: CookieTarget, now: Duration, wallClock: () -> Int
  ) -> Cookie? {
    guard text.utf8.allSatisfy({ $0 >= 0x20 && $0 != 0x7F || $0 == 0x09 }) else { return nil }
    let parts = text.split(separator: ";", omittingEmptySubsequences: false)
    let (name, value) = pair(parts[0])
    guard let value, !(name.isEmpty && value.isEmpty), name.utf8.count + value.utf8.count <= longest else { return nil }
    var cookie = Cookie(
      name: name, value: value, domain: target.host, isHostOnly: true, path: target.defaultPath, isSecure: false)
    var maxAge: Duration?
    for part in parts.dropFirst() {
      let (attribute, value) = pair(part)
      let word = value ?? ""
      switch attribute.lowercased() {
      case "domain":
        let domain = (word.hasPrefix(".") ? String(word.dropFirst()) : word).lowercased()
        if domain.isEmpty { break }
        guard target.matches(domain: domain) else { return nil }
        cookie.domain = domain
        // That of an address is its own alone.
        cookie.isHostOnly = target.isAddress
      case "path": cookie.path = word.hasPrefix("/") ? word : target.defaultPath
      case "secure": cookie.isSecure = true
      case "max-age":
        let digits = word.hasPrefix("-") ? word.dropFirst() : word[...]
        guard !digits.isEmpty, digits.utf8.allSatisfy({ $0 >= 0x30 && $0 <= 0x39 }) else { break }
        maxAge = word.hasPrefix("-") ? .zero : .seconds(min(Int(digits) ?? .max, 1 << 32))
      case "expires":
        guard let date = HTTPDate.seconds(word) else { break }
        cookie.expiry = now + .seconds(min(max(date - wallClock(), 0), 1 << 32))
      default: break
      }
    }
    if let maxAge { cookie.expiry = now + maxAge }
    // One that is for secure connections alone is not taken from an open one (RFC 6265bis, section 5.7).
    if cookie.isSecure, !target.isSecure { return nil }
    if name.hasPrefix("__Secure-"), !cookie.isSecure { return nil }
    if name.hasPrefix("__Host-"), !cookie.isSecure || !cookie.isHostOnly || cookie.path != "/" { return nil }
    return cookie
  }

  /// Both sides of the first `=`, without blanks around; the right one is `nil` where there is no `=`.
  private static func pair(_ text: Substring) -> (String, String?) {
    guard let mark = text.firstIndex(of: "=") else { return (trimmed(text), nil) }
    return (trimmed(text[..<mark]), trimmed(text[text.index(after: mark)...]))
  }

  private static func trimmed(_ text: Substring) -> String {
    var text = text
    while let first = text.first, first == " " || first == "\t" { text.removeFirst() }
    while let last = text.last, last == " " || last == "\t" { text.removeLast() }
    return String(text)
  }
}

extension CookieJar.Cookie {
  fileprivate func isMeant(for target: CookieTarget) -> Bool {
    if isSecure && !target.isSecure { return false }
    if isHostOnly ? target.host != domain : !target.matches(domain: domain) { return false }
    // Section 5.1.4.
    if target.path == path { return true }
    return target.path.hasPrefix(path)
      && (path.hasSuffix("/") || target.path.utf8.dropFirst(path.utf8.count).first == UInt8(ascii: "/"))
  }
}

/// What of a URL decides about cookies.
private struct CookieTarget {
  let host: String
  let path: String
  let isSecure: Bool

  init?(_ url: String) {
    guard let separator = url.firstRange(of: "://"), let whole = origin(of: url),
      let start = whole.firstRange(of: "://"), let colon = whole.lastIndex(of: ":"), start.upperBound <= colon
    else { return nil }
    host = String(whole[start.upperBound..<colon])
    isSecure = whole.hasPrefix("https:")
    let rest = url[separator.upperBound...].drop { !"/?#".contains($0) }.prefix { $0 != "?" && $0 != "#" }
    path = rest.isEmpty ? "/" : String(rest)
  }

  /// Whether the host is a number and no name.
  var isAddress: Bool {
    host.hasPrefix("[") || host.utf8.allSatisfy { $0 >= 0x30 && $0 <= 0x39 || $0 == UInt8(ascii: ".") }
  }

  /// Section 5.1.4.
  var defaultPath: String {
    guard let end = path.lastIndex(of: "/"), end > path.startIndex else { return "/" }
    return String(path[..<end])
  }

  /// Section 5.1.3.
  func matches(domain: String) -> Bool {
    host == domain || host.hasSuffix("." + domain) && !isAddress
  }
}
