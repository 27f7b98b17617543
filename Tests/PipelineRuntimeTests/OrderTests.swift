import HTTP
import Testing
import Values

@Suite("What starts when, and what comes out in which order")
struct OrderTests {
  @Test func readyRequestsStartByNodeThenByPlace() throws {
    let trial = try Trial.run(
      """
      nodes:
        first:
          - sequence: [1, 2]
          - fetch: 'http://a.test/first/${ . }'
        second: { fetch: http://a.test/second }
        third:
          - sequence: [1, 2]
          - fetch: 'http://b.test/third/${ . }'
      """)
    #expect(
      trial.transport.started == [
        "GET http://a.test/first/1", "GET http://a.test/first/2", "GET http://a.test/second",
        "GET http://b.test/third/1", "GET http://b.test/third/2",
      ])
  }

  @Test func clientBoundsItsRequestsAndTheNextInOrderTakesTheFreePlace() throws {
    let trial = try Trial.run(
      """
      clients:
        api: { baseURL: 'http://a.test', concurrency: 2 }
      nodes:
        many:
          - sequence: [0, 1, 2, 3, 4]
          - fetch: { client: api, get: '/${ . }' }
        other: { fetch: { client: api, get: /other } }
      output: { many: many, other: other }
      """
    ) { request, _ in .json("\"\(request.url)\"", after: .milliseconds(request.url.hasSuffix("0") ? 50 : 10)) }
    #expect(trial.transport.mostRunning == 2)
    // What was ready at the first moment: two of the first node's, and the other node's, in the order of nodes.
    #expect(Array(trial.transport.started.prefix(3)).map { $0.suffix(2) } == ["/0", "/1", "/2"])
    #expect(trial.transport.started.count == 6)
    #expect(
      trial.output == [
        #"{"many":["http://a.test/0","http://a.test/1","http://a.test/2","http://a.test/3","http://a.test/4"],"#
          + #""other":"http://a.test/other"}"#
      ])
  }

  @Test func whatAResultLeadsToIsReadyBeforeTheNextIsChosen() throws {
    let trial = try Trial.run(
      """
      clients: { api: { baseURL: 'http://a.test', concurrency: 1 } }
      nodes:
        login: { fetch: /login }
        c: { fetch: '/c?${ $nodes.login }' }
        b: [ sequence: [1, 2, 3], fetch: '/b${ . }?${ $nodes.login }' ]
        a: { fetch: '/a?${ $nodes.login }' }
        zero: { fetch: /zero }
      """
    ) { _, _ in .json("1") }
    #expect(
      trial.transport.started.map { $0.dropFirst("GET http://a.test".count) } == [
        "/login", "/c?1", "/b1?1", "/b2?1", "/b3?1", "/a?1", "/zero",
      ])
  }

  @Test func clientsDoNotShareTheirBounds() throws {
    let trial = try Trial.run(
      """
      clients:
        a: { baseURL: 'http://a.test', concurrency: 1 }
        b: { baseURL: 'http://b.test', concurrency: 1 }
      nodes:
        one: { fetch: { client: a, get: /1 } }
        two: { fetch: { client: a, get: /2 } }
        three: { fetch: { client: b, get: /3 } }
      """
    ) { request, _ in .json("1", after: .milliseconds(10)) }
    #expect(trial.transport.started.map { $0.suffix(2) } == ["/1", "/3", "/2"])
    #expect(trial.requestTimes == [0, 0, 10])
  }

  @Test func stepStartsWithItsOwnInputsAndNotInWaves() throws {
    let trial = try Trial.run(
      """
      nodes:
        slow: { fetch: http://a.test/slow }
        quick: { fetch: http://a.test/quick }
        afterQuick:
          - from: quick
          - fetch: http://a.test/afterQuick
        afterSlow:
          - from: slow
          - fetch: http://a.test/afterSlow
      """
    ) { request, _ in .json("1", after: .milliseconds(request.url.hasSuffix("slow") ? 100 : 10)) }
    #expect(
      trial.transport.started.map { $0.split(separator: "/").last } == ["slow", "quick", "afterQuick", "afterSlow"])
    #expect(trial.requestTimes == [0, 0, 10, 100])
  }

  @Test func resultsLeaveInTheOrderOfTheValuesHoweverLongEachTook() throws {
    let trial = try Trial.run(
      """
      nodes:
        all:
          - sequence: [50, 40, 30, 20, 10]
          - fetch: 'http://a.test/${ . }'
      """
    ) { request, _ in
      let time = Int(request.url.split(separator: "/").last ?? "") ?? 0
      return .json("\(time)", after: .milliseconds(time))
    }
    #expect(trial.output == ["50", "40", "30", "20", "10"])
    #expect(trial.outputTimes == [50, 50, 50, 50, 50])
  }

  @Test("The same answers give the same output, however they were timed", arguments: 0..<24)
  func sameBytesForAnyTiming(seed: Int) throws {
    let text = """
      nodes:
        ids: { sequence: [1, 2, 3, 4, 5, 6] }
        items:
          - from: ids
          - fetch: 'http://a.test/items/${ . }'
        pairs:
          - zipMany: { id: ids, item: items }
          - flatMap: { do: [ fetch: 'http://a.test/pairs/${ .id }' ], concurrency: 3 }
        login: { fetch: http://a.test/login }
        all:
          - concatMany: [pairs, items, [ just: last, map: '. + $nodes.login' ]]
          - collect
      output: [all, items, login]
      """
    let trial = try Trial.run(text) { request, _ in
      var mixed = UInt64(seed) &* 0x9E37_79B9_7F4A_7C15
      for byte in request.url.utf8 { mixed = (mixed ^ UInt64(byte)) &* 0x100_0000_01B3 }
      return .json("\"\(request.url.dropFirst(13))\"", after: .milliseconds(Int(mixed >> 40) % 90))
    }
    let items = (1...6).map { #""/items/\#($0)""# }.joined(separator: ",")
    let pairs = (1...6).map { #""/pairs/\#($0)""# }.joined(separator: ",")
    #expect(trial.output == [#"[[\#(pairs),\#(items),"last/login"],[\#(items)],"/login"]"#])
  }

  @Test func outputOfOneNodeIsToldAsItComes() throws {
    let trial = try Trial.run(
      """
      nodes:
        all:
          - sequence: [10, 20]
          - fetch: 'http://a.test/${ . }'
      """
    ) { request, _ in .json("1", after: .milliseconds(request.url.hasSuffix("10") ? 10 : 20)) }
    #expect(trial.outputTimes == [10, 20])
  }

  @Test func arrivalOrderIsThatOfTheAnswers() throws {
    let trial = try Trial.run(
      """
      nodes:
        merged:
          - mergeMany: [ [ fetch: http://a.test/30 ], [ fetch: http://a.test/10 ] ]
          - map: '[$index, .]'
        unordered:
          - sequence: [30, 10]
          - flatMap: { do: [ fetch: 'http://a.test/${ . }' ], order: arrival }
          - map: '[$index, .]'
      output: { merged: merged, unordered: unordered }
      """
    ) { request, _ in
      let time = Int(request.url.split(separator: "/").last ?? "") ?? 0
      return .json("\(time)", after: .milliseconds(time))
    }
    #expect(trial.output == [#"{"merged":[[0,10],[1,30]],"unordered":[[0,10],[1,30]]}"#])
  }

  @Test func flatMapBoundsItsChains() throws {
    let trial = try Trial.run(
      """
      clients: { api: { baseURL: 'http://a.test', concurrency: 100 } }
      inputs: { width: 3 }
      nodes:
        all:
          - sequence: [1, 2, 3, 4, 5, 6, 7, 8, 9]
          - flatMap: { do: [ fetch: '/${ . }' ], concurrency: '${ $inputs.width }' }
      """
    ) { _, _ in .json("1", after: .milliseconds(10)) }
    #expect(trial.transport.mostRunning == 3)
    #expect(trial.requestTimes == [0, 0, 0, 10, 10, 10, 20, 20, 20])
  }

  @Test func nodeNobodyTakesRunsToo() throws {
    let trial = try Trial.run(
      """
      nodes:
        effect: { fetch: { post: http://a.test/effect } }
        result: { just: 1 }
      """)
    #expect(trial.transport.started == ["POST http://a.test/effect"])
    #expect(trial.ends == ["effect: succeeded 1", "result: succeeded 1"])
    #expect(trial.output == ["1"])
  }
}
