import HTTP
import PipelineLanguage
import RunEvents
import Testing
import Values

@Suite("catch, replaceError, mapError and retry")
struct RecoveryTests {
  @Test func catchGoesOnAndTellsWhatItPutRight() throws {
    let trial = try Trial.run(
      """
      nodes:
        posts:
          - fetch: http://a.test/posts
          - catch: [ map: '[$error.kind, $error.status, $error.node, .message]' ]
      """
    ) { _, _ in .status(404) }
    #expect(trial.output == [#"["status",404,"posts","GET http://a.test/posts answered 404 Not Found"]"#])
    #expect(trial.recoveries == ["GET http://a.test/posts answered 404 Not Found"])
    #expect(trial.ends == ["posts: succeeded 1"])
    #expect(trial.outcome == "succeeded")
  }

  @Test func handlerThatFailsPutsNothingRight() throws {
    let trial = try Trial.run(
      """
      nodes:
        posts:
          - fail: first
          - catch: [ fail: second ]
      """)
    #expect(trial.recoveries == [])
    #expect(trial.failure(of: "posts")?.message == "second")
    #expect(trial.failure(of: "posts")?.details == ["while handling: first"])
  }

  @Test func valuesBeforeTheFailureStay() throws {
    let trial = try Trial.run(
      """
      nodes:
        some:
          - sequence: [1, 2, 3]
          - expect: . < 3
          - catch: [ sequence: [8, 9] ]
          - map: '[$index, .]'
      """)
    #expect(trial.output == ["[0,1]", "[1,2]", "[2,8]", "[3,9]"])
  }

  @Test func namesAboveTheFailureAreThere() throws {
    let trial = try Trial.run(
      """
      nodes:
        inner:
          - sequence: [1, 2]
          - as: id
          - flatMap:
              - fetch: 'http://a.test/${ $id }'
              - as: found
              - expect: { that: false, message: bad }
              - catch: [ just: '${ $id }: ${ $found } ${ $response.status } ${ $error.message }' ]
        same:
          - just: 7
          - as: x
          - expect: false
          - replaceError: { was: '${ $x }' }
          - map: '[$x, .was]'
        nested:
          - just: outer
          - as: x
          - flatMap: [ just: inner, as: x, expect: false ]
          - catch: [ just: '${ $x }' ]
        foreign:
          - just: mine
          - as: x
          - flatMap: [ from: others, catch: [ just: '${ $x }' ] ]
        others: [ just: theirs, as: x, expect: false ]
        each: [ just: o, as: x, { flatMap: [ zipMany: { each: '[1]', as: x, do: [ expect: false ] }, catch: [ just: '${ $x }' ] ] } ]
        mapped: [ just: 1, as: x, expect: false, mapError: '"at \\($x)"', catch: [ map: .message ] ]
      output: [inner, same, nested, foreign, mapped, each]
      """)
    #expect(trial.ends.filter { !$0.contains("succeeded") } == ["others: failed expect"])
    #expect(
      trial.output == [
        #"[["1: http://a.test/1 200 bad","2: http://a.test/2 200 bad"],[7,7],"outer","mine","at 1","o"]"#
      ])
  }

  @Test func namesStayWhereAnOperatorMakesAValueOfNone() throws {
    let trial = try Trial.run(
      """
      nodes:
        all:
          - just: 7
          - as: x
          - flatMap:
              - zipMany:
                  - [ empty, collect, map: $x ]
                  - [ empty, count, map: $x ]
                  - [ empty, { reduce: { from: 0, with: $acc } }, map: $x ]
                  - [ empty, replaceEmpty: '${ $x }', map: '[$x, .]' ]
                  - [ sequence: [1, 2], as: y, count, map: '[$x, $y, .]' ]
      """)
    #expect(trial.output == ["[7,7,7,[7,7],[7,2,2]]"])
  }

  @Test func replaceErrorGivesAValueAndIsTold() throws {
    let trial = try Trial.run(
      """
      nodes:
        posts: [ fetch: http://a.test/posts, replaceError: { failed: '${ $error.status }' } ]
      """
    ) { _, _ in .status(500) }
    #expect(trial.output == [#"{"failed":500}"#])
    #expect(trial.recoveries.count == 1)
  }

  @Test func failureOfAnotherNodeIsPutRightWhereItIsTaken() throws {
    let trial = try Trial.run(
      """
      nodes:
        a: { fail: broken }
        b: [ from: a, replaceError: '${ $error.node }' ]
      """)
    #expect(trial.ends == ["a: failed custom", "b: succeeded 1"])
    #expect(trial.output == [#""a""#])
  }

  @Test func mapErrorRewritesTheMessageAndKeepsTheOld() throws {
    let trial = try Trial.run(
      """
      nodes:
        login: [ fetch: http://a.test/login, mapError: '"login: \\($error.status)"' ]
        object: [ fail: x, mapError: '{ message: "new" }' ]
        number: [ fail: x, mapError: '7' ]
        broken: [ fail: x, mapError: 'error("oh")' ]
      """
    ) { _, _ in .status(401) }
    #expect(trial.failure(of: "login")?.message == "login: 401")
    #expect(trial.failure(of: "login")?.kind == .status)
    #expect(trial.failure(of: "login")?.details.first == "was: GET http://a.test/login answered 401 Unauthorized")
    #expect(trial.failure(of: "object")?.message == "new")
    #expect(trial.failure(of: "number")?.message == "mapError must give a message")
    let broken = try #require(trial.failure(of: "broken"))
    #expect(broken.kind == .expression)
    #expect(broken.message.contains("oh"))
    #expect(broken.details.contains("the failure was: x"))
  }

  @Test func mapErrorOverAnotherNodesFailureIsAFailureOfItsOwn() throws {
    let trial = try Trial.run(
      """
      nodes:
        a: { fail: broken }
        b: [ from: a, mapError: '"b says " + $error.message' ]
      """)
    #expect(trial.ends == ["a: failed custom", "b: failed custom"])
    #expect(trial.failure(of: "b")?.message == "b says broken")
    #expect(trial.failure(of: "b")?.step?.operation == "mapError")
  }

  @Test func retryRunsTheStepsAboveAgain() throws {
    let trial = try Trial.run(
      """
      nodes:
        put:
          - fetch: http://a.test/url
          - fetch: { put: 'http://b.test/${ . }' }
          - retry: { times: 3, delay: 100ms, backoff: exponential, max: 150ms }
      """
    ) { request, attempt in
      request.method == "GET" ? .json("\(attempt)") : request.url.hasSuffix("/3") ? .json("\"done\"") : .status(403)
    }
    #expect(
      trial.transport.started == (0...3).flatMap { ["GET http://a.test/url", "PUT http://b.test/\($0)"] })
    #expect(trial.requestTimes == [0, 0, 100, 100, 250, 250, 400, 400])
    #expect(trial.retries.map { $0.split(separator: " ")[0] } == ["1", "2", "3"])
    #expect(trial.output == [#""done""#])
  }

  @Test func lastFailureOfARetryIsPassedOn() throws {
    let trial = try Trial.run(
      """
      nodes:
        never: [ fetch: http://a.test/x, retry: 2 ]
      """
    ) { _, attempt in .status(500 + attempt) }
    #expect(trial.transport.started.count == 3)
    #expect(trial.failure(of: "never")?.message == "GET http://a.test/x answered 502 Bad Gateway")
  }

  @Test func retryOnlyWhereItIsWorthIt() throws {
    let trial = try Trial.run(
      """
      nodes:
        found: [ fetch: http://a.test/404, { retry: { times: 5, on: $error.status >= 500 } } ]
        busy: [ fetch: http://a.test/503, { retry: { times: 1, on: .status >= 500 } } ]
        wrong: [ fetch: http://a.test/500, { retry: { times: 5, on: 'error("oh")' } } ]
      """
    ) { request, _ in .status(Int(request.url.suffix(3)) ?? 0) }
    #expect(trial.transport.started.filter { $0.hasSuffix("404") }.count == 1)
    #expect(trial.transport.started.filter { $0.hasSuffix("503") }.count == 2)
    #expect(trial.transport.started.filter { $0.hasSuffix("500") }.count == 1)
    #expect(trial.failure(of: "wrong")?.message == "GET http://a.test/500 answered 500 Internal Server Error")
    #expect(trial.failure(of: "wrong")?.details.contains { $0.hasPrefix("not retried, since 'on' failed") } == true)
  }

  @Test func indexCountsOnOverAttempts() throws {
    let trial = try Trial.run(
      """
      nodes:
        some:
          - sequence: [1, 2, 3]
          - expect: . < 3
          - retry: 1
          - map: $index
          - replaceError: end
      """)
    #expect(trial.output == ["0", "1", "2", "3", #""end""#])
  }

  @Test func retryOverANodeIsRefused() {
    #expect(throws: MistakenText.self) {
      try checkedPipeline(
        """
        nodes:
          a: { just: 1 }
          b: [ from: a, expect: . == 2, retry: 3 ]
        """)
    }
  }
}
