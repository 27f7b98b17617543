import HTTP

/// One route of a mock server.
package struct MockRoute: Sendable {
  /// In capitals, as HTTP writes it. A GET route also answers HEAD.
  package let method: String
  package let pattern: MockPattern
  /// Makes the reply. Called on a thread of the server's, for several requests at once, and must not block:
  /// a reply that takes time says so by its `delay`.
  package let respond: @Sendable (MockRequest) -> MockReply

  package init(_ method: String, _ pattern: MockPattern, respond: @escaping @Sendable (MockRequest) -> MockReply) {
    self.method = method
    self.pattern = pattern
    self.respond = respond
  }

  func answers(_ method: String) -> Bool { method == self.method || (method == "HEAD" && self.method == "GET") }
}

/// The routes of a server: the first that fits a request answers it.
struct MockRouter: Sendable {
  let routes: [MockRoute]

  func reply(to request: MockRequest) -> MockReply {
    let segments = MockPattern.segments(of: request.path)
    var allowed: [String] = []
    for route in routes {
      guard let parameters = route.pattern.match(segments) else { continue }
      guard route.answers(request.method) else {
        if !allowed.contains(route.method) { allowed.append(route.method) }
        continue
      }
      var request = request
      request.parameters = parameters
      return route.respond(request)
    }
    let what = quotedJSON("no mock route for \(request.method) \(request.path)")
    guard !allowed.isEmpty else { return .json("{\"message\":\(what)}", status: 404) }
    if allowed.contains("GET") { allowed.append("HEAD") }
    var reply = MockReply.json("{\"message\":\(what)}", status: 405)
    reply.headers.append(Header("Allow", allowed.joined(separator: ", ")))
    return reply
  }

  /// The text as a JSON string.
  private func quotedJSON(_ text: String) -> String {
    var quoted = "\""
    for scalar in text.unicodeScalars {
      switch scalar {
      case "\"", "\\": quoted += "\\" + String(scalar)
      case _ where scalar.value < 0x20:
        quoted += "\\u00" + (scalar.value < 16 ? "0" : "") + String(scalar.value, radix: 16)
      default: quoted.unicodeScalars.append(scalar)
      }
    }
    return quoted + "\""
  }
}
