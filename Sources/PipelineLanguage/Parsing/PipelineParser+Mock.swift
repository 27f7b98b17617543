import Diagnostics
import Values
import YAML

extension PipelineParser {
  private static let methods = ["get", "post", "put", "patch", "delete", "head", "options"]

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
    let fields = file.fields(of: node, known: Self.methods + ["reply"], what: "a route")
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
    let faults = MockReplyDeclaration.Fault.allCases.map(\.rawValue)
    let known = ["status", "headers", "json", "text", "delay", "fault"]
    let fields = node.map { file.fields(of: $0, known: known, what: "a reply") } ?? Fields()
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
      headers: fields["headers"].flatMap { ParameterType.named("header").read($0, site) } ?? [], body: body,
      delay: delay,
      fault: fields["fault"].flatMap { ParameterType<String>.keyword(faults).read($0, site) }.flatMap {
        MockReplyDeclaration.Fault(rawValue: $0)
      })
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
