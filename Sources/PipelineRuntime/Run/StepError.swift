import RunEvents
import Values

/// A failure on its way through the streams: what is told of it, and what `$error` shows.
struct StepError: Error, Sendable {
  var failure: RunFailure
  /// Of the response that was refused.
  var status: Int?
  /// The refusal's body, decoded.
  var body: JSONValue?

  init(_ failure: RunFailure, status: Int? = nil, body: JSONValue? = nil) {
    self.failure = failure
    self.status = status
    self.body = body
  }

  /// `$error`. `nodeName` is that of the node in which it began.
  func object(nodeName: String) -> JSONValue {
    var object = JSONObject()
    object["kind"] = .string(failure.kind.rawValue)
    object["message"] = .string(failure.message)
    object["node"] = .string(nodeName)
    if let step = failure.step { object["step"] = .string(step.label) }
    object["status"] = status.map { .number(JSONNumber($0)) } ?? .null
    object["body"] = body ?? .null
    if let request = failure.request {
      object["method"] = .string(request.method)
      object["url"] = .string(request.url)
    }
    return .object(object)
  }
}
