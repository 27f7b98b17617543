import HTTP
import Testing

@testable import CurlTransport

/// Which timeout is due when, on a clock of the tests' own.
struct TransferDeadlinesTests {
  private let start = SuspendingClock.now

  private func at(_ seconds: Double) -> SuspendingClock.Instant { start + .seconds(seconds) }

  private func deadlines(
    connect: Double? = 10, firstByte: Double? = nil, idle: Double? = nil, total: Double? = nil, sendsBody: Bool = false
  ) -> TransferDeadlines {
    var timeouts = Timeouts()
    timeouts.connect = connect.map { .seconds($0) }
    timeouts.firstByte = firstByte.map { .seconds($0) }
    timeouts.idle = idle.map { .seconds($0) }
    timeouts.total = total.map { .seconds($0) }
    return TransferDeadlines(timeouts, now: start, sendsBody: sendsBody)
  }

  /// The first time at which something is due, found as the loop does it: looking only when `next` says so.
  private func firstDue(
    _ deadlines: TransferDeadlines, connectedAfter: Double?, until end: Double = 1000
  ) -> (Double, TransferDeadlines.Expired)? {
    var deadlines = deadlines
    while let next = deadlines.next, next <= at(end) {
      let isConnected = connectedAfter.map { at($0) <= next } ?? false
      deadlines.look(at: next, connection: isConnected ? connectedAfter.map { .seconds($0) } : nil)
      if let expired = deadlines.expired(at: next) { return (start.duration(to: next) / .seconds(1), expired) }
    }
    return nil
  }

  private func expect(
    _ deadlines: TransferDeadlines, connectedAfter: Double?, due time: Double, _ expired: TransferDeadlines.Expired,
    sourceLocation: SourceLocation = #_sourceLocation
  ) {
    let due = firstDue(deadlines, connectedAfter: connectedAfter)
    #expect(due.map { abs($0.0 - time) < 0.001 } == true, "due at \(due?.0 ?? .nan)", sourceLocation: sourceLocation)
    #expect(due?.1 == expired, sourceLocation: sourceLocation)
  }

  @Test func withoutTimeoutsNothingIsEverDue() {
    #expect(deadlines(connect: nil).next == nil)
    #expect(firstDue(deadlines(), connectedAfter: 1) == nil)
  }

  @Test func idleCountsFromTheConnection() {
    expect(deadlines(idle: 30), connectedAfter: 4, due: 34, .idle(.seconds(30)))
    // Though it is asked long after.
    expect(deadlines(connect: 60, idle: 30), connectedAfter: 45, due: 75, .idle(.seconds(30)))
  }

  @Test func idleIsNotDueWhileTheConnectionIsMade() {
    #expect(firstDue(deadlines(idle: 1), connectedAfter: nil, until: 100) == nil)
  }

  @Test func idleCountsFromTheStartWhereConnectingIsUnlimited() {
    expect(deadlines(connect: nil, idle: 30), connectedAfter: nil, due: 30, .idle(.seconds(30)))
  }

  @Test func everyByteOfTheAnswerPutsIdleOff() {
    var moving = deadlines(idle: 30)
    for second in stride(from: 10.0, through: 200, by: 29) { moving.noteAnswer(at: at(second)) }
    expect(moving, connectedAfter: 1, due: 184 + 30, .idle(.seconds(30)))
  }

  @Test func everyByteOfTheBodyPutsIdleOff() {
    var moving = deadlines(idle: 30, sendsBody: true)
    for second in 1...100 {
      moving.noteSent(second << 20, of: 200 << 20, at: at(Double(second)))
      moving.noteSent(second << 20, of: 200 << 20, at: at(Double(second) + 0.5))
    }
    // At a megabyte a second, buffers of four take four seconds to leave.
    expect(moving, connectedAfter: 0.1, due: 100 + 30 + 99 * 4 / 100, .idle(.seconds(30)))
  }

  @Test func firstByteCountsFromTheConnectionWhereThereIsNoBody() {
    expect(deadlines(firstByte: 5), connectedAfter: 3, due: 8, .firstByte(.seconds(5)))
    expect(deadlines(firstByte: 5, idle: 30), connectedAfter: 9, due: 14, .firstByte(.seconds(5)))
  }

  @Test func firstByteCountsFromTheEndOfTheBody() {
    var sending = deadlines(firstByte: 5, sendsBody: true)
    sending.noteSent(1, of: 2, at: at(1))
    #expect(firstDue(sending, connectedAfter: 0.5) == nil)
    sending.noteSent(2, of: 2, at: at(50))
    // All of it may be in buffers, and leave at the pace so far.
    expect(sending, connectedAfter: 0.5, due: 50 + 49 + 5, .firstByte(.seconds(5)))
  }

  @Test func aBodyThatIsSentAgainIsNotOut() {
    var sending = deadlines(firstByte: 5, sendsBody: true)
    sending.noteSent(2, of: 2, at: at(1))
    sending.noteSent(0, of: 2, at: at(2))
    #expect(firstDue(sending, connectedAfter: 0.5) == nil)
  }

  @Test func firstByteIsNotDueOnceTheAnswerHasBegun() {
    var answered = deadlines(firstByte: 5)
    answered.noteAnswer(at: at(4))
    #expect(firstDue(answered, connectedAfter: 0.5) == nil)
  }

  @Test func totalCountsFromTheStartWhateverMoves() {
    var moving = deadlines(idle: 30, total: 60)
    for second in 1...59 { moving.noteAnswer(at: at(Double(second))) }
    expect(moving, connectedAfter: 0.5, due: 60, .total(.seconds(60)))
    expect(deadlines(connect: 100, total: 20), connectedAfter: nil, due: 20, .total(.seconds(20)))
  }

  @Test func messagesSayWhichTimeoutAndHowLong() {
    #expect(
      TransferDeadlines.Expired.idle(.seconds(30)).error(endpoint: "a.test:80")
        == TransportError(.timeout, "no byte to or from a.test:80 for 30 s (timeout 'idle')"))
    #expect(
      TransferDeadlines.Expired.firstByte(.milliseconds(1500)).error(endpoint: "a.test:80").message
        == "a.test:80 did not begin to answer within 1500 ms (timeout 'firstByte')")
  }
}
