// What a fetch carries: one body at most.

extension FetchStep {
  static let json = Parameter("json", .value(), "a body sent as JSON")
  static let form = Parameter("form", .named("form field"), "a body sent as application/x-www-form-urlencoded")
  static let multipart = Parameter(
    "multipart", .multipart, "a body sent as multipart/form-data: fields, and files that are streamed")
  static let text = Parameter("text", .template(), "a body sent as UTF-8 text")
  static let graphql = Parameter(
    "graphql", .graphQL, "a body sent as GraphQL over HTTP; a response with errors fails")
  static let upload = Parameter(
    "upload", .file(.sent), "a file that is streamed as the body; its path is relative to the pipeline file")

  static let bodyKeys: [any AnyParameter] = [json, form, multipart, text, graphql, upload]

  package enum Body: Sendable {
    case none
    case json(ValueTemplate)
    case form([NamedTemplate])
    case multipart([MultipartPart])
    case text(TextTemplate)
    case graphql(GraphQLOperation)
    case upload(TextTemplate)
  }

  /// Whether a GraphQL operation is sent and answered in a way in which its errors are seen; else it was reported.
  static func hasFittingGraphQL(_ body: Body, method: String, _ arguments: Arguments) -> Bool {
    guard case .graphql = body else { return true }
    if method != "POST" {
      arguments.report(.notPosted(method), at: graphql)
    } else if decoding(arguments).isStreamed, let kind = arguments[response] {
      arguments.report(.unseenErrors("'response: \(kind)'"), at: response)
    } else if arguments[download] != nil {
      arguments.report(.unseenErrors("'download'"), at: download)
    } else {
      return true
    }
    return false
  }

  /// `nil` where a mistake was reported.
  static func body(_ arguments: Arguments) -> Body? {
    var bodies: [(name: String, body: Body)] = []
    if let json = arguments[json] { bodies.append(("json", .json(json))) }
    if let form = arguments[form] { bodies.append(("form", .form(form))) }
    if let parts = arguments[multipart] { bodies.append(("multipart", .multipart(parts))) }
    if let text = arguments[text] { bodies.append(("text", .text(text))) }
    if let operation = arguments[graphql] { bodies.append(("graphql", .graphql(operation))) }
    if let file = arguments[upload] { bodies.append(("upload", .upload(file))) }
    guard bodies.count <= 1 else {
      arguments.report(Finding("the fetch has two bodies", reason: "'\(bodies[0].name)' and '\(bodies[1].name)'"))
      return nil
    }
    return bodies.first?.body ?? Body.none
  }
}
