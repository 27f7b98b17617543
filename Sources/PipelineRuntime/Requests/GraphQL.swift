import HTTP
import PipelineLanguage
import RunEvents
import Values

// GraphQL over HTTP: a request is a JSON object, and a response says by its `errors` whether it is one.

extension GraphQLOperation {
  /// The object that is sent (GraphQL over HTTP, section 5.4).
  func body(at value: RunValue, _ evaluator: Evaluator) throws(StepError) -> JSONValue {
    var object: JSONObject = ["query": .string(try evaluator.text(of: query, at: value))]
    if let variables {
      let values = try evaluator.value(of: variables, at: value).value
      guard case .object = values else {
        throw evaluator.site.failure(
          .expression, "the variables of the GraphQL query are \(article(values.kindName)), not an object", at: value)
      }
      object["variables"] = values
    }
    if let operationName { object["operationName"] = .string(try evaluator.text(of: operationName, at: value)) }
    return .object(object)
  }
}

/// What a GraphQL response says went wrong (GraphQL, section 7.1.2).
struct GraphQLErrors {
  /// Each as one line: `no such user, at .user.name`.
  let lines: [String]

  /// `nil` where there is none.
  init?(in body: JSONValue) {
    guard case .array(let errors)? = body["errors"], !errors.isEmpty else { return nil }
    lines = errors.map { error in
      let message = error["message"]?.stringValue ?? error.text()
      guard case .array(let path)? = error["path"], !path.isEmpty else { return message }
      return message + ", at " + Self.text(of: path)
    }
  }

  var message: String {
    let rest = lines.count > 1 ? "; and \(lines.count - 1) more" : ""
    return "the GraphQL response has errors: " + lines[0] + rest
  }

  /// As jq writes it, below `data`: `.users[0].name`.
  private static func text(of path: [JSONValue]) -> String {
    path.reduce(into: "") { text, part in
      switch part {
      case .string(let name) where isPlain(name): text += "." + name
      default: text += text.isEmpty ? ".[\(part.text())]" : "[\(part.text())]"
      }
    }
  }

  private static func isPlain(_ name: String) -> Bool {
    !name.isEmpty
      && name.utf8.allSatisfy { byte in
        (byte | 0x20) >= 0x61 && (byte | 0x20) <= 0x7A || byte >= 0x30 && byte <= 0x39 || byte == 0x5F
      }
  }
}

extension ResponseReader {
  /// Fails where an accepted response to a GraphQL operation holds errors, whatever else it holds.
  func expectNoGraphQLErrors(in response: Response, request: () -> RequestDescription) throws(StepError) {
    guard case .graphql = step.body, let body = try? JSONValue(parsing: response.body),
      let errors = GraphQLErrors(in: body)
    else { return }
    let fault = site.fault(
      .expect, errors.message, details: errors.lines.count > 1 ? errors.lines : [], request: request(),
      response: ResponseDescription(response, headers: true, body: true))
    throw StepError(fault, status: response.status, body: body)
  }

  /// A refusal with the errors that its body holds.
  func withGraphQLErrors(_ error: StepError) -> StepError {
    guard case .graphql = step.body, error.failure.kind == .status, let body = error.body,
      let errors = GraphQLErrors(in: body)
    else { return error }
    var error = error
    error.failure.details.append(errors.message)
    return error
  }
}
