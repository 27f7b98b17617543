import HTTP
import RunEvents
import Testing

@Suite("secret")
struct SecretTests {
  @Test func hidesWhatAResponseBroughtFromThereOn() throws {
    let trial = try Trial.run(
      """
      nodes:
        login:
          - fetch: http://a.test/login
          - secret: .token, .more
          - log: '${ .token } ${ .more.pin } ${ .more.urls[0] } ${ .user } ${ .token | @base64 }'
        used:
          - fetch: { get: 'http://a.test/me', headers: { X-Token: '${ $nodes.login.token }' } }
          - map: '"\\($nodes.login.token)!"'
          - map: error
      output: login
      """
    ) { _, _ in .json(#"{"user":"ada","token":"t0p-s3cret","more":{"pin":123456,"urls":["http://x/?sig=abc"]}}"#) }
    #expect(trial.messages == ["*** *** *** ada ***"])
    #expect(trial.output == [#"{"user":"ada","token":"***","more":{"pin":"***","urls":["***"]}}"#])
    #expect(trial.failure(of: "used")?.message.contains("t0p") == false)
    #expect(trial.failure(of: "used")?.message.contains("***!") == true)
    // What is sent is what is really there.
    #expect(trial.transport.requests.last?.headers.contains(Header("X-Token", "t0p-s3cret")) == true)
  }

  @Test(arguments: [
    ("secret: .tokn", ".tokn is null, which hides nothing"),
    ("secret: .token == 1", ".token == 1 is false, which hides"),
    ("secret: .token.x", ""),
  ])
  func failsWithoutShowingTheValueWhereItHidesNothing(step: String, message: String) throws {
    // On a line of its own: a failure tells the line of its step.
    let trial = try Trial.run("nodes:\n  n:\n    - just: { token: open-sesame }\n    - \(step)\n")
    let failure = trial.failure(of: "n")
    #expect(failure?.kind == .expression)
    #expect(failure?.message.hasPrefix(message) == true)
    #expect("\(String(describing: failure))".contains("sesame") == false)
  }

  @Test func nothingIsFine() throws {
    let trial = try Trial.run("nodes: { n: [ just: {}, secret: .token // empty, secret: '[]' ] }")
    #expect(trial.output == ["{}"])
  }
}
