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
    return nodes.compactMap { route($0) }
  }

  private func route(_ node: YAMLNode) -> MockRouteDeclaration? {
    let fields = file.fields(of: node, known: Self.methods + ["reply"], what: "a route")
    let targets = Self.methods.filter { fields[$0] != nil }
    guard let method = targets.first, targets.count == 1, let path = fields[method].flatMap({ text($0) }) else {
      if case .mapping = node.content {
        file.report(
          Finding(
            "a route has one method", reason: targets.isEmpty ? "none is given" : "this has \(targets.count)",
            hint: "write 'get: /path'"),
          at: node.range)
      }
      return nil
    }
    guard path.hasPrefix("/") else {
      file.report(Finding("a route's path starts with '/'"), at: fields[method]?.range)
      return nil
    }
    return MockRouteDeclaration(
      method: method.uppercased(), pattern: path, range: node.range, reply: reply(fields["reply"]))
  }

  private func reply(_ node: YAMLNode?) -> MockReplyDeclaration {
    let site = ParseSite(file: file, scope: Scope(isMock: true))
    let faults = MockReplyDeclaration.Fault.allCases.map(\.rawValue)
    let known = ["status", "headers", "json", "text", "delay", "fault"]
    let fields = node.map { file.fields(of: $0, known: known, what: "a reply") } ?? [:]
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
    return MockReplyDeclaration(
      status: fields["status"].flatMap { site.value($0) } ?? .constant(200),
      headers: fields["headers"].flatMap { ParameterType.named("header").read($0, site) } ?? [], body: body,
      delay: delay,
      fault: fields["fault"].flatMap { ParameterType<String>.keyword(faults).read($0, site) }.flatMap {
        MockReplyDeclaration.Fault(rawValue: $0)
      })
  }
}
