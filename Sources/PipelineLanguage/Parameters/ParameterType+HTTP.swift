package import HTTP
import Values
import YAML

// What a request is made of.

extension ParameterType where Value == ClientReference {
  package static let client = ParameterType("the name of a client", schema: .text) { node, site in
    guard let name = node.plainText else {
      site.report(.unexpectedValue(wanted: "the name of a client", found: node), at: node)
      return nil
    }
    guard let index = site.file.clients.place(of: name) else {
      site.report(.unknownClient(name, among: site.file.candidates(site.file.clients)), at: node)
      return nil
    }
    site.file.used.clients.insert(name)
    return .declared(index)
  }
}

extension ParseSite {
  /// The client that a fetch goes through: the named one; else the file's only one for a relative URL, the bare one for
  /// an absolute URL.
  func client(_ named: ClientReference?, for url: TextTemplate) -> ClientReference? {
    file.hasRequests = true
    if let named { return named }
    let only = file.clients.names.count == 1 ? 0 : nil
    let start: String
    switch url.parts.first {
    case .literal(let text) where text.contains("://"): return .byURL(only: only)
    case .literal(let text): start = text
    case .formula, nil:
      if only != nil { file.used.clients.formUnion(file.clients.names) }
      return .byURL(only: only)
    }
    switch file.clients.names.count {
    case 1:
      file.used.clients.formUnion(file.clients.names)
      return .declared(0)
    case 0:
      file.report(.relativeWithoutClient(start), at: url.range)
      return nil
    default:
      file.report(.ambiguousClient(among: file.clients.names), at: url.range)
      return nil
    }
  }
}

extension ParameterType where Value == TextTemplate {
  /// A URL, absolute or relative to its client's `baseURL`.
  package static let url = ParameterType("a URL", schema: .text) { node, site in
    if node.isNull {
      site.report(.unexpectedValue(wanted: "a URL", found: node), at: node)
      return nil
    }
    guard let template = site.template(node) else { return nil }
    if case .literal(let start) = template.parts.first, let fault = urlFault(start, isWhole: template.parts.count == 1)
    {
      site.report(.badURL(fault), at: node)
      return nil
    }
    return template
  }
}

/// Why the text cannot begin a URL, or `nil`.
private func urlFault(_ text: String, isWhole: Bool) -> String? {
  if text.isEmpty { return "it is empty" }
  if text.hasPrefix("://") { return "the scheme is missing in front of '://'" }
  if text.utf8.contains(where: { $0 <= 0x20 || $0 == 0x7F }) { return "it holds a space or a control character" }
  guard let separator = text.firstRange(of: "://") else { return nil }
  let scheme = text[..<separator.lowerBound]
  let isScheme = scheme.utf8.allSatisfy { byte in
    (byte | 0x20) >= 0x61 && (byte | 0x20) <= 0x7A || (0x30...0x39).contains(byte) || byte == 0x2B || byte == 0x2D
      || byte == 0x2E
  }
  guard isScheme else { return nil }
  if !["http", "https"].contains(scheme.lowercased()) { return "'\(scheme)' is neither http nor https" }
  let host = text[separator.upperBound...]
  if isWhole, host.isEmpty || host.hasPrefix("/") { return "the host is missing" }
  let authority = host.prefix { !"/?#".contains($0) }
  // What a template may still add to is left alone.
  guard isWhole || authority.endIndex < host.endIndex, let colon = authority.lastIndex(of: ":") else { return nil }
  let port = authority[authority.index(after: colon)...]
  // What stands behind that colon may be a password, or part of an IPv6 address.
  if port.contains(where: { "@]".contains($0) }) { return nil }
  let isPort = port.utf8.allSatisfy { (0x30...0x39).contains($0) } && (port.isEmpty || UInt16(port) != nil)
  if !isPort { return "'\(port)' is no port" }
  return nil
}

extension ParameterType where Value == String {
  package static let method = ParameterType("a method", schema: ["type": "string", "pattern": .string(tokenPattern)]) {
    node, site in
    guard let text = node.plainText, isToken(text) else {
      site.report(.unexpectedValue(wanted: "a method such as PURGE", found: node), at: node)
      return nil
    }
    return text
  }
}

/// What `isToken` accepts.
private let tokenPattern = "^[-0-9A-Za-z!#$%&'*+.^_`|~]+$"

/// A token (RFC 9110, section 5.6.2): what a method and a header's name are made of.
func isToken(_ text: String) -> Bool {
  !text.isEmpty
    && text.utf8.allSatisfy { byte in
      (0x30...0x39).contains(byte) || (0x41...0x5A).contains(byte) || (0x61...0x7A).contains(byte)
        || "!#$%&'*+-.^_`|~".utf8.contains(byte)
    }
}

extension ParameterType where Value == [NamedTemplate] {
  /// A map of templates: headers, query parameters, form fields.
  package static func named(_ what: String) -> Self {
    let names: JSONValue = what == "header" ? ["pattern": .string(tokenPattern)] : true
    let schema: JSONValue = [
      "type": "object", "propertyNames": names,
      "additionalProperties": ["type": ["string", "number", "boolean", "null", "array"]],
    ]
    return ParameterType("a mapping of \(what)s", schema: schema) { node, site in
      guard case .mapping(let entries) = node.content else {
        site.report(.unexpectedValue(wanted: "a mapping of \(what)s", found: node), at: node)
        return nil
      }
      let templates = entries.compactMap { entry -> NamedTemplate? in
        guard case .scalar(let name) = entry.key.content else {
          site.report(.unexpectedValue(wanted: "the name of a \(what)", found: entry.key), at: entry.key)
          return nil
        }
        if what == "header", !isToken(name.text) {
          site.report(
            Finding("'\(name.text)' is no header name", reason: "a name has letters, digits and a few signs"),
            at: entry.key)
          return nil
        }
        guard let value = site.value(entry.value) else { return nil }
        switch value {
        case .object, .constant(.object):
          site.report(.unexpectedValue(wanted: "text or a list of texts", found: entry.value), at: entry.value)
          return nil
        case .array, .constant, .text:
          return NamedTemplate(
            name: name.text, value: value, range: entry.key.range, valueRange: entry.value.range)
        }
      }
      return templates.count == entries.count ? templates : nil
    }
  }
}

extension ParameterType where Value == StatusSet {
  /// `404`, `2xx`, `200-204`, or a list of them.
  package static let statuses = ParameterType(
    "a status, a range such as 2xx or 200-204, or a list of them",
    schema: either([.status, ["type": "array", "items": .status]])
  ) { node, site in
    var nodes = [node]
    if case .sequence(let list) = node.content { nodes = list }
    let ranges = nodes.compactMap { node -> ClosedRange<Int>? in
      guard let text = node.plainText, let range = statusRange(text) else {
        site.report(.unexpectedValue(wanted: "a status such as 404, 2xx or 200-204", found: node), at: node)
        return nil
      }
      return range
    }
    return ranges.count == nodes.count ? StatusSet(ranges: ranges) : nil
  }
}

extension JSONValue {
  fileprivate static let status = either([
    ["type": "integer", "minimum": 100, "maximum": 599],
    ["type": "string", "pattern": "^([1-5]xx|[1-5][0-9][0-9](-[1-5][0-9][0-9])?)$"],
  ])
}

func statusRange(_ text: String) -> ClosedRange<Int>? {
  if text.count == 3, text.hasSuffix("xx"), let hundreds = Int(text.prefix(1)), (1...5).contains(hundreds) {
    return hundreds * 100...hundreds * 100 + 99
  }
  let bounds = text.split(separator: "-", omittingEmptySubsequences: false).map { Int($0) }
  guard let low = bounds.first ?? nil, let high = bounds.last ?? nil, bounds.count <= 2, 100 <= low, low <= high,
    high <= 599
  else { return nil }
  return low...high
}

extension ParameterType where Value == Timeouts {
  private static let connect = Parameter("connect", .duration, "until there is a connection; 10s where left out")
  private static let firstByte = Parameter(
    "firstByte", .duration, "from the request's end to the response's first byte")
  private static let idle = Parameter("idle", .duration, "without a byte in either direction; 30s where left out")
  private static let total = Parameter("total", .duration, "for the whole of it")
  private static let keys = MappingDeclaration("a timeout", [connect, firstByte, idle, total])

  package static let timeouts = ParameterType(
    "a duration, or { connect, firstByte, idle, total }",
    schema: either([ParameterType<Duration>.duration.schema, keys.schema])
  ) { node, site in
    var timeouts = Timeouts()
    guard case .mapping = node.content else {
      guard let total = ParameterType<Duration>.duration.read(node, site) else { return nil }
      timeouts.total = total
      return timeouts
    }
    let fields = site.fields(of: node, keys)
    func read(_ key: Parameter<Duration>, into path: WritableKeyPath<Timeouts, Duration?>) -> Bool {
      if fields[key.name] == nil { return true }
      guard let duration = fields.read(key, at: site) else { return false }
      timeouts[keyPath: path] = duration
      return true
    }
    let whole = [
      read(connect, into: \.connect), read(firstByte, into: \.firstByte), read(idle, into: \.idle),
      read(total, into: \.total),
    ]
    return whole.allSatisfy { $0 } ? timeouts : nil
  }
}

extension Finding {
  static func unknownClient(_ name: String, among names: [String]) -> Finding {
    Finding(
      "unknown client '\(name)'", reason: "not declared under 'clients'", hint: suggestion(for: name, among: names))
  }

  static func relativeWithoutClient(_ url: String) -> Finding {
    Finding(
      "'\(url)' is relative", reason: "no client is declared whose baseURL it could be joined to",
      hint: "write the URL with http:// or https://, or declare a client")
  }

  static func ambiguousClient(among names: [String]) -> Finding {
    Finding(
      "which client?", reason: "the URL is relative and the file has several clients",
      hint: "add 'client: ' with one of " + names.map { "'\($0)'" }.joined(separator: ", "))
  }

  static func badURL(_ fault: String) -> Finding { Finding("this is no URL", reason: fault) }
}
