import HTTP
import Values

/// `$response`: a response without its body, as an object that is made only where an expression asks for it.
final class ResponseRecord: Sendable {
  private let response: Response

  init(_ response: Response) {
    var head = response
    head.body = []
    self.response = head
  }

  /// `{ status, headers, url, elapsed, httpVersion }`; `elapsed` is in milliseconds.
  var object: JSONObject {
    JSONObject([
      ("status", JSONValue.number(JSONNumber(response.status))),
      ("headers", .object(headerObject(response.headers))),
      ("url", .string(response.url)),
      ("elapsed", JSONNumber(response.timings.total.milliseconds).map(JSONValue.number) ?? .null),
      ("httpVersion", .string(response.httpVersion)),
    ])
  }
}

/// Headers by their names in lower case; those that came several times are joined by a comma (RFC 9110, section 5.3),
/// but `set-cookie`, which is a list.
func headerObject(_ headers: [Header]) -> JSONObject {
  var object = JSONObject()
  for header in headers {
    let name = header.name.lowercased()
    switch (name, object[name]) {
    case ("set-cookie", let known): object[name] = .array((known?.arrayValue ?? []) + [.string(header.value)])
    case (_, .string(let known)?): object[name] = .string(known + ", " + header.value)
    default: object[name] = .string(header.value)
    }
  }
  return object
}

extension Duration {
  /// To three places behind the point.
  var milliseconds: Double {
    let (seconds, attoseconds) = components
    return Double(seconds) * 1000 + (Double(attoseconds) / 1e12).rounded() / 1000
  }
}
