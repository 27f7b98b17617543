import Values
import YAML

/// How a request says who sends it.
package enum Auth: Sendable {
  /// A token (RFC 6750).
  case bearer(TextTemplate)
  /// A name and a password (RFC 7617).
  case basic(username: TextTemplate, password: TextTemplate)
  /// Both in one text, `name:password`.
  case basicPair(TextTemplate)
}

/// What a fetch says of `auth`: its own, or that its client's is left out.
package enum AuthChoice: Sendable {
  case none
  case some(Auth)
}

extension ParameterType where Value == AuthChoice {
  private static let bearer = Parameter("bearer", .credential("a token"), "a token, sent as Authorization: Bearer")
  private static let basicKey = Parameter(
    "basic", .nameAndPassword, "{ username, password } or 'username:password', sent as Authorization: Basic")
  private static let authKeys = MappingDeclaration(
    "'auth'", [bearer, basicKey], rules: [.exactlyOne([bearer.name, basicKey.name])])

  /// `null` leaves out what the client says.
  package static let auth = ParameterType(
    "{ bearer: TOKEN } or { basic: { username, password } }", schema: authKeys.schema.orNull
  ) { node, site in
    if node.isNull { return AuthChoice.none }
    guard case .mapping(let entries) = node.content else {
      site.report(
        .unexpectedValue(wanted: "{ bearer: TOKEN } or { basic: { username, password } }", found: node), at: node)
      return nil
    }
    var found: [Auth] = []
    for entry in entries {
      switch entry.key.plainText ?? "" {
      case bearer.name:
        guard let token = bearer.type.read(entry.value, site) else { return nil }
        if case .literal(let text)? = token.parts.first, text.lowercased().hasPrefix("bearer ") {
          site.report(.schemeInToken, at: entry.value)
          return nil
        }
        found.append(.bearer(token))
      case basicKey.name:
        guard let pair = basicKey.type.read(entry.value, site) else { return nil }
        found.append(pair)
      case let name:
        site.report(.unknownAuth(name, among: authKeys.names), at: entry.key)
        return nil
      }
    }
    guard let auth = found.first, found.count == 1 else {
      site.report(
        found.isEmpty
          ? Finding("'auth' is empty", reason: "it holds 'bearer' or 'basic'")
          : Finding("'auth' has two kinds", reason: "a request is sent with one: 'bearer' or 'basic'"), at: node)
      return nil
    }
    return .some(auth)
  }
}

extension ParameterType where Value == Auth {
  private static let username = Parameter("username", .userName, "who asks; without a colon", required: true)
  private static let password = Parameter("password", .credential("a password"), "the password", required: true)
  private static let pairKeys = MappingDeclaration("'basic'", [username, password])

  fileprivate static let nameAndPassword = ParameterType(
    "{ username, password } or 'username:password'", schema: either([["type": "string"], pairKeys.schema])
  ) { node, site in
    guard case .mapping = node.content else {
      guard let pair = ParameterType<TextTemplate>.credential("'username:password'").read(node, site) else {
        return nil
      }
      if let text = pair.constant, !text.contains(":") {
        site.report(.noPair, at: node)
        return nil
      }
      return .basicPair(pair)
    }
    let fields = site.fields(of: node, pairKeys)
    for key in pairKeys.keys where fields[key.name] == nil && fields.isWhole {
      site.report(
        Finding("'\(key.name)' is missing", reason: "basic authentication has a name and a password"), at: node)
    }
    let values = (fields.read(username, at: site), fields.read(password, at: site))
    guard fields.isWhole, let username = values.0, let password = values.1 else { return nil }
    return .basic(username: username, password: password)
  }
}

extension ParameterType where Value == TextTemplate {
  /// Text that is not left empty.
  fileprivate static func credential(_ what: String) -> Self {
    ParameterType(what, schema: .text) { node, site in
      if node.isNull {
        site.report(.unexpectedValue(wanted: what, found: node), at: node)
        return nil
      }
      guard let template = site.template(node) else { return nil }
      if template.constant == "" {
        site.report(Finding("expected \(what)", reason: "this is empty"), at: node)
        return nil
      }
      return template
    }
  }

  fileprivate static let userName = ParameterType("a name", schema: .text) { node, site in
    guard let template = ParameterType.credential("a name").read(node, site) else { return nil }
    for case .literal(let text) in template.parts where text.contains(":") {
      site.report(
        Finding("the username holds a colon", reason: "behind the first colon the password begins (RFC 7617)"), at: node
      )
      return nil
    }
    return template
  }
}

extension NamedTemplate {
  /// Whether it is the header that `auth` makes.
  package var isAuthorization: Bool { name.lowercased() == "authorization" }
}

extension FileContext {
  /// Tells of a header that says the same as `auth` beside it.
  ///
  /// - Returns: whether there is one.
  func reportAuthTwice(_ headers: [NamedTemplate]) -> Bool {
    guard let header = headers.first(where: \.isAuthorization) else { return false }
    report(.authTwice(header.name), at: header.range)
    return true
  }
}

extension Finding {
  fileprivate static func authTwice(_ header: String) -> Finding {
    Finding(
      "the header '\(header)' stands beside 'auth'", reason: "'auth' makes that header, and a request has one",
      hint: "leave one of them out")
  }

  fileprivate static let schemeInToken = Finding(
    "the token begins with 'Bearer'", reason: "'bearer' puts that in front of it", hint: "write the token alone")

  fileprivate static let noPair = Finding(
    "the password is missing", reason: "this is a name alone",
    hint: "write 'username:password', or { username, password }")

  private static func elsewhere(_ name: String) -> String? {
    name == "oauth2"
      ? "let a node ask for the token, and write { bearer: '${ $nodes.NAME.access_token }' } on the fetch" : nil
  }

  fileprivate static func unknownAuth(_ name: String, among names: [String]) -> Finding {
    let isKnownElsewhere = ["digest", "aws", "oauth2", "ntlm", "negotiate"].contains(name)
    return Finding(
      isKnownElsewhere ? "'\(name)' is not supported" : "unknown key '\(name)'",
      reason: isKnownElsewhere ? "the kinds of 'auth' are 'bearer' and 'basic'" : "'auth' has no such key",
      hint: isKnownElsewhere ? elsewhere(name) : suggestion(for: name, among: names))
  }
}
