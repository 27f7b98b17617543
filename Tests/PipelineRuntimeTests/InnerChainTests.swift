import HTTP
import RunEvents
import Testing

@Suite("Chains inside switchMap and expand")
struct InnerChainTests {
  @Test func switchMapCancelsTheOlderRequest() throws {
    let trial = try Trial.run(
      """
      nodes:
        found:
          - interval: 100ms
          - prefix: 3
          - as: n
          - switchMap: [ fetch: 'http://a.test/${ . }' ]
          - map: '[., $index, $n]'
      """
    ) { request, _ in .json("\"\(request.url.suffix(1))\"", after: .milliseconds(request.url.hasSuffix("1") ? 500 : 50))
    }
    #expect(trial.output == [#"["0",0,0]"#, #"["2",1,2]"#])
    #expect(trial.transport.cancelled == ["GET http://a.test/1"])
    #expect(trial.outputTimes == [150, 350])
  }

  @Test func switchMapFailsWithTheNewestChain() throws {
    let trial = try Trial.run(
      """
      nodes:
        found:
          - sequence: [1, 2]
          - switchMap: [ delay: 10ms, expect: . == 1 ]
      """)
    #expect(trial.output == [])
    #expect(trial.failure(of: "found")?.kind == .expect)
  }

  @Test func expandFetchesPageAfterPage() throws {
    let trial = try Trial.run(
      """
      nodes:
        pages:
          - fetch: http://a.test/0
          - expand:
              - map: 'if .next then { next, fed: $index } else empty end'
              - fetch: 'http://a.test/${ .next }?fed=${ .fed }'
          - map: '[.next, $index, $response.url]'
      """
    ) { request, _ in
      let page = Int(request.url.dropFirst("http://a.test/".count).prefix(1)) ?? 0
      return .json("{\"next\":\(page < 3 ? "\(page + 1)" : "null")}")
    }
    #expect(
      trial.output == [
        #"[1,0,"http://a.test/0"]"#, #"[2,1,"http://a.test/1?fed=0"]"#, #"[3,2,"http://a.test/2?fed=1"]"#,
        #"[null,3,"http://a.test/3?fed=2"]"#,
      ])
  }

  @Test func expandLeadsOnByTheResponseThatGaveTheValue() throws {
    let trial = try Trial.run(
      """
      nodes:
        pages:
          - fetch: http://a.test/0
          - expand:
              - map: $response.headers.link // empty
              - fetch: '${ . }'
      """
    ) { request, _ in
      let page = Int(request.url.suffix(1)) ?? 0
      let headers = page < 2 ? [Header("Link", "http://a.test/\(page + 1)")] : []
      return .response(
        headers: headers + [Header("Content-Type", "application/json")], body: Array("\(page)".utf8))
    }
    #expect(trial.output == ["0", "1", "2"])
  }

  @Test func expandGoesBreadthFirstAndMayLeaveOutWhatCameIn() throws {
    let trial = try Trial.run(
      """
      nodes:
        tree:
          - sequence: [a, b]
          - expand:
              inputs: false
              do:
                - filter: length < 3
                - map: '. + "x", . + "y"'
          - collect
      """)
    #expect(
      trial.output == [
        #"["ax","ay","axx","axy","ayx","ayy","bx","by","bxx","bxy","byx","byy"]"#
      ])
  }

  @Test func expandThatNeverEndsIsBoundedBelow() throws {
    let trial = try Trial.run("nodes: { n: [ just: 0, expand: [ map: . + 1 ], prefix: 10000, last ] }")
    #expect(trial.output == ["9999"])
  }

  @Test func namesOfAnExpandsChainEndWithIt() throws {
    let trial = try Trial.run(
      """
      nodes:
        n:
          - just: 1
          - as: start
          - expand: [ as: start, filter: $start < 3, map: . + 1 ]
          - map: '[., $start]'
      """)
    #expect(trial.output == ["[1,1]", "[2,1]", "[3,1]"])
  }

  @Test func expandFailsAtOnceAndRetryBeginsAnew() throws {
    let trial = try Trial.run(
      """
      nodes:
        n:
          - just: 0
          - expand: [ filter: . < 2, fetch: 'http://a.test/${ . }' ]
          - prefix: 10
          - retry: 1
      """
    ) { request, attempt in
      request.url.hasSuffix("/1") && attempt == 0 ? .status(500) : .json("\((Int(request.url.suffix(1)) ?? 0) + 1)")
    }
    #expect(trial.output == ["0", "1", "0", "1", "2"])
    #expect(trial.transport.started.map { $0.suffix(2) } == ["/0", "/1", "/0", "/1"])
  }

  @Test(arguments: [
    ("removeDuplicates", "[1,2,1.0]"), ("removeDuplicates: . > 1", "[1,2,1.0]"),
    ("removeDuplicates: type", "[1]"),
  ])
  func removeDuplicatesComparesWithTheOneBefore(step: String, expected: String) throws {
    let trial = try Trial.run("nodes: { n: [ sequence: [1, 1.0, 2, 2, 1.0], \(step), collect ] }")
    #expect(trial.output == [expected])
  }
}
