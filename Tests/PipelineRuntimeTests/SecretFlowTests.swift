import HTTP
import RunEvents
import Testing

/// What expressions make of a secret is a secret too.
@Suite("what is made of a secret")
struct SecretFlowTests {
  /// A pipeline with a secret input, whose node `n` has these steps.
  private func run(_ steps: String, secret: String = "s3cr+t-Value99", more: String = "") throws -> Trial {
    try Trial.run(
      """
      inputs:
        token: { secret: true, default: '\(secret)' }
        open: { default: Open-Word }
      nodes:
      \(more)
        n:
      \(steps.split(separator: "\n").map { "    - \($0)" }.joined(separator: "\n"))
      """)
  }

  @Test(arguments: [
    "$inputs.token | ascii_upcase",
    "$inputs.token | explode | reverse | implode",
    "$inputs.token | @base64 | ascii_downcase",
    "$inputs.token | @base64 | @base64 | @base64 | @base64",
    "\"id=\\($inputs.token | ascii_upcase);x\"",
    "$inputs.token[0:9]",
    "$inputs.token | split(\"-\")[1]",
    "$inputs.token | explode | map(. + 1) | implode",
    "$inputs.token | explode | map(tostring) | join(\",\")",
    "$inputs.token | explode | reduce .[] as $c (7; (. * 31 + $c) % 1000000007)",
    "{a: [{b: ($inputs.token | ascii_upcase)}]}",
    "{($inputs.token | ascii_upcase): 1}",
    "[$inputs.token | ascii_upcase] + (if $inputs.token > \"a\" then [1] else [] end)",
  ])
  func isHidden(expression: String) throws {
    let trial = try run("just: null\nmap: '\(expression)'\nlog: '${ . }'")
    let shown = try #require(trial.messages.first)
    #expect(shown.contains("***"), "\(shown)")
    for piece in ["s3cr", "S3CR", "99eu", "czNj", "czn", "Value", "VALUE", "115", "t4ds"] {
      #expect(!shown.contains(piece), "\(shown)")
    }
    #expect(!(trial.output.first ?? "").contains("S3CR"))
  }

  @Test(arguments: [
    ("as: x\nmap: '$x | ascii_upcase'", ""),
    ("map: '[explode[]]'\nmap: 'map(. + 1)'\nmap: implode", ""),
    ("collect\nmap: '.[0] | ascii_upcase'", ""),
    ("flatMap: [ map: '[.]' ]\nmap: 'first | ascii_upcase'", ""),
    ("scan: { from: '', with: '$acc + .' }\nmap: ascii_upcase", ""),
    ("reduce: { from: [], with: '$acc + [.]' }\nmap: '.[0] | ascii_upcase'", ""),
    ("map: 'error(\"no \" + .)'\ncatch: [ just: '${ $error.message | ascii_upcase }' ]", ""),
    ("map: 'error(\"no \" + .)'\nreplaceError: '${ $error.message | ascii_upcase }'", ""),
    ("map: 'ascii_upcase'\nsecret: empty\nmap: '. + \"\"'", ""),
  ])
  func isHiddenAcrossSteps(steps: String, _: String) throws {
    let trial = try run("just: '${ $inputs.token }'\n\(steps)\nlog: '<${ . }>'")
    let shown = try #require(trial.messages.last, "\(trial.ends) \(String(describing: trial.failure(of: "n")))")
    #expect(shown.contains("***") && !shown.contains("S3CR") && !shown.contains("t4ds"), "\(shown)")
  }

  @Test func isHiddenAcrossNodes() throws {
    let trial = try run(
      "zipMany: [a, b]\nlog: '${ .[0] | explode | reverse | implode }'\nmap: '$nodes.b.up[1:] + \"x\"'",
      more: """
          a: { just: '${ $inputs.token }' }
          b: [ just: { up: '${ $inputs.token | ascii_upcase }' } ]
        """)
    #expect(trial.messages == ["***"])
    #expect(trial.output == ["\"***\""])
  }

  @Test func ofATokenThatAResponseBroughtToo() throws {
    let trial = try Trial.run(
      """
      inputs: { plain: later-secret }
      nodes:
        n:
          - fetch: http://a.test/
          - as: all
          - secret: .token, $inputs.plain
          - log: '${ .token | ascii_upcase } ${ $all.token | explode | reverse | implode } ${ $inputs.plain | ascii_upcase }'
          - log: '${ .user | ascii_upcase }'
      """
    ) { _, _ in .json(#"{"user":"ada","token":"t0p-s3cret"}"#) }
    #expect(trial.messages == ["*** *** ***", "ADA"])
  }

  @Test func ofAnEchoToo() throws {
    let trial = try Trial.run(
      """
      inputs: { token: { secret: true, default: open-sesame } }
      nodes:
        n:
          - fetch: { get: 'http://a.test/', query: { key: '${ $inputs.token }' } }
          - log: '${ ascii_upcase }'
          - log: '${ $response.url | ascii_upcase }'
      """)
    #expect(trial.messages == ["HTTP://A.TEST/?KEY=***", "HTTP://A.TEST/?KEY=***"])
  }

  @Test(arguments: [
    ("if $inputs.token == \"abc\" then \"production\" else \"staging\" end", "staging"),
    ("if $inputs.token | startswith(\"s3cr\") then \"production\" else \"staging\" end", "production"),
    ("if $inputs.token | startswith(\"s3cr\") then $inputs.open else \"staging\" end", "Open-Word"),
    ("$inputs.token | length | tostring + \" characters\"", "14 characters"),
    ("$inputs.token | test(\"^[a-z0-9+]+-[A-Za-z]+[0-9]+$\") | tostring", "true"),
    ("$inputs.open | ascii_upcase", "OPEN-WORD"),
    ("[$inputs.open, $inputs.token] | map(select(startswith(\"s3cr\") | not)) | first", "Open-Word"),
  ])
  func whatOnlyComparesIsShown(expression: String, shown: String) throws {
    let trial = try run("just: null\nmap: '\(expression)'\nlog: '${ . }'")
    #expect(trial.messages == [shown])
  }

  @Test(arguments: ["", "x", "ab"])
  func aSecretThatIsTooShortDoesNotBlankTheLog(secret: String) throws {
    let trial = try run("just: 'xabx'\nlog: '${ . } ${ $inputs.token | ascii_upcase } axb'", secret: secret)
    #expect(trial.messages == ["xabx \(secret.uppercased()) axb"])
  }

  @Test(arguments: [
    "map: '$inputs.token | tonumber'",
    "map: '$inputs.token | ascii_upcase | fromjson'",
    "map: '$inputs.token | ascii_upcase | error'",
    "map: 'if $inputs.token | startswith(\"s3cr\") then error($inputs.token | ascii_upcase) else 1 end'",
    "expect: '($inputs.token | ascii_upcase) == \"x\"'",
    "expect: '[$inputs.token | ascii_upcase] | length == 2 and .[0] == \"x\"'",
    "expect: '[$inputs.token | ascii_upcase] | all(. == \"x\")'",
    "expect: '($inputs.token | ascii_upcase) | startswith(\"S3CR\") | not'",
    "fail: '${ $inputs.token | ascii_upcase }'",
    "map: '{a: ($inputs.token | explode)} | .a.b'",
  ])
  func noFailureShowsIt(step: String) throws {
    let trial = try run(step.hasPrefix("fail") ? step : "just: null\n\(step)")
    let failure = try #require(trial.failure(of: "n"))
    let text = ([failure.message] + failure.details).joined(separator: "\n")
    for piece in ["s3cr+", "S3CR+", "Value", "VALUE"] { #expect(!text.contains(piece), "\(text)") }
  }

  @Test func whatFailsTheSecondTimeStillSucceeds() throws {
    let trial = try run(
      "just: null\nmap: 'if $inputs.token | startswith(\"s3cr\") then ($inputs.token | ascii_upcase) else error(\"no\") end'\nlog: '${ . }'"
    )
    #expect(trial.ends == ["n: succeeded 1"])
    #expect(trial.messages == ["***"])
  }

  @Test func clientsTemplatesCount() throws {
    let trial = try Trial.run(
      """
      inputs: { token: { secret: true, default: open-sesame } }
      clients:
        api: { baseURL: http://a.test, headers: { X-Key: '${ $inputs.token | ascii_upcase }' } }
      nodes:
        n: [ fetch: { get: / }, map: '"OPEN-SESAME"' ]
      """)
    #expect(trial.output == ["\"***\""])
    #expect(trial.transport.requests.first?.headers.contains(Header("X-Key", "OPEN-SESAME")) == true)
  }
}
