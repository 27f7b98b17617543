package import HTTP

/// `fetch: { … }`: one HTTP request, and what its response holds.
package struct FetchStep: StepOperation {
  static let client = Parameter(
    "client", .client, "who sends it; may be left out where the file has one client only or the URL is absolute")
  static let method = Parameter("method", .method, "any other method, such as PURGE; needs url")
  static let url = Parameter("url", .url, "the URL for method")
  static let headers = Parameter(
    "headers", .named("header"), "header fields; a list repeats one, null leaves it out, the client's too")
  static let query = Parameter(
    "query", .named("query parameter"), "added to the URL; a list repeats the key, null leaves it out")
  static let json = Parameter("json", .value(), "a body sent as JSON")
  static let form = Parameter("form", .named("form field"), "a body sent as application/x-www-form-urlencoded")
  static let text = Parameter("text", .template(), "a body sent as UTF-8 text")
  static let upload = Parameter(
    "upload", .file(.sent), "a file that is streamed as the body; its path is relative to the pipeline file")
  static let accept = Parameter("accept", .statuses, "the statuses that are fine; 200–299 where left out")
  static let errorBody = Parameter(
    "errorBody", .typeName, "the type of a refusal's body, whose message is shown and which is $error.body")
  static let timeout = Parameter(
    "timeout", .timeouts, "the bounds of the transfer; a duration alone is the total")
  static let response = Parameter(
    "response", .keyword(["json", "text", "none"]), "what the body is, whatever its content type; none emits null")
  static let emit = Parameter(
    "emit", .keyword(["body", "response"]),
    "response: emit { status, headers, url, elapsed, httpVersion, body }; the body where left out")
  static let maxBody = Parameter("maxBody", .size, "how much of a response is held in memory; 256MiB where left out")

  /// `get: URL`, `post: URL`, …
  private static let verbs = ["get", "post", "put", "patch", "delete", "head", "options"].map {
    Parameter($0, .url, "the URL, fetched with \($0.uppercased())")
  }

  package static let declaration = OperatorDeclaration(
    "fetch", .sourceOrTransform, "sends a request and emits what the response holds",
    parameters: [client] + verbs
      + [
        method, url, headers, query, json, form, text, upload, accept, errorBody, timeout, response, emit, maxBody,
      ],
    shorthand: .unlessMapping("get"),
    rules: [
      .exactlyOne(verbs.map(\.name) + ["method"]), .together(["method", "url"]),
      .atMostOne(["json", "form", "text", "upload"]),
    ],
    discussion: #"""
      - Emits: the decoded body. JSON is a value, other text a string, an empty body `null`; the content type
        decides. `emit: response` gives `{ status, headers, url, elapsed, httpVersion, body }`. The steps below
        have `$response`, which is the same without the body.
      - Order: in mid-chain one request is sent for each value, as many at once as the client's `concurrency` (8),
        and the results leave in the order in which the values came in.
      - Ends: after its one value, in mid-chain after the last.
      - Fails: where there is no whole response (`transport`, `timeout`, `io`), where the status is not accepted
        (`status`), where the body is not what it says it is (`decode`).
      - A redirect is not followed: it is a status like any other, and the failure names where it leads.
      - A URL, a path and a body have rules of their own: see [fetch](../language.md#fetch) in the reference.
      """#,
    example: "fetch: { client: api, post: /items, json: { name: '${ .name }' } }",
    sample: OperatorSample(
      #"""
      clients:
        api: { baseURL: https://api.example.org }
      nodes:
        names:
          - sequence: [7, 8]
          - fetch: /users/${ . }
          - map: .name + " (" + ($response.status | tostring) + ")"
      mock:
        - get: /users/{id}
          reply: { json: { name: 'user ${ $request.path.id }' } }
      """#,
      prints: #"""
        "user 7 (200)"
        "user 8 (200)"
        """#))

  package let client: ClientReference
  package let method: String
  package let url: TextTemplate
  package let headers: [NamedTemplate]
  package let query: [NamedTemplate]
  package let body: Body
  package let accept: StatusSet?
  package let errorBody: TypeReference?
  package let timeouts: Timeouts?
  package let decoding: Decoding
  package let emitsResponse: Bool
  package let maxBody: Int

  package enum Body: Sendable {
    case none
    case json(ValueTemplate)
    case form([NamedTemplate])
    case text(TextTemplate)
    case upload(TextTemplate)
  }

  package enum Decoding: Sendable { case byContentType, json, text, none }

  package init?(_ arguments: Arguments) {
    var targets = Self.verbs.compactMap { verb in arguments[verb].map { (method: verb.name.uppercased(), url: $0) } }
    if let method = arguments[Self.method] {
      guard let url = arguments[Self.url] else {
        let verb = Self.verbs.first { $0.name == method.lowercased() }?.name
        arguments.report(Finding("'method' needs 'url'", hint: verb.map { "or write '\($0): URL'" }))
        return nil
      }
      targets.append((method, url))
    } else if arguments[Self.url] != nil {
      arguments.report(Finding("'url' needs 'method'", hint: "or write 'get: URL'"))
      return nil
    }
    guard let target = targets.first, targets.count == 1 else {
      arguments.report(
        targets.isEmpty
          ? Finding("the fetch has no URL", reason: "it needs one of get, post, put, patch, delete, head, options")
          : Finding("the fetch has two methods", reason: "'\(targets[0].method)' and '\(targets[1].method)'"))
      return nil
    }
    var bodies: [(name: String, body: Body)] = []
    if let json = arguments[Self.json] { bodies.append(("json", .json(json))) }
    if let form = arguments[Self.form] { bodies.append(("form", .form(form))) }
    if let text = arguments[Self.text] { bodies.append(("text", .text(text))) }
    if let file = arguments[Self.upload] { bodies.append(("upload", .upload(file))) }
    guard bodies.count <= 1 else {
      arguments.report(Finding("the fetch has two bodies", reason: "'\(bodies[0].name)' and '\(bodies[1].name)'"))
      return nil
    }
    let reference = arguments[Self.client]
    guard let client = arguments.site.client(reference, for: target.url) else { return nil }
    self.client = client
    method = target.method
    url = target.url
    headers = arguments[Self.headers] ?? []
    query = arguments[Self.query] ?? []
    body = bodies.first?.body ?? .none
    accept = arguments[Self.accept]
    errorBody = arguments[Self.errorBody]
    timeouts = arguments[Self.timeout]
    decoding =
      switch arguments[Self.response] {
      case "json": .json
      case "text": .text
      case "none": .none
      default: .byContentType
      }
    emitsResponse = arguments[Self.emit] == "response"
    maxBody = arguments[Self.maxBody] ?? 256 << 20
  }

  package static var bindsNames: Bool { true }
  package var bindings: [String] { [Scope.responseBinding] }

  package func load(after upstream: Load, at site: LoadSite) -> Load {
    var load = upstream
    load.requests = upstream.requests + upstream.values
    return load
  }
}

/// The client of a fetch: one of the file's, or the bare one that knows no base URL and adds nothing.
package enum ClientReference: Sendable, Equatable {
  case declared(Int)
  /// Known only with the URL: the file's only client for a relative one, the bare one for an absolute one.
  case byURL(only: Int?)
}
