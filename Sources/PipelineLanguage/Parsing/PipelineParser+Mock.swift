import Diagnostics
import Values
import YAML

extension PipelineParser {
  private static let methods = ["get", "post", "put", "patch", "delete", "head", "options"]

  static let routeKeys = MappingDeclaration(
    "a route",
    methods.map { Parameter($0, .path, "the path answered for \($0.uppercased()); {name} stands for one segment") }
      + [SectionKey("reply", "what is answered; an empty 200 where left out", schema: replyKeys.schema)],
    rules: [.exactlyOne(methods)])

  static let replyKeys = MappingDeclaration(
    "a reply",
    [
      ReplyKey.status, ReplyKey.headers, ReplyKey.json, ReplyKey.text, ReplyKey.delay, ReplyKey.fault,
    ],
    rules: [.atMostOne(["json", "text"])])

  func mock(_ section: YAMLNode) -> [MockRouteDeclaration] {
    guard case .sequence(let nodes) = section.content else {
      file.report(.unexpectedValue(wanted: "a list of routes", found: section), at: section.range)
      return []
    }
    let routes = nodes.compactMap { route($0) }
    var first: [String: MockRouteDeclaration] = [:]
    for route in routes {
      let words = "\(route.method) \(route.pattern)"
      guard let earlier = first.updateValue(route, forKey: words) else { continue }
      file.report(.unreachableRoute(words), at: route.range, notes: [file.note("this one answers", at: earlier.range)])
      first[words] = earlier
    }
    return routes
  }

  private func route(_ node: YAMLNode) -> MockRouteDeclaration? {
    let fields = file.fields(of: node, Self.routeKeys)
    let targets = Self.methods.filter { fields[$0] != nil }
    guard let method = targets.first, targets.count == 1, let path = fields[method].flatMap({ text($0) }) else {
      if fields.isWhole {
        file.report(
          Finding(
            "a route has one method", reason: targets.isEmpty ? "none is given" : "this has \(targets.count)",
            hint: "write 'get: /path'"),
          at: node.range)
      }
      return nil
    }
    if let fault = routeFault(path) {
      file.report(Finding("'\(path)' is no path of a route", reason: fault), at: fields[method]?.range)
      return nil
    }
    return MockRouteDeclaration(
      method: method.uppercased(), pattern: path, range: node.range, reply: reply(fields["reply"]))
  }

  private func reply(_ node: YAMLNode?) -> MockReplyDeclaration {
    let site = ParseSite(file: file, scope: Scope(isMock: true))
    let fields = node.map { file.fields(of: $0, Self.replyKeys) } ?? Fields()
    var body = MockReplyDeclaration.Body.none
    if let json = fields["json"] { body = site.value(json).map { .json($0) } ?? .none }
    if let text = fields["text"] {
      if fields["json"] != nil {
        file.report(Finding("the reply has two bodies", reason: "'json' and 'text'"), at: text.range)
      }
      body = site.template(text).map { .text($0) } ?? .none
    }
    var delay = MockReplyDeclaration.DelaySource.constant(.zero)
    if let node = fields["delay"] {
      if let text = node.plainText, text.hasPrefix("${"), let formula = site.template(node)?.single {
        delay = .computed(formula)
      } else if let duration = ParameterType<Duration>.duration.read(node, site) {
        delay = .constant(duration)
      }
    }
    let status = fields["status"].flatMap { site.value($0) } ?? .constant(200)
    if let constant = status.constant, !(200...999).contains(constant.intValue ?? 0), let node = fields["status"] {
      file.report(.unexpectedValue(wanted: "a status such as 404", found: node), at: node.range)
    }
    return MockReplyDeclaration(
      status: status,
      headers: fields.read(ReplyKey.headers, at: site) ?? [], body: body,
      delay: delay,
      fault: fields.read(ReplyKey.fault, at: site).flatMap { MockReplyDeclaration.Fault(rawValue: $0) })
  }
}

/// The keys of a reply.
private enum ReplyKey {
  static let status = SectionKey(
    "status", "the status, 200 where left out",
    schema: either([["type": "integer", "minimum": 200, "maximum": 999], .textWithTemplate]))
  static let headers = Parameter("headers", .named("header"), "header fields; a list repeats one")
  static let json = Parameter("json", .value(), "a body sent as JSON; its strings may hold ${ $request… }")
  static let text = Parameter("text", .template(), "a body sent as text")
  static let delay = SectionKey(
    "delay", "how long the answer takes",
    schema: either([ParameterType<Duration>.duration.schema, .loneTemplate]))
  static let fault = Parameter(
    "fault", .keyword(MockReplyDeclaration.Fault.allCases.map(\.rawValue)), "what happens instead of an answer")
}

extension ParameterType where Value == String {
  /// A route's path.
  fileprivate static let path = ParameterType("a path", schema: ["type": "string", "pattern": "^/[^?#]*$"]) {
    text.read($0, $1)
  }
}

/// Why the text is no path that a route can have, or `nil`.
private func routeFault(_ path: String) -> String? {
  if !path.hasPrefix("/") { return "it starts with '/'" }
  if path.contains(where: { "?#".contains($0) }) { return "a route has no query: the reply can see $request.query" }
  for segment in path.split(separator: "/") where segment.contains(where: { "{}".contains($0) }) {
    let opened = segment.split(separator: "{", omittingEmptySubsequences: false)
    let closed = opened.last.map { $0.split(separator: "}", omittingEmptySubsequences: false) } ?? []
    guard opened.count == 2, closed.count == 2, !opened[0].contains("}"), !closed[0].isEmpty else {
      return "'\(segment)' may have one parameter, written {name}"
    }
  }
  return nil
}

extension Finding {
  static func unreachableRoute(_ words: String) -> Finding {
    Finding(
      "a second route '\(words)'", reason: "the first one answers every such request", severity: .warning)
  }
}
