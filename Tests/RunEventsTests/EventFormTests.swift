import RunEvents
import Testing
import Values

@Suite("Events as lines of JSON")
struct EventFormTests {
  private func event(_ text: String) throws -> RunEvent? { try RunEvent(json: JSONValue(parsing: text)) }

  private func fault(_ text: String) -> String? {
    do {
      _ = try event(text)
      return nil
    } catch {
      return "\(error)"
    }
  }

  @Test(arguments: 0..<40) func comeBackAsTheyWere(seed: Int) throws {
    var random = RandomEvents(seed: UInt64(seed))
    var kinds: Set<String> = []
    for _ in 0..<100 {
      let event = random.next()
      let line = event.json.text()
      #expect(!line.contains("\n"))
      let back = try #require(try self.event(line), "\(line)")
      #expect(back.json.text() == line)
      #expect(back.sequence == event.sequence && back.time == event.time)
      kinds.insert(event.json["event"]?.stringValue ?? "")
      switch (event.kind, back.kind) {
      case (.runStarted(let run), .runStarted(let other)):
        #expect(run.nodes.map(\.depth) == other.nodes.map(\.depth))
        #expect(run.startedAt == other.startedAt)
      case (.requestStarted(let request), .requestStarted(let other)):
        #expect(request.isBodyCut == other.isBodyCut)
      default: break
      }
    }
    #expect(kinds.count > RandomEvents.kindCount / 2)
  }

  /// What was folded from them is the same too.
  @Test func foldAlike() throws {
    var script = Script([("a", []), ("b", [0])])
    script.add(1, .requestStarted(request(1, node: 0, body: "x")))
    script.add(5, .requestFinished(request: 1, response(500, body: "no")))
    script.node(0, from: 1, to: 9)
    script.add(10, .nodeFinished(node: 1, .blocked(by: 0)))
    script.end(11, .failed)
    let back = try script.events.map { try #require(try RunEvent(json: $0.json)) }
    let (first, second) = (RunSummary(script.events), RunSummary(back))
    #expect(first.counts == second.counts)
    #expect(first.exitStatus == second.exitStatus)
    #expect(first.criticalPath == second.criticalPath)
    #expect(first.nodes[0].requests.map(\.result) == second.nodes[0].requests.map(\.result))
  }

  @Test func membersThatAreNotKnownArePassedOver() throws {
    let text = #"{"v":1,"new":[],"sequence":3,"time":0.5,"event":"nodeStarted","node":2,"more":{"x":1}}"#
    let event = try #require(try event(text))
    #expect(event.json.text() == #"{"v":1,"sequence":3,"time":0.5,"event":"nodeStarted","node":2}"#)
  }

  @Test func kindsThatAreNotKnownAreNoFault() throws {
    #expect(try event(#"{"v":1,"sequence":3,"time":0.5,"event":"bodyPiece","request":2}"#) == nil)
  }

  @Test func kindsOfFailureThatAreNotKnownAreFailures() throws {
    let event = try event(
      #"{"v":1,"sequence":0,"time":0,"event":"requestFailed","request":2,"failure":{"kind":"quota","message":"m","node":0}}"#
    )
    guard case .requestFailed(_, let failure)? = event?.kind else {
      Issue.record("no failure")
      return
    }
    #expect(failure.kind == .custom)
  }

  @Test(arguments: [
    (
      #"{"v":2,"sequence":0,"time":0,"event":"nodeStarted","node":2}"#,
      "events of version 2, of which this program knows 1 alone"
    ),
    (#"{"v":0,"sequence":0,"time":0,"event":"x"}"#, "events of version 0, of which this program knows 1 alone"),
    (#"{"sequence":0,"time":0,"event":"nodeStarted","node":2}"#, "this is no event: it has no version, 'v'"),
    (#"{"v":"1"}"#, "'v' is not a whole number"),
    (#"[1]"#, "this is no object"),
    (#"{"v":1,"sequence":0,"time":0}"#, "'event' is missing"),
    (#"{"v":1,"sequence":0,"time":0,"event":"nodeStarted"}"#, "'node' is missing"),
    (#"{"v":1,"sequence":0,"time":0,"event":"nodeStarted","node":-1}"#, "'node' is not a whole number from 0"),
    (#"{"v":1,"sequence":0,"time":"0","event":"nodeStarted","node":1}"#, "'time' is not a number of seconds"),
    (#"{"v":1,"sequence":0,"time":1e99,"event":"nodeStarted","node":1}"#, "'time' is not a number of seconds"),
    (
      #"{"v":1,"sequence":0,"time":99999999999999999999,"event":"nodeStarted","node":1}"#,
      "'time' is not a number of seconds"
    ),
    (
      #"{"v":1,"sequence":0,"time":0,"event":"runStarted","run":{"id":"","pipeline":"","file":"","startedAt":0,"nodes":[{"name":"a"}]}}"#,
      "'run.nodes[0].place' is missing"
    ),
    (
      #"{"v":1,"sequence":0,"time":0,"event":"runStarted","run":{"id":"","pipeline":"","file":"","startedAt":0,"nodes":[{"name":"a","place":{"file":"","line":1,"column":1},"inputs":[],"parent":0}]}}"#,
      "'run.nodes[0].parent' is not a node that stands before this one"
    ),
    (
      #"{"v":1,"sequence":0,"time":0,"event":"runFinished","outcome":"cancelled","reason":"signal","signal":900}"#,
      "'signal' is not the number of a signal"
    ),
    (
      #"{"v":1,"sequence":0,"time":0,"event":"nodeFinished","node":1,"outcome":"vanished"}"#,
      "'outcome' is not one that is known"
    ),
  ])
  func whatIsNoEventIsToldWithItsPlace(text: String, message: String) {
    #expect(fault(text) == message)
  }

  /// Nothing that a file may hold ends the program.
  @Test func nothingTraps() throws {
    var random = RandomEvents(seed: 99)
    let strange: [JSONValue] = [
      .null, -1, 1.5, "x", [], [:], .number(JSONNumber(Int.max)), ["a": ["b"]], [[["x"]]], true,
    ]
    for round in 0..<300 {
      guard case .object(var members) = random.next().json else { continue }
      for name in members.keys {
        let kept = members[name]
        members[name] = strange[round % strange.count]
        _ = try? RunEvent(json: .object(members))
        members[name] = kept
      }
      var summary = RunSummary()
      if let event = try? RunEvent(json: .object(members)) { summary.apply(event) }
    }
  }
}
