import Files
import HTTP
import PipelineLanguage
import RunEvents
import Values

/// Makes requests out of a fetch's templates and its client.
///
/// Immutable; a client's own templates were evaluated once, at the run's start.
struct RequestBuilder: Sendable {
  let step: FetchStep
  let site: StepSite
  let clients: [Client]

  /// A client as a run uses it: its templates are filled in.
  struct Client: Sendable {
    let declaration: ClientDeclaration
    let baseURL: String?
    let headers: [(name: String, values: [String])]
    let query: [(name: String, values: [String])]
    let authorization: Authorization?
    /// `nil` where the client keeps no cookies.
    let jar: CookieJar?
    let options: TransferOptions
    /// Requests in flight at most.
    let concurrency: Int
    /// Of its base URL; its headers go there and nowhere else.
    let origin: String?

    /// Whether its headers and query may go there.
    func isHome(_ url: String) -> Bool { origin == nil || origin == PipelineRuntime.origin(of: url) }
  }

  /// A request, and the client whose bounds and words hold for it.
  struct Built: Sendable {
    let request: Request
    /// Its place among the clients, or `nil` for the bare one.
    let client: Int?
    /// What the body is where the file does not say it.
    let contentType: String?
    let redirects: RedirectRules
    /// The cookies that go with it, where there are some to go with it.
    let jar: CookieJar?
    /// What becomes of a body that comes in pieces.
    let pieces: BodyPieces
  }

  func request(for value: RunValue) throws(StepError) -> Built {
    let (url, client) = try url(for: value)
    var request = Request(method: step.method, url: url)
    let own = client.map { clients[$0] }
    let named = try fields(step.headers, for: value)
    let authorization = try authorization(for: value, client: own, url: url)
    if let own, !own.headers.isEmpty, own.isHome(url) {
      // A header that the step names, even with null, replaces the client's.
      var overridden = Set(step.headers.map { $0.name.lowercased() })
      if authorization != nil || step.leavesOutAuth { overridden.insert("authorization") }
      for header in own.headers where !overridden.contains(header.name.lowercased()) {
        request.headers += header.values.map { Header(header.name, $0) }
      }
    }
    if let authorization { request.headers.append(Header("Authorization", authorization.value)) }
    request.omittedHeaders = named.filter { $0.values.isEmpty }.map(\.name)
    for header in named { request.headers += header.values.map { Header(header.name, $0) } }
    for header in request.headers where header.value.utf8.contains(where: { $0 == 10 || $0 == 13 || $0 == 0 }) {
      throw site.failure(.expression, "the value of the header '\(header.name)' holds a line end")
    }
    let contentType = try addBody(to: &request, for: value)
    request.timeouts = step.timeouts ?? own?.declaration.timeouts ?? site.run.options.timeouts
    request.options = own?.options ?? site.run.options.transfer
    request.maxBody = step.maxBody
    request.reportsProgress = site.run.events.wanted.contains(.progress)
    let redirects = RedirectRules(
      most: step.redirects ?? own?.declaration.redirects ?? 0,
      keepsHeaders: step.keepsHeaders ?? own?.declaration.keepsHeaders ?? false)
    // A header that the file sets takes the place of the jar's.
    let hasCookies =
      request.headers.contains { $0.isNamed("cookie") } || step.headers.contains { $0.name.lowercased() == "cookie" }
    let jar = own.flatMap { !hasCookies && $0.isHome(url) ? $0.jar : nil }
    let pieces = try askForPieces(
      in: &request, for: value, client: own?.declaration, followsRedirects: redirects.most > 0)
    return Built(
      request: request, client: client, contentType: contentType, redirects: redirects, jar: jar, pieces: pieces)
  }

  /// What `auth` makes: the step's own, or its client's at the client's origin, unless the step has the header.
  private func authorization(for value: RunValue, client: Client?, url: String) throws(StepError) -> Authorization? {
    switch step.auth {
    case AuthChoice.none?: return nil
    case .some(let auth)?:
      var texts: [String] = []
      for template in auth.templates { texts.append(try site.evaluator.text(of: template, at: value)) }
      if let fault = Authorization.fault(of: auth, texts) { throw site.failure(.expression, fault, at: value) }
      let authorization = Authorization(auth, texts)
      for secret in authorization.secrets { site.run.events.hide(secret) }
      return authorization
    case nil:
      guard let client, client.isHome(url), !step.headers.contains(where: \.isAuthorization) else { return nil }
      return client.authorization
    }
  }

  // MARK: - URL

  private func url(for value: RunValue) throws(StepError) -> (url: String, client: Int?) {
    var text = ""
    for (place, part) in step.url.parts.enumerated() {
      switch part {
      case .literal(let literal): text += literal
      case .formula(let formula):
        let part = try site.evaluator.text(of: formula, at: value)
        // At the very start a whole URL is meant, then a host and its port, further on one segment or value.
        if place == 0 {
          text += part
        } else if endsInAuthority(text) {
          guard isAuthority(part) else {
            throw site.failure(
              .expression, "'\(part)' is no host", details: ["\(formula.text) stands where the URL names one"])
          }
          text += part
        } else {
          text += percentEncoded(part)
        }
      }
    }
    let isAbsolute = isAbsoluteURL(text)
    let client: Int?
    switch step.client {
    case .declared(let index): client = index
    case .byURL(let only): client = isAbsolute ? nil : only
    }
    if !isAbsolute {
      guard let base = client.flatMap({ clients[$0].baseURL }) else {
        throw site.failure(
          .expression,
          "'\(text)' is no absolute URL"
            + (client.map { ", and the client '\(clients[$0].declaration.name)' has no baseURL" } ?? ""))
      }
      text = joinURL(base: base, text)
    }
    // With the stand-in, nothing goes to where the file says.
    if let mock = site.run.options.mockURL { text = movedURL(text, to: mock) }
    let query = try fields(step.query, for: value)
    var pairs: [(name: String, value: String)] = []
    if let client, !clients[client].query.isEmpty, clients[client].isHome(text) {
      let overridden = Set(step.query.map(\.name))
      for field in clients[client].query where !overridden.contains(field.name) {
        pairs += field.values.map { (field.name, $0) }
      }
    }
    for field in query { pairs += field.values.map { (field.name, $0) } }
    return (addQuery(pairs, to: text), client)
  }

  // MARK: - Fields and body

  private func fields(_ fields: [NamedTemplate], for value: RunValue) throws(StepError) -> [(
    name: String, values: [String]
  )] {
    try site.evaluator.fields(fields, at: value)
  }

  /// - Returns: what the body is where the file does not say it.
  private func addBody(to request: inout Request, for value: RunValue) throws(StepError) -> String? {
    let type: String
    switch step.body {
    case .none: return nil
    case .json(let template):
      request.body = .bytes(bytes(of: try site.evaluator.value(of: template, at: value).value))
      type = "application/json"
    case .graphql(let operation):
      request.body = .bytes(bytes(of: try operation.body(at: value, site.evaluator)))
      type = "application/json"
    case .form(let fields):
      var pairs: [(name: String, value: String)] = []
      for field in try self.fields(fields, for: value) { pairs += field.values.map { (field.name, $0) } }
      request.body = .bytes(Array(formEncoded(pairs).utf8))
      type = "application/x-www-form-urlencoded"
    case .multipart(let parts): return try addMultipart(parts, to: &request, for: value)
    case .text(let template):
      request.body = .bytes(Array(try site.evaluator.text(of: template, at: value).utf8))
      type = "text/plain; charset=utf-8"
    case .upload(let template):
      let written = try site.evaluator.text(of: template, at: value)
      let path = site.run.resolvePath(written)
      do throws(FileError) {
        request.body = .file(path: path, size: Int(try readableFile(path).size))
      } catch {
        throw site.failure(.io, missingFile(written: written, resolved: path, reason: error.reason))
      }
      return nil
    }
    if !request.headers.contains(where: { $0.isNamed("content-type") })
      && !step.headers.contains(where: { $0.name.lowercased() == "content-type" })
    {
      request.headers.append(Header("Content-Type", type))
    }
    return type
  }

  private func bytes(of value: JSONValue) -> [UInt8] {
    var bytes: [UInt8] = []
    value.write(to: &bytes)
    return bytes
  }
}

/// The status of a file that can be streamed with an exact length.
func readableFile(_ path: String) throws(FileError) -> FileStatus {
  let status = try FileSystem.status(of: path)
  if status.isRegularFile { return status }
  throw FileError(
    path: path, operation: "read", reason: status.kind == .folder ? "it is a folder" : "it is no regular file")
}

/// What is said of a file that is not there: its path as written, and as it was looked for.
func missingFile(written: String, resolved: String, reason: String) -> String {
  "cannot read '\(written)': \(reason)" + (written == resolved ? "" : " (looked for at \(resolved))")
}
