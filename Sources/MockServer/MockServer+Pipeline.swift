import HTTP
package import PipelineLanguage
package import Values

extension MockServer {
  /// A server for a pipeline's mock section. Its templates see `$request`, `$mock` (`{ url }`), `$inputs` and `$env`; `.`
  /// is `$request` too.
  ///
  /// - Throws: `MockPatternError` for a path that is no pattern.
  package convenience init(
    for pipeline: Pipeline, host: String = "127.0.0.1", port: Int = 0, inputs: JSONObject, environment: JSONObject,
    secrets: MockSecrets? = nil, observe: (@Sendable (MockRequest, MockReply) -> Void)? = nil
  ) throws(MockPatternError) {
    let scope = MockScope(inputs: inputs, environment: environment, secrets: secrets)
    var routes: [MockRoute] = []
    for route in pipeline.mock {
      routes.append(
        MockRoute(route.method, try MockPattern(route.pattern)) { request in
          route.reply.reply(to: request, in: scope)
        })
    }
    self.init(host: host, port: port, routes: routes, observe: observe)
  }
}

/// How a stand-in that runs beside the pipeline tells what its replies make of secrets.
package struct MockSecrets: Sendable {
  /// The value with others in its secrets' places; `nil` where it holds none.
  let twin: @Sendable (JSONValue) -> JSONValue?
  /// Is told of the parts of a reply before it is sent: what they are, what they would be if the secrets were others (`nil` where
  /// nothing could be made of those), and the expressions they come from.
  let tell: @Sendable (_ parts: [JSONValue], _ twins: [JSONValue]?, _ expressions: [String]) -> Void

  package init(
    twin: @escaping @Sendable (JSONValue) -> JSONValue?,
    tell: @escaping @Sendable (_ parts: [JSONValue], _ twins: [JSONValue]?, _ expressions: [String]) -> Void
  ) {
    self.twin = twin
    self.tell = tell
  }
}

/// What the templates of all routes see.
private struct MockScope: Sendable {
  let inputs: JSONObject
  let environment: JSONObject
  let secrets: MockSecrets?

  /// The scope with others in the secrets' places; `nil` where it holds none.
  func twin(by secrets: MockSecrets) -> MockScope? {
    let (inputs, environment) = (secrets.twin(.object(inputs)), secrets.twin(.object(environment)))
    if inputs == nil, environment == nil { return nil }
    return MockScope(
      inputs: inputs?.objectValue ?? self.inputs, environment: environment?.objectValue ?? self.environment,
      secrets: nil)
  }

  func value(of name: String, for request: JSONValue) -> JSONValue? {
    switch name {
    case "request": request
    // By the name under which the client knows the server.
    case "mock": .object(["url": .string("http://" + (request["headers"]?["host"]?.stringValue ?? "127.0.0.1"))])
    case "inputs": .object(inputs)
    case "env": .object(environment)
    default: nil
    }
  }
}

extension MockReplyDeclaration {
  /// What is answered; where a template fails, 500 with its message, so that whoever runs the pipeline sees why.
  fileprivate func reply(to request: MockRequest, in scope: MockScope) -> MockReply {
    let value = JSONValue.object(request.object)
    let lookup: VariableLookup = { scope.value(of: $0, for: value) }
    tellSecrets(in: value, scope)
    do {
      return try reply(value, lookup)
    } catch {
      let message = JSONValue.object(["message": .string("the mock's reply failed: \(error.message)")])
      return .json(message.text(), status: 500)
    }
  }

  /// Tells what the reply makes of secrets, where the request or the scope holds any.
  private func tellSecrets(in request: JSONValue, _ scope: MockScope) {
    guard let secrets = scope.secrets else { return }
    let (request2, scope2) = (secrets.twin(request), scope.twin(by: secrets))
    if request2 == nil, scope2 == nil { return }
    let twinRequest = request2 ?? request
    let twinScope = scope2 ?? scope
    let own = (try? parts(request) { scope.value(of: $0, for: request) }) ?? []
    let twins = try? parts(twinRequest) { twinScope.value(of: $0, for: twinRequest) }
    secrets.tell(own, twins, formulas.map(\.text))
  }

  /// The values that it is made of; of a template that fails, its message.
  private func parts(_ request: JSONValue, _ lookup: VariableLookup) throws(EvaluationError) -> [JSONValue] {
    do throws(EvaluationError) {
      var parts: [JSONValue] = []
      for header in headers { parts.append(.array(try header.value.fieldTexts(request, lookup).map(JSONValue.string))) }
      switch body {
      case .none: break
      case .json(let template): parts.append(try template.value(request, lookup))
      case .text(let template): parts.append(.string(try template.text(request, lookup)))
      }
      return parts
    } catch {
      return [.string(error.message)]
    }
  }

  private var formulas: [Formula] {
    let body: [Formula] =
      switch body {
      case .none: []
      case .json(let template): template.formulas
      case .text(let template): template.formulas
      }
    return headers.flatMap(\.value.formulas) + body
  }

  private func reply(_ request: JSONValue, _ lookup: VariableLookup) throws(EvaluationError) -> MockReply {
    var reply = MockReply(status: try status.value(request, lookup).intValue ?? 500)
    for header in headers {
      reply.headers += try header.value.fieldTexts(request, lookup).map { Header(header.name, $0) }
    }
    var type: String?
    switch body {
    case .none: break
    case .json(let template):
      try template.value(request, lookup).write(to: &reply.body)
      type = "application/json"
    case .text(let template):
      reply.body = Array(try template.text(request, lookup).utf8)
      type = "text/plain; charset=utf-8"
    }
    if let type, !reply.headers.contains(where: { $0.name.lowercased() == "content-type" }) {
      reply.headers.append(Header("Content-Type", type))
    }
    switch delay {
    case .constant(let time): reply.delay = time > .zero ? time : nil
    case .computed(let formula): reply.delay = parseDuration(try formula.text(request, lookup))
    }
    switch fault {
    case nil: break
    case .close: reply.ending = .close
    case .reset: reply.ending = .reset
    case .hang: reply.ending = .hang
    }
    return reply
  }
}

extension MockRequest {
  /// `$request`: `{ method, url, path, query, headers, body, bodySize }`. `path` holds the route's parameters; a query
  /// name that came several times has a list. The body is a value where it reads as JSON, else a string, and null where
  /// it is empty or too large to be kept.
  var object: JSONObject {
    var query = JSONObject()
    for (name, value) in self.query {
      switch query[name] {
      case nil: query[name] = .string(value)
      case .array(let values)?: query[name] = .array(values + [.string(value)])
      case let first?: query[name] = .array([first, .string(value)])
      }
    }
    let text: JSONValue = isBodyWhole && !body.isEmpty ? .string(String(decoding: body, as: UTF8.self)) : .null
    return JSONObject([
      ("method", .string(method)),
      ("url", .string(path + (rawQuery.map { "?" + $0 } ?? ""))),
      ("path", .object(JSONObject(parameters.sorted { $0.key < $1.key }.map { ($0.key, .string($0.value)) }))),
      ("query", .object(query)),
      ("headers", .object(headerFields)),
      ("body", isBodyWhole ? (try? JSONValue(parsing: body)) ?? text : .null),
      ("bodySize", .number(JSONNumber(bodySize))),
    ])
  }

  /// By names in lower case; those that came several times are joined by a comma (RFC 9110, section 5.3).
  private var headerFields: JSONObject {
    var fields = JSONObject()
    for header in headers {
      let name = header.name.lowercased()
      let known = fields[name]?.stringValue.map { $0 + ", " } ?? ""
      fields[name] = .string(known + header.value)
    }
    return fields
  }
}
