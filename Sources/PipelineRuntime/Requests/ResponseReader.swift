import HTTP
import JSONSchema
import PipelineLanguage
import RunEvents
import Values

/// Makes of a response what a fetch emits, or the failure that it is.
struct ResponseReader: Sendable {
  let step: FetchStep
  let site: StepSite

  /// - Parameters:
  ///   - file: the path of the file that the body went to.
  ///   - request: describes the request in full; called only for a failure.
  func value(
    of response: Response, in file: String? = nil, client: ClientDeclaration?, request: () -> RequestDescription
  ) throws(StepError) -> JSONValue {
    let accepted = step.accept ?? client?.accept ?? .success
    guard accepted.contains(response.status) else {
      throw refusal(
        response, accepted, errorBody: step.errorBody ?? client?.errorBody, request: request())
    }
    let body =
      if let file {
        JSONValue.object(["file": .string(file), "size": .number(JSONNumber(response.bodySize))])
      } else {
        try body(of: response, request: request)
      }
    guard step.emitsResponse else { return body }
    var object = ResponseRecord(response).object
    object["body"] = body
    return .object(object)
  }

  private func body(of response: Response, request: () -> RequestDescription) throws(StepError) -> JSONValue {
    if response.body.isEmpty { return .null }
    let isJSON: Bool
    switch step.decoding {
    // The last are only read here where there is nothing to read.
    case .none, .lines, .ndjson, .sse: return .null
    case .text: isJSON = false
    case .json: isJSON = true
    case .byContentType:
      guard let type = contentType(of: response) else {
        // Nothing is said of the body: it is JSON if it reads as JSON.
        return (try? JSONValue(parsing: response.body)) ?? .string(String(decoding: response.body, as: UTF8.self))
      }
      isJSON = type.isJSON
    }
    guard isJSON else { return .string(String(decoding: response.body, as: UTF8.self)) }
    do {
      return try JSONValue(parsing: response.body)
    } catch {
      throw StepError(
        site.fault(
          .decode, "the response's body is no JSON: \(error)", request: request(),
          response: ResponseDescription(response, headers: true, body: true)), status: response.status)
    }
  }

  private func refusal(
    _ response: Response, _ accepted: StatusSet, errorBody: TypeReference?, request: RequestDescription
  ) -> StepError {
    let body = try? JSONValue(parsing: response.body)
    var message = "\(request.method) \(request.url) answered \(response.status)"
    if let phrase = reasonPhrase(response.status) { message += " " + phrase }
    if (300...399).contains(response.status),
      let header = response.headers.first(where: { $0.isNamed("location") })
    {
      message += ", a redirect to \(header.value)"
    }
    var decoded: JSONValue?
    var details: [String] = []
    // Where what is usually fine is not, that is what surprises.
    if StatusSet.success.contains(response.status) { details.append("'accept' names \(accepted.description)") }
    if let errorBody, let body, let schema = site.run.pipeline.types[errorBody.type].schema {
      let violations = schema.violations(in: body, isList: errorBody.isList)
      if violations.isEmpty {
        decoded = body
        if let own = body["message"]?.stringValue {
          details.append(message)
          message = own
        }
      } else {
        details.append("the body is no \(errorBody.name)")
        details += violations.prefix(5)
      }
    } else if let body {
      decoded = body
    } else if !response.body.isEmpty {
      decoded = .string(String(decoding: response.body, as: UTF8.self))
    }
    let fault = site.fault(
      .status, message, details: details, request: request,
      response: ResponseDescription(response, headers: true, body: true))
    return StepError(fault, status: response.status, body: decoded)
  }

  private func contentType(of response: Response) -> MediaType? {
    response.headers.last { $0.isNamed("content-type") }.map { MediaType($0.value) }
  }
}

extension ResponseDescription {
  /// How much of a body is kept to be shown.
  static let shownBytes = 2048

  init(_ response: Response, headers: Bool, body: Bool) {
    self.init(
      status: response.status, headers: headers ? response.headers : [], bodySize: response.bodySize,
      bodyStart: body && !response.body.isEmpty
        ? String(decoding: response.body.prefix(Self.shownBytes), as: UTF8.self) : nil,
      timings: response.timings)
  }
}

/// The usual words for a status (RFC 9110, section 15; RFC 6585).
func reasonPhrase(_ status: Int) -> String? {
  let phrases = [
    301: "Moved Permanently", 302: "Found", 303: "See Other", 304: "Not Modified", 307: "Temporary Redirect",
    308: "Permanent Redirect", 400: "Bad Request", 401: "Unauthorized", 402: "Payment Required", 403: "Forbidden",
    404: "Not Found", 405: "Method Not Allowed", 406: "Not Acceptable", 408: "Request Timeout", 409: "Conflict",
    410: "Gone", 411: "Length Required", 412: "Precondition Failed", 413: "Content Too Large", 414: "URI Too Long",
    415: "Unsupported Media Type", 416: "Range Not Satisfiable", 418: "I'm a teapot", 422: "Unprocessable Content",
    425: "Too Early", 428: "Precondition Required", 429: "Too Many Requests", 431: "Request Header Fields Too Large",
    451: "Unavailable For Legal Reasons", 500: "Internal Server Error", 501: "Not Implemented", 502: "Bad Gateway",
    503: "Service Unavailable", 504: "Gateway Timeout", 507: "Insufficient Storage",
  ]
  return phrases[status]
}

extension JSONSchema {
  /// Every violation as a line: `/items/0 is missing the property 'id'`. Of a list, each element is to fit.
  func violations(in value: JSONValue, isList: Bool) -> [String] {
    guard isList else { return lines(value, below: "") }
    guard case .array(let elements) = value else { return ["the value is \(article(value.kindName)), not a list"] }
    return elements.enumerated().flatMap { lines($1, below: "/\($0)") }
  }

  private func lines(_ value: JSONValue, below pointer: String) -> [String] {
    validate(value).map { violation in
      let place = pointer + violation.pointer
      return (place.isEmpty ? "the value" : place) + " " + violation.message
    }
  }
}
