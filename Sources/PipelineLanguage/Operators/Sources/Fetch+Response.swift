// What a fetch makes of the response.

extension FetchStep {
  static let accept = Parameter("accept", .statuses, "the statuses that are fine; 200–299 where left out")
  static let errorBody = Parameter(
    "errorBody", .typeName, "the type of a refusal's body, whose message is shown and which is $error.body")
  static let response = Parameter(
    "response", .keyword(["json", "text", "none", "lines", "ndjson", "sse"]),
    "what the body is, whatever its content type; none emits null, the last three emit each line or event as it comes")
  static let download = Parameter(
    "download", .file(.written), "the file that the body is streamed to, whole or not at all; emits { file, size }")
  static let emit = Parameter(
    "emit", .keyword(["body", "response"]),
    "response: emit { status, headers, url, elapsed, httpVersion, body }; the body where left out")
  static let maxBody = Parameter("maxBody", .size, "how much of a response is held in memory; 256MiB where left out")

  static let responseKeys: [any AnyParameter] = [accept, errorBody, response, download, emit, maxBody]

  package enum Decoding: Sendable {
    case byContentType, json, text, none
    /// A value for each line.
    case lines
    /// A value for each line of JSON.
    case ndjson
    /// A value for each event of an event stream.
    case sse

    /// Whether values are emitted as they come, any number of them.
    package var isStreamed: Bool {
      switch self {
      case .byContentType, .json, .text, .none: false
      case .lines, .ndjson, .sse: true
      }
    }
  }

  static func decoding(_ arguments: Arguments) -> Decoding {
    switch arguments[response] {
    case "json": .json
    case "text": .text
    case "none": .none
    case "lines": .lines
    case "ndjson": .ndjson
    case "sse": .sse
    default: .byContentType
    }
  }
}

extension FetchStep {
  /// Whether what is said of the response goes together; what does not was reported.
  static func hasFittingResponse(_ arguments: Arguments) -> Bool {
    if arguments[download] != nil, let kind = arguments[response] {
      arguments.report(.downloadDecoded(kind), at: response)
      return false
    }
    if arguments[emit] == "response", let kind = arguments[response], decoding(arguments).isStreamed {
      arguments.report(.streamInResponse(kind), at: emit)
      return false
    }
    if arguments[poll] != nil, let kind = arguments[response], decoding(arguments).isStreamed {
      arguments.report(.polledStream(kind), at: response)
      return false
    }
    return true
  }
}

extension Finding {
  fileprivate static func downloadDecoded(_ kind: String) -> Finding {
    Finding(
      "'response: \(kind)' beside 'download'", reason: "the body goes to the file as it is, and is not read",
      hint: "leave one of them out; 'read' reads the file afterwards")
  }

  fileprivate static func polledStream(_ kind: String) -> Finding {
    Finding(
      "'response: \(kind)' beside 'poll'", reason: "what is asked for again is one value, and a stream is many",
      hint: "leave one of them out")
  }

  fileprivate static func streamInResponse(_ kind: String) -> Finding {
    Finding(
      "'emit: response' beside 'response: \(kind)'",
      reason: "the body is emitted piece by piece, and is not there as a whole",
      hint: "$response, in the steps below, is the same without the body")
  }
}
