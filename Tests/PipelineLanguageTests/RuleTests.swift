import Diagnostics
import Testing

@testable import PipelineLanguage

/// The golden cases of `check` show the texts; here stand the borders of each rule.
@Suite("Rules find what a file hardly means, and nothing else")
struct RuleTests {
  // MARK: Unused names

  @Test func unusedNamesAreToldOnlyOfAFileWithoutErrors() {
    let broken = "inputs: { a: 1 }\nnodes: { one: { jsut: '${ $inputs.a }' } }"
    #expect(mistakes(in: broken, rules: [UnusedDeclarationRule.self]).count == 1)
  }

  @Test(arguments: [
    "nodes: { one: { just: '${ $inputs }' } }",
    "clients: { c: { baseURL: 'http://a.test', query: { q: '${ $inputs.a }' } } }\nnodes: { one: { fetch: /x } }",
    "nodes: { one: { description: x, when: '$inputs.a', steps: [ { just: 1 } ] } }",
    "nodes: { one: { just: 1 } }\nteardown: { two: { just: '${ $inputs.a }' } }",
    "nodes: { one: { just: 1 } }\nmock: [ { get: /, reply: { text: '${ $inputs.a }' } } ]",
    "nodes: { one: [ { just: 1 }, { flatMap: { do: [ { map: . } ], concurrency: '${ $inputs.a }' } } ] }",
  ])
  func inputIsUsed(rest: String) {
    #expect(mistakes(in: "inputs: { a: 1 }\n" + rest, rules: [UnusedDeclarationRule.self]) == [])
  }

  @Test func nameThatIsBoundAgainIsAnotherOne() {
    expectMistakes(
      """
      nodes:
        one:
          - just: 1
          - as: 1️⃣a
          - as: a
          - flatMap:
              - as: 2️⃣a
              - map: 2
          - map: $a
      """,
      [
        "1️⃣": "'a' is not used; no step below asks for $a; take the step out",
        "2️⃣": "'a' is not used; no step below asks for $a; take the step out",
      ], rules: [UnusedBindingRule.self])
  }

  @Test func nameOfAnEachHidesTheOneAbove() {
    expectMistakes(
      """
      nodes:
        one:
          - just: 1
          - as: 1️⃣a
          - flatMap:
              - mergeMany: { each: [1], as: a, do: [ { map: $a } ] }
      """, ["1️⃣": "'a' is not used; no step below asks for $a; take the step out"], rules: [UnusedBindingRule.self])
  }

  // MARK: Several values

  @Test(arguments: [
    "[ { sequence: [1, 2] } ]", "[ { just: 1 }, { map: '.[]' } ]", "[ { sequence: '.x' } ]",
    "[ { mergeMany: [one, one] } ]", "[ { sequence: [1, 2] }, { collect: 2 } ]",
    "[ { sequence: [1, 2] }, { prefix: 2 } ]",
    "[ { interval: 1s } ]", "[ { just: 1 }, { flatMap: [ { sequence: [1, 2] } ] } ]",
    "[ { combineLatest: [one, [ { sequence: [1, 2] } ]] } ]", "[ { just: 1 }, { expand: [ { map: . } ] } ]",
    "[ { just: 1 }, { catch: [ { sequence: [1, 2] } ] } ]", "[ { race: [one, [ { sequence: [1, 2] } ]] } ]",
    "[ { concatMany: { each: [1, 2], as: x, do: [ { just: 1 } ] } } ]",
  ])
  func nodeMayEmitSeveral(chain: String) {
    let file = "nodes: { one: { just: 1 }, many: \(chain), user: { just: '${ $nodes.many }' } }"
    #expect(mistakes(in: file, rules: [SeveralValuesRule.self]).count == 1, "\(chain)")
  }

  @Test(arguments: [
    "[ { sequence: [1, 2] }, collect ]", "[ { sequence: [1, 2] }, first ]",
    "[ { just: 1 }, { map: 'select(.a)' } ]", "[ { just: 1 }, { map: 'first(.[])' } ]",
    "[ { zipMany: [one, [ { sequence: [1, 2] } ]] } ]", "[ { fetch: 'http://a.test' }, { filter: .ok } ]",
    "[ { sequence: [1, 2] }, { reduce: { from: 0, with: $acc } } ]", "[ { just: 1 }, { compactMap: .a } ]",
    "[ { zipMany: { each: $inputs.list, as: x, do: [ { just: 1 } ] } } ]",
    "[ { just: 1 }, { flatMap: [ { map: . } ] } ]",
    "[ { race: [one, one] } ]", "[ empty ]", "[ { read: x.json } ]",
  ])
  func nodeEmitsOneAtMost(chain: String) {
    let file = "inputs: { list: [1] }\nnodes: { one: { just: 1 }, few: \(chain), user: { just: '${ $nodes.few }' } }"
    #expect(mistakes(in: file, rules: [SeveralValuesRule.self]) == [], "\(chain)")
  }

  @Test func valuesOfANodeInACycleAreNotCounted() {
    let file = "nodes: { a: [ { just: '${ $nodes.b }' } ], b: [ { just: '${ $nodes.a }' } ] }"
    #expect(mistakes(in: file, rules: [SeveralValuesRule.self]).count == 1)
  }

  // MARK: Retry

  @Test(arguments: [
    "{ just: '${ now }' }, { expect: . > 5 }", "{ fetch: 'http://a.test' }", "{ just: 1 }, { fetch: 'http://a.test' }",
    "{ just: 1 }, { flatMap: [ { fetch: 'http://a.test' } ] }", "{ read: x.json }", "{ just: 1 }, { timeout: 1s }",
    "{ mergeMany: [ [ { just: 1 } ], [ { just: 2 } ] ] }, first", "{ just: 1 }, { save: x.json }",
  ])
  func retryMakesSense(steps: String) {
    #expect(mistakes(in: "nodes: { one: [ \(steps), { retry: 2 } ] }", rules: [RetryRule.self]) == [], "\(steps)")
  }

  @Test(arguments: [
    "{ just: 1 }", "{ fail: no }", "{ sequence: [1] }, { map: . }, { flatMap: [ { map: 'error(\"x\")' } ] }",
    "{ just: 1 }, { switchMap: [ { map: . } ] }, { log: x }", "{ just: 1 }, { retry: 1 }",
  ])
  func retryDoesTheSameAgain(steps: String) {
    let found = mistakes(in: "nodes: { one: [ \(steps), { retry: 2 } ] }", rules: [RetryRule.self])
    #expect(found.last?.contains("the steps above it do the same each time") == true, "\(steps)")
  }

  // MARK: Secrets

  @Test(arguments: [
    "Bearer ${ $inputs.x }", "demo", "Bearer <token>", "changeme", "your-token-here", "xxxxxxxx", "***",
    "Basic dGVzdA==",
    "test-123", "S3CRET",
  ])
  func placeholderIsNoSecret(value: String) {
    let file =
      "inputs: { x: 1 }\nnodes: { one: { fetch: { get: 'http://a.test', headers: { Authorization: '\(value)' } } } }"
    let isKnown = value != "Basic dGVzdA=="
    #expect(mistakes(in: file, rules: [OpenSecretRule.self]).isEmpty == isKnown, "\(value)")
  }

  @Test(arguments: [
    ("Authorization", true), ("X-API-Key", true), ("access_token", true), ("client-secret", true), ("Accept", false),
    ("pageToken", false), ("next_token", false), ("max_tokens", false), ("tokenType", false), ("passwd", true),
  ])
  func nameTellsASecret(name: String, isSecret: Bool) {
    let file = "nodes: { one: { fetch: { get: 'http://a.test', query: { '\(name)': 8f14e45fceea } } } }"
    #expect(mistakes(in: file, rules: [OpenSecretRule.self]).isEmpty != isSecret)
  }

  @Test func secretIsNotShownWhereItIsTold() {
    let text = """
      inputs: { key: { secret: true, default: "8f14e45f\\u0063eea" } }
      nodes: { one: { fetch: 'https://u:hünter2@a.test/?api_key=k4711' } }
      """
    let source = SourceText(name: "p.yaml", text: text)
    let found = parsePipeline(source, expressions: ExpressionPool(), rules: [OpenSecretRule.self]).diagnostics
    #expect(found.count == 2)
    let shown = found.map { DiagnosticRenderer().render($0) }.joined()
    for word in ["8f14", "eea", "nter2", "k4711"] { #expect(!shown.contains(word), "\(shown)") }
  }

  @Test func aliasOfASecretIsToldOnce() {
    let file = """
      nodes:
        one: { fetch: { get: 'http://a.test', headers: &h { X-Api-Key: k4711 } } }
        two: { fetch: { get: 'http://a.test', headers: *h } }
      """
    #expect(mistakes(in: file, rules: [OpenSecretRule.self]).count == 1)
  }

  // MARK: Samples

  @Test func samplesAreFreeOfWarnings() {
    for type in Operators.all {
      guard let sample = type.declaration.sample, sample.others.isEmpty else { continue }
      #expect(mistakes(in: sample.file, rules: CheckRules.all) == [], "\(type.declaration.name)")
    }
  }
}
