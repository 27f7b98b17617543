import HTTP
import RunEvents
import Values

/// Makes events of every kind, each member of which takes every shape, from a seed.
struct RandomEvents {
  private var state: UInt64

  init(seed: UInt64) { state = seed &* 0x9E37_79B9_7F4A_7C15 | 1 }

  private mutating func below(_ bound: Int) -> Int {
    state ^= state << 13
    state ^= state >> 7
    state ^= state << 17
    return Int(state >> 11) % bound
  }

  private mutating func maybe<Value>(_ make: (inout Self) -> Value) -> Value? { below(3) == 0 ? nil : make(&self) }

  private mutating func several<Value>(_ make: (inout Self) -> Value) -> [Value] {
    (0..<below(4)).map { _ in make(&self) }
  }

  private mutating func text() -> String {
    let pieces = [
      "", "a", "ü", "\n", "\"", "\\", "\u{0}", "\u{1b}[0m", "\u{2028}", "👩‍👩‍👧", "]]>", "***", "\u{FFFD}", " ", "::",
      "null",
    ]
    return (0..<below(5)).map { _ in pieces[below(pieces.count)] }.joined()
  }

  private mutating func count() -> Int { [0, 1, 7, 512, 1 << 20, Int.max][below(6)] }

  private mutating func duration() -> Duration {
    [
      .zero, .nanoseconds(1), .milliseconds(1500), Duration(secondsComponent: 3, attosecondsComponent: 1),
      .seconds(86_400), .microseconds(999_999),
    ][below(6)]
  }

  private mutating func place() -> SourcePlace { SourcePlace(file: text(), line: 1 + below(99), column: 1 + below(99)) }

  private mutating func step() -> StepDescription {
    StepDescription(operation: ["fetch", "expect", ""][below(3)], label: text(), place: place())
  }

  private mutating func headers() -> [Header] { several { Header($0.text(), $0.text()) } }

  private mutating func request() -> RequestDescription {
    var request = RequestDescription(
      id: count(), node: below(9), step: step(), attempt: 1 + below(3),
      cause: maybe { [.retry, .redirect, .poll][$0.below(3)] }, method: text(), url: text(), headers: headers(),
      bodySize: count(), bodyStart: maybe { $0.text() }, uploadFile: maybe { $0.text() },
      pieces: maybe { $0.pieces() }, value: maybe { $0.below(9) },
      waited: maybe { $0.duration() })
    if request.bodyStart != nil { request.isBodyCut = below(2) == 0 }
    return request
  }

  private mutating func piece() -> RequestPieces.Piece {
    switch below(4) {
    case 0: .text(text())
    case 1: .secret(text(), RequestPieces.Encoding.allCases[below(4)])
    case 2: .base64([.text(text()), .secret(text(), .plain)])
    default: .file(text())
    }
  }

  private mutating func pieces() -> RequestPieces {
    var pieces = RequestPieces(url: maybe { $0.several { $0.piece() } }, body: maybe { $0.several { $0.piece() } })
    for place in 0..<below(3) { pieces.headers[place] = several { $0.piece() } }
    return pieces
  }

  private mutating func response() -> ResponseDescription {
    var timings = Timings()
    timings.nameLookup = duration()
    timings.connect = duration()
    timings.tls = duration()
    timings.firstByte = duration()
    timings.total = duration()
    var response = ResponseDescription(
      status: 100 + below(500), headers: headers(), bodySize: count(), bodyStart: maybe { $0.text() }, timings: timings)
    if response.bodyStart != nil { response.isBodyCut = below(2) == 0 }
    return response
  }

  private mutating func failure() -> RunFailure {
    let kinds: [RunFailure.Kind] = [
      .transport, .timeout, .io, .status, .decode, .expect, .expression, .custom, .stall, .cancelled,
    ]
    return RunFailure(
      kind: kinds[below(kinds.count)], message: text(), node: below(9), step: maybe { $0.step() },
      details: several { $0.text() }, request: maybe { $0.request() }, response: maybe { $0.response() },
      sourceLine: maybe { $0.text() })
  }

  private mutating func value() -> JSONValue {
    switch below(8) {
    case 0: .null
    case 1: .bool(below(2) == 0)
    case 2: JSONNumber(["9007199254740993", "1.10", "-0", "1e1000", "0"][below(5)]).map(JSONValue.number) ?? .null
    case 3, 4: .string(text())
    case 5: .array(several { $0.value() })
    default: .object(JSONObject(several { ($0.text(), $0.value()) }))
    }
  }

  private mutating func inputSet() -> InputSet? { maybe { InputSet(number: 1 + $0.below(9), label: $0.text()) } }

  private mutating func startedAt() -> Double { [0, 1_700_000_000.25, 1_796_077_241.4029992, 0.1][below(4)] }

  private mutating func run() -> RunDescription {
    var nodes: [NodeDescription] = []
    for place in 0..<below(5) {
      let parent = place > 0 && below(2) == 0 ? below(place) : nil
      nodes.append(
        NodeDescription(
          name: text(), description: maybe { $0.text() }, place: self.place(), inputs: several { $0.below(5) },
          isTeardown: below(3) == 0, parent: parent, depth: parent.map { nodes[$0].depth + 1 } ?? 0))
    }
    return RunDescription(
      id: text(), pipeline: text(), description: maybe { $0.text() }, file: text(), startedAt: startedAt(),
      nodes: nodes, inputSet: inputSet(), suite: suite())
  }

  private mutating func ordinal() -> Ordinal {
    let number = 1 + below(9)
    return Ordinal(number, of: number + 1 + below(9))
  }

  private mutating func suite() -> SuitePlace {
    SuitePlace(
      place: maybe { $0.ordinal() } ?? Ordinal(1, of: 1), repetition: maybe { $0.ordinal() },
      attempt: maybe { $0.ordinal() },
      shard: maybe { .init($0.ordinal(), runs: $0.below(9)) })
  }

  private mutating func cancellation() -> CancellationReason {
    [.signal(2), .signal(15), .deadline, .failFast][below(4)]
  }

  private mutating func refusal() -> RunRefusal {
    let reasons: [RunRefusal.Reason] = [
      .invalidFile, .unreadable, .usage, .others, .missing, .ended(cancellation()),
    ]
    return RunRefusal(
      pipeline: text(), file: text(), inputSet: inputSet(), startedAt: startedAt(), reason: reasons[below(6)],
      problems: several {
        .init(
          isError: $0.below(2) == 0, message: $0.text(), place: $0.maybe { $0.place() }, reason: $0.maybe { $0.text() },
          hint: $0.maybe { $0.text() }, text: $0.text())
      }, suite: suite())
  }

  private mutating func nodeOutcome() -> NodeOutcome {
    switch below(7) {
    case 0: .succeeded(values: count())
    case 1: .failed(failure())
    case 2: .blocked(by: below(9))
    case 3: .skipped(needs: nil)
    case 4: .skipped(needs: below(9))
    case 5: .notSelected
    default: .cancelled
    }
  }

  private mutating func kind(_ number: Int) -> RunEvent.Kind {
    switch number {
    case 0: .runStarted(run())
    case 1: .nodeStarted(node: below(9))
    case 2: .requestStarted(request())
    case 3:
      .requestProgress(
        request: count(),
        TransferProgress(
          sent: count(), sentTotal: maybe { $0.count() }, received: count(), receivedTotal: maybe { $0.count() }))
    case 4: .requestFinished(request: count(), response())
    case 5: .requestFailed(request: count(), failure())
    case 6: .requestCancelled(request: count())
    case 7: .checkPassed(node: below(9), step: step())
    case 8: .retrying(node: below(9), step: step(), attempt: 1 + below(5), delay: duration(), failure())
    case 9: .recovered(node: below(9), step: step(), failure())
    case 10: .message(node: below(9), [.log, .value, .finished, .failure][below(4)], text())
    case 11:
      .value(node: below(9), ValueDescription(index: count(), preview: text(), isCut: below(2) == 0))
    case 12: .nodeFinished(node: below(9), nodeOutcome())
    case 13: .output(value())
    case 14: .runFinished([.succeeded, .failed, .cancelled(reason: cancellation())][below(3)])
    default: .runRefused(refusal())
    }
  }

  static let kindCount = 16

  mutating func next() -> RunEvent {
    RunEvent(sequence: count(), time: duration(), kind: kind(below(Self.kindCount)))
  }
}
