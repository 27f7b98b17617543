// What a fetch makes of the response.

extension FetchStep {
  static let accept = Parameter("accept", .statuses, "the statuses that are fine; 200–299 where left out")
  static let errorBody = Parameter(
    "errorBody", .typeName, "the type of a refusal's body, whose message is shown and which is $error.body")
  static let response = Parameter(
    "response", .keyword(["json", "text", "none"]), "what the body is, whatever its content type; none emits null")
  static let emit = Parameter(
    "emit", .keyword(["body", "response"]),
    "response: emit { status, headers, url, elapsed, httpVersion, body }; the body where left out")
  static let maxBody = Parameter("maxBody", .size, "how much of a response is held in memory; 256MiB where left out")

  static let responseKeys: [any AnyParameter] = [accept, errorBody, response, emit, maxBody]

  package enum Decoding: Sendable { case byContentType, json, text, none }

  static func decoding(_ arguments: Arguments) -> Decoding {
    switch arguments[response] {
    case "json": .json
    case "text": .text
    case "none": .none
    default: .byContentType
    }
  }
}
