import RunEvents
import Values

/// A failure on its way through the streams: what is told of it, and what `$error` shows.
struct StepError: Error, Sendable {
  var failure: RunFailure
  /// Of the response that was refused.
  var status: Int?
  /// The refusal's body, decoded.
  var body: JSONValue?
  /// The value at which it began, for the names that are bound there; `nil` where it began at none.
  var scope: RunValue?
  /// Further attempts would meet it again: it is the outcome of another node, which runs once.
  var isSettled = false
  /// The same request would fail in the same way.
  var isLasting = false
  /// It broke off a response of which values have been emitted: asking again would emit them again.
  var isBehindValues = false
  /// No failure: a node with a `when` that is not true was skipped, and so is what needs it. Nothing recovers it.
  var isSkip = false
  /// Of the skips, one of a node that the run was not asked for.
  var isNotSelected = false

  init(_ failure: RunFailure, status: Int? = nil, body: JSONValue? = nil, scope: RunValue? = nil) {
    self.failure = failure
    self.status = status
    self.body = body
    self.scope = scope
  }

  /// The same failure to another chain, where only the names of `value` are known, or those of the chain's start.
  func leaving(for value: RunValue?) -> StepError {
    var error = self
    error.scope = value
    return error
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
