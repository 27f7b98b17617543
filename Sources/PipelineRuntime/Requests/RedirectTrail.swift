import HTTP
import RunEvents

/// Which redirects a request follows.
struct RedirectRules: Sendable {
  /// How many at most.
  var most: Int
  /// Whether the headers that the file sets go to other origins too.
  var keepsHeaders: Bool
}

/// A request on its way from redirect to redirect.
struct RedirectTrail: Sendable {
  /// The request as the file makes it, without cookies of a jar.
  let first: Request
  let rules: RedirectRules
  /// What the body's kind is called where the file does not say it.
  let contentType: String?
  /// Where the stand-in for all servers listens.
  let mockURL: String?

  /// One request that was answered with a redirect.
  struct Hop: Sendable, Equatable {
    let method: String
    let url: String
    let status: Int
    let location: String
  }

  private(set) var hops: [Hop] = []
  /// The URL of the latest request as servers name it, also where the stand-in answers.
  private var url: String
  private var method: String
  private var hasBody = true

  init(_ request: Request, rules: RedirectRules, contentType: String?, mockURL: String?) {
    first = request
    self.rules = rules
    self.contentType = contentType
    self.mockURL = mockURL
    url = request.url
    method = request.method
  }

  /// Whether the latest request goes where the first went, so that it may have what the file sets.
  var isTrusted: Bool { rules.keepsHeaders || origin(of: url) == origin(of: first.url) }

  /// Why a redirect cannot be followed.
  struct Fault: Error { let message: String }

  /// The request to which a response leads; `nil` where it leads nowhere, or no further one is allowed.
  mutating func next(after response: Response) throws(Fault) -> Request? {
    guard hops.count < rules.most, let location = response.redirectLocation else { return nil }
    let target = resolveURL(escapedLocation(location), against: url)
    guard isWebURL(target) else {
      throw Fault(
        message:
          "\(method) \(url) answered \(response.status), a redirect to \(location), which is no URL of http or https")
    }
    hops.append(Hop(method: method, url: url, status: response.status, location: location))
    if (301...303).contains(response.status) {
      method = method == "HEAD" ? method : "GET"
      hasBody = false
    }
    url = target
    var request = first
    request.method = method
    request.url = mockURL.map { movedURL(target, to: $0) } ?? target
    if !hasBody { request.body = .none }
    if isTrusted {
      if !hasBody { request.headers.removeAll { Self.bodyHeaders.contains($0.name.lowercased()) } }
    } else {
      request.headers = hasBody ? contentType.map { [Header("Content-Type", $0)] } ?? [] : []
    }
    return request
  }

  /// `GET http://a/ answered 302, a redirect to /b`, one line a redirect, in their order.
  var lines: [String] { hops.map { "\($0.method) \($0.url) answered \($0.status), a redirect to \($0.location)" } }

  /// What describes a body that is not there any more (Fetch Standard, section 4.4).
  private static let bodyHeaders: Set<String> = [
    "content-encoding", "content-language", "content-location", "content-type", "content-length", "digest",
    "content-md5",
  ]
}

extension Response {
  static let redirects: Set<Int> = [301, 302, 303, 307, 308]

  /// Where it sends the client, for the statuses that say how (RFC 9110, section 15.4).
  var redirectLocation: String? {
    guard Self.redirects.contains(status) else { return nil }
    return headers.first { $0.isNamed("location") }?.value
  }
}

/// Bytes that no URL has, as servers send them nevertheless, percent-encoded. The backslash is one of them: where a
/// host ends must not depend on who reads it.
private func escapedLocation(_ text: String) -> String {
  func isFine(_ byte: UInt8) -> Bool { byte > 0x20 && byte < 0x7F && byte != UInt8(ascii: "\\") }
  if text.utf8.allSatisfy(isFine) { return text }
  let digits = Array("0123456789ABCDEF".utf8)
  var bytes: [UInt8] = []
  for byte in text.utf8 {
    if isFine(byte) { bytes.append(byte) } else { bytes += [0x25, digits[Int(byte >> 4)], digits[Int(byte & 15)]] }
  }
  return String(decoding: bytes, as: UTF8.self)
}

private func isWebURL(_ url: String) -> Bool {
  guard let separator = url.firstRange(of: "://") else { return false }
  let host = url[separator.upperBound...].prefix { $0 != "/" && $0 != "?" && $0 != "#" }
  return ["http", "https"].contains(url[..<separator.lowerBound].lowercased()) && !host.isEmpty
}

extension RedirectTrail {
  /// A failure with the redirects that led to it.
  func tell(in error: StepError, of response: Response) -> StepError {
    if hops.isEmpty { return error }
    var error = error
    if error.failure.kind == .status, response.redirectLocation != nil, hops.count >= rules.most {
      let count = rules.most == 1 ? "once" : "\(rules.most) times"
      error.failure.details = lines + [error.failure.message] + error.failure.details
      error.failure.message = "\(first.method) \(first.url) was redirected more than \(count)"
    } else {
      error.failure.details += lines
    }
    return error
  }
}
