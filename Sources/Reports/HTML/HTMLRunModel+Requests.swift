import HTTP
import RunEvents
import Values

extension HTMLRunModel {
  mutating func request(_ request: HTMLRun.Request, isRefused: Bool, _ tables: inout HTMLTables) -> JSONValue {
    let description = request.description
    var object: JSONObject = [
      "node": .number(JSONNumber(description.node)), "step": .number(JSONNumber(place(of: description.step))),
      "method": .string(description.method), "url": .string(description.url), "start": micros(request.startedAt),
    ]
    if description.attempt > 1 { object["attempt"] = .number(JSONNumber(description.attempt)) }
    if let cause = description.cause { object["cause"] = .string(cause.rawValue) }
    if let value = description.value { object["value"] = .number(JSONNumber(value)) }
    if let waited = description.waited, waited > .zero { object["queued"] = micros(waited) }
    if let end = request.endedAt { object["end"] = micros(end) }
    if isRefused { object["refused"] = true }
    let isFailure = isRefused || request.isFailure
    var isLeft = false
    if let place = tables.place(of: description.headers) { object["sentHeaders"] = .number(JSONNumber(place)) }
    if description.bodySize > 0 { object["sent"] = .number(JSONNumber(description.bodySize)) }
    if let body = description.bodyStart, !body.isEmpty {
      if let place = tables.place(ofText: body, always: isFailure) {
        object["sentBody"] = .number(JSONNumber(place))
        if description.isBodyCut { object["sentCut"] = true }
      } else {
        isLeft = true
      }
    }
    if let file = description.uploadFile { object["upload"] = .string(file) }
    switch request.end {
    case .response(let response):
      object["status"] = .number(JSONNumber(response.status))
      object["phases"] = phases(response.timings)
      if let place = tables.place(of: response.headers) { object["headers"] = .number(JSONNumber(place)) }
      if response.bodySize > 0 { object["got"] = .number(JSONNumber(response.bodySize)) }
      if let body = response.bodyStart, !body.isEmpty {
        if let place = tables.place(ofText: body, always: isFailure) {
          object["body"] = .number(JSONNumber(place))
          if response.isBodyCut { object["cut"] = true }
        } else {
          isLeft = true
        }
      }
    case .failure(let kind, let message):
      object["error"] = ["kind": .string(kind.rawValue), "message": .string(message)]
    case .cancelled: object["cancelled"] = true
    case nil: break
    }
    if isLeft { object["left"] = true }
    return .object(object)
  }

  /// When name lookup, connect, TLS and the wait for the first byte ended, each counted from the transfer's start.
  private func phases(_ timings: Timings) -> JSONValue {
    [micros(timings.nameLookup), micros(timings.connect), micros(timings.tls), micros(timings.firstByte)]
  }
}

extension HTMLRun.Request {
  fileprivate var isFailure: Bool {
    if case .failure = end { return true }
    return false
  }
}
