import HTTP
import Values
import YAML

/// How often, and after which failures, a request is sent again.
package struct RequestRetry: Sendable {
  /// Further attempts.
  package var times: Int
  package var delay: Duration?
  package var isExponential = false
  package var jitter: Double = 0
  /// The longest pause, also where a server asks for a longer one.
  package var longest: Duration?
  /// `nil`: after what another attempt may put right.
  package var conditions: [Condition]?

  package init(times: Int) { self.times = times }

  /// A failure that is worth another attempt.
  package enum Condition: Sendable {
    case status(ClosedRange<Int>)
    /// A kind of failure, as `$error.kind` has it.
    case kind(String)
    case formula(Formula)
  }

  /// The kinds of failures that `on` may name: those of a request.
  static let kinds = ["transport", "timeout", "io", "status", "decode", "expect"]
}

extension ParameterType where Value == RequestRetry {
  private static let on = Parameter(
    "on", .retryConditions,
    "the failures that are worth another attempt: statuses and kinds, or an expression over $error; no response, a timeout, 429 and 5xx where left out"
  )
  private static let keys = MappingDeclaration(
    "a retry",
    [RetryStep.times, RetryStep.delay, RetryStep.backoff, RetryStep.jitter, RetryStep.longest, on])

  /// `retry` of a fetch and of a client, with the keys of the operator.
  package static let requestRetry = ParameterType(
    "a whole number from 0, or { times, delay, backoff, jitter, max, on }",
    schema: either([RetryStep.times.schema, keys.schema])
  ) { node, site in
    guard case .mapping = node.content else {
      return RetryStep.times.type.read(node, site).map { RequestRetry(times: $0) }
    }
    let fields = site.fields(of: node, keys)
    if fields[RetryStep.times.name] == nil, fields.isWhole {
      site.report(Finding("'times' is missing", reason: RetryStep.times.summary), at: node)
    }
    var isWhole = fields.isWhole
    func read<Found>(_ key: Parameter<Found>) -> Found? {
      let value = fields.read(key, at: site)
      if value == nil, fields[key.name] != nil { isWhole = false }
      return value
    }
    let times = read(RetryStep.times)
    var retry = RequestRetry(times: times ?? 0)
    retry.delay = read(RetryStep.delay)
    retry.isExponential = read(RetryStep.backoff) == "exponential"
    retry.jitter = read(RetryStep.jitter) ?? 0
    retry.longest = read(RetryStep.longest)
    retry.conditions = read(on)
    return times != nil && isWhole ? retry : nil
  }
}

extension ParameterType where Value == [RequestRetry.Condition] {
  fileprivate static let retryConditions = ParameterType(
    "a list of statuses and kinds of failures, or an expression over $error",
    schema: either([.expression, ["type": "array", "minItems": 1, "items": .expression]])
  ) { node, site in
    guard case .sequence(let nodes) = node.content else { return condition(node, site).map { [$0] } }
    if nodes.isEmpty {
      site.report(
        Finding("no failure is named", reason: "the list is empty", hint: "such as on: [429, 5xx, timeout]"), at: node)
      return nil
    }
    let conditions = nodes.compactMap { condition($0, site) }
    return conditions.count == nodes.count ? conditions : nil
  }

  private static func condition(_ node: YAMLNode, _ site: ParseSite) -> RequestRetry.Condition? {
    if let text = node.plainText {
      if let range = statusRange(text) { return .status(range) }
      if RequestRetry.kinds.contains(text) { return .kind(text) }
      // A number or a word alone is never an expression that tells failures apart.
      if isIdentifier(text) || Int(text) != nil {
        site.report(.noCondition(text), at: node)
        return nil
      }
    }
    return site.withExtra(["error"]) { site.formula(node) }.map { .formula($0) }
  }
}

extension Finding {
  fileprivate static func noCondition(_ text: String) -> Finding {
    Finding(
      "'\(text)' is no failure to try again after",
      reason: "it is neither a status such as 503 or 5xx nor a kind of failure",
      hint: suggestion(for: text, among: RequestRetry.kinds))
  }
}
