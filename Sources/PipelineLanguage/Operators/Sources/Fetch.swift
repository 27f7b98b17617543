package import HTTP

/// `fetch: { … }`: one HTTP request, and what its response holds.
///
/// Its keys stand by what they are about, each group with its reading: `Fetch+Target.swift`, `Fetch+Body.swift`,
/// `Fetch+Exchange.swift` (how the request is sent, and how often), `Fetch+Response.swift`.
package struct FetchStep: StepOperation {
  package static let declaration = OperatorDeclaration(
    "fetch", .sourceOrTransform, "sends a request and emits what the response holds",
    parameters: targetKeys + bodyKeys + exchangeKeys + responseKeys,
    shorthand: .unlessMapping("get"),
    rules: [
      .exactlyOne(verbs.map(\.name) + ["method"]), .together(["method", "url"]),
      .atMostOne(bodyKeys.map(\.name)),
    ],
    discussion: #"""
      - Emits: the decoded body. JSON is a value, other text a string, an empty body `null`; the content type
        decides. `emit: response` gives `{ status, headers, url, elapsed, httpVersion, body }`. The steps below
        have `$response`, which is the same without the body.
      - Order: in mid-chain one request is sent for each value, as many at once as the client's `concurrency` (8),
        and the results leave in the order in which the values came in.
      - Streams: `response: lines`, `ndjson` and `sse` emit each line, JSON value or event `{ event, data, id, retry }`
        as it comes, and hold the server back where the steps below are slower. `download: FILE` streams the body to
        a file, which is there whole or not at all, and emits `{ file, size }`.
      - Ends: after its one value, of a stream with the response; in mid-chain after the last.
      - Fails: where there is no whole response (`transport`, `timeout`, `io`), where the status is not accepted
        (`status`), where the body is not what it says it is (`decode`), where a response to `graphql` has errors
        (`expect`).
      - `retry` sends the request again after a failure, `poll` until something is true of what it brings. In
        mid-chain others go out while one pauses.
      - A redirect is not followed unless `redirects: N` says so: it is a status like any other, and the failure names
        where it leads. To another origin goes nothing that the file sets but the body, unless `keepHeaders: true`.
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
  package let auth: AuthChoice?
  package let retry: RequestRetry?
  package let poll: Poll?
  package let redirects: Int?
  package let keepsHeaders: Bool?
  package let accept: StatusSet?
  package let errorBody: TypeReference?
  package let timeouts: Timeouts?
  package let decoding: Decoding
  package let download: TextTemplate?
  package let emitsResponse: Bool
  package let maxBody: Int
  /// How many requests may be sent for one value, by what the step and its client say.
  private let requestsForValue: Amount

  package init?(_ arguments: Arguments) {
    guard let target = Self.target(arguments), let body = Self.body(arguments), Self.hasFittingResponse(arguments),
      Self.hasFittingGraphQL(body, method: target.method, arguments)
    else {
      return nil
    }
    client = target.client
    method = target.method
    url = target.url
    headers = arguments[Self.headers] ?? []
    query = arguments[Self.query] ?? []
    self.body = body
    auth = arguments[Self.auth]
    if case .some = auth, arguments.site.file.reportAuthTwice(headers) { return nil }
    retry = arguments[Self.retry]
    poll = arguments[Self.poll]
    redirects = arguments[Self.redirects]
    keepsHeaders = arguments[Self.keepHeaders]
    accept = arguments[Self.accept]
    errorBody = arguments[Self.errorBody]
    timeouts = arguments[Self.timeout]
    decoding = Self.decoding(arguments)
    download = arguments[Self.download]
    emitsResponse = arguments[Self.emit] == "response"
    maxBody = arguments[Self.maxBody] ?? 256 << 20
    let settings = arguments.site.settings(of: client)
    if keepsHeaders == true, redirects ?? settings?.redirects ?? 0 == 0 {
      arguments.report(.keepsWithoutRedirects, at: Self.keepHeaders)
    }
    requestsForValue = Self.requests(
      retry: retry ?? settings?.retry, poll: poll, redirects: redirects ?? settings?.redirects ?? 0)
  }

  package static var bindsNames: Bool { true }
  package var bindings: [String] { [Scope.responseBinding] }

  package func cardinality(after upstream: Cardinality, nodes: (Int) -> Cardinality) -> Cardinality {
    decoding.isStreamed ? .many : upstream
  }

  package func load(after upstream: Load, at site: LoadSite) -> Load {
    var load = upstream
    if decoding.isStreamed {
      load.values = upstream.values * site.unbounded("how many values % finds in a response shows only in the run")
      // The body may break off behind its last value.
      load.mayFailLate = true
    }
    load.requests = upstream.requests + upstream.values * requestsForValue
    return load
  }
}
