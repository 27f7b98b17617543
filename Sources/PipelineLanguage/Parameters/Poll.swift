import Values
import YAML

/// How a request is sent again until it brings what is waited for.
package struct Poll: Sendable {
  /// Between an answer and the next request.
  package let every: Duration
  /// True of the value that ends it.
  package let until: Formula
  /// True of a value that will never become the right one.
  package let failWhen: Formula?
  /// For all of it.
  package let timeout: Duration
}

extension ParameterType where Value == Poll {
  private static let every = Parameter(
    "every", .period, "the pause between an answer and the next request; 2s where left out")
  private static let until = Parameter(
    "until", .expression(extra: [Scope.responseBinding]),
    "what must be true of the decoded body; $response is the response", required: true)
  private static let failWhen = Parameter(
    "failWhen", .expression(extra: [Scope.responseBinding]), "what makes further waiting useless: the fetch fails")
  private static let timeout = Parameter(
    "timeout", .period, "how long it may take in all, answers and pauses; 1m where left out")
  private static let keys = MappingDeclaration("'poll'", [every, until, failWhen, timeout])

  package static let poll = ParameterType("{ every, until, failWhen, timeout }", schema: keys.schema) { node, site in
    guard case .mapping = node.content else {
      site.report(.unexpectedValue(wanted: "{ every, until, failWhen, timeout }", found: node), at: node)
      return nil
    }
    let fields = site.fields(of: node, keys)
    if fields[until.name] == nil, fields.isWhole {
      site.report(Finding("'until' is missing", reason: "it says what is waited for"), at: node)
    }
    var isWhole = fields.isWhole
    func read<Found>(_ key: Parameter<Found>) -> Found? {
      let value = fields.read(key, at: site)
      if value == nil, fields[key.name] != nil { isWhole = false }
      return value
    }
    let (pause, goal, end, bound) = (read(every), read(until), read(failWhen), read(timeout))
    guard let goal, isWhole else { return nil }
    return Poll(every: pause ?? .seconds(2), until: goal, failWhen: end, timeout: bound ?? .seconds(60))
  }
}
