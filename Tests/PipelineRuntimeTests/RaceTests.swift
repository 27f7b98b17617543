import HTTP
import RunEvents
import Testing

@Suite("A race")
struct RaceTests {
  @Test func cancelsTheOthersOnTheWireWhenOneEmits() throws {
    let trial = try Trial.run(
      """
      nodes:
        answer:
          - race:
              - { fetch: 'http://a.test/slow' }
              - [ fetch: 'http://b.test/quick', map: '., .' ]
          - map: '[., $index]'
      """
    ) { request, _ in request.url.hasSuffix("slow") ? .held : .json("1", after: .milliseconds(5)) }
    #expect(trial.output == ["[1,0]", "[1,1]"])
    #expect(trial.transport.cancelled == ["GET http://a.test/slow"])
    #expect(trial.ends == ["answer: succeeded 2"])
  }

  @Test func cancelsANodeThatNobodyElseNeeds() throws {
    let trial = try Trial.run(
      """
      nodes:
        slow: { fetch: 'http://a.test/slow' }
        needed: { fetch: 'http://a.test/needed' }
        quick: { fetch: 'http://a.test/quick' }
        answer: { race: [slow, needed, quick] }
        other: { from: needed }
      output: [answer, other]
      """
    ) { request, _ in
      if request.url.hasSuffix("slow") { return .held }
      return .json("\"\(request.url.suffix(5))\"", after: .milliseconds(request.url.hasSuffix("quick") ? 5 : 50))
    }
    #expect(trial.output == [#"["quick","eeded"]"#])
    #expect(trial.transport.cancelled == ["GET http://a.test/slow"])
    #expect(
      trial.ends == [
        "slow: cancelled", "needed: succeeded 1", "quick: succeeded 1", "answer: succeeded 1", "other: succeeded 1",
      ])
  }

  @Test func goesOnWithTheRestWhereOneFailsOrHasNoValue() throws {
    let trial = try Trial.run(
      """
      nodes:
        answer:
          - race:
              - { fail: first }
              - [ empty ]
              - [ just: late, delay: 1s ]
      """)
    #expect(trial.output == [#""late""#])
    #expect(trial.failure(of: "answer") == nil)
  }

  @Test func failsAsTheFirstDeclaredWhereNoneEmits() throws {
    let trial = try Trial.run(
      """
      nodes:
        answer:
          - race:
              - [ just: 1, delay: 1s, map: 'error("declared first")' ]
              - { fail: failed first }
              - [ empty ]
      """)
    #expect(trial.failure(of: "answer")?.message.contains("declared first") == true)
  }

  @Test(arguments: [
    ("race: []", "answer: succeeded 0"), ("race: [ [ empty ], [ empty ] ]", "answer: succeeded 0"),
    ("race: { each: [1, 2, 3], as: n, do: [ map: $n, delay: 5ms ] }", "answer: succeeded 1"),
    ("race: { of: { a: [{ just: 1 }], b: [{ just: 2 }] } }", "answer: succeeded 1"),
  ])
  func takesAllFormsOfInputs(step: String, end: String) throws {
    let trial = try Trial.run("nodes: { answer: { \(step) } }")
    #expect(trial.ends == [end])
  }
}
