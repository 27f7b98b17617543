import Testing

@testable import Streams

/// The decisions of operators with inner streams, and what they are made of, without queues and edges.
@Suite struct InnerMachineTests {
  @Test func aPortTellsTheNumberHoweverManyThereWere() {
    for first in [0, 1, InnerPort.mask - 1, InnerPort.mask, InnerPort.mask + 1, 1 << 40] {
      for number in first..<first + 100 {
        #expect(InnerPort.number(of: number & InnerPort.mask, notBefore: first) == number)
      }
    }
  }

  @Test func aLineKeepsTheNumbersOfItsElements() {
    let count = Tracked.Count()
    do {
      var line = SlotLine<(number: Int, object: Tracked)>()
      var next = 0
      for round in 0..<50 {
        for _ in 0..<round % 7 {
          line.append((next, Tracked(count)))
          next += 1
        }
        if round % 3 == 0, !line.isEmpty {
          let first = line.removeFirst().number
          #expect(first == line.firstSlot - 1)
        }
        if round % 5 == 0, !line.isEmpty {
          let last = line.removeLast().number
          #expect(last == line.endSlot)
          next -= 1
        }
        for slot in line.firstSlot..<line.endSlot { #expect(line[slot].number == slot) }
        #expect(count.value == line.count)
      }
      #expect(!line.contains(line.firstSlot - 1) && !line.contains(line.endSlot))
      #expect(line.count > 64)
    }
    #expect(count.value == 0)
  }

  /// Inner streams as numbers.
  @Test func whatComesLateIsDroppedNotTrapped() {
    var ordered = OrderedFlatMapStateMachine<Int>(max: 3)
    ordered.asked(for: .max(9))
    guard case .askOuter(3)? = ordered.next() else {
      Issue.record("the outer stream was not asked")
      return
    }
    for inner in 0..<3 {
      let count = ordered.started(inner)
      #expect(count == 9)
    }
    ordered.ended(.failure(Named(name: "e")), from: 1)
    // Of the third nothing counts from this moment on, told or not.
    if case .dropped = ordered.received(Payload(1), from: 2) {} else { Issue.record("taken after a failure before it") }
    guard case .cancelOuter? = ordered.next(), case .cancel(2)? = ordered.next() else {
      Issue.record("what is later was not cancelled")
      return
    }
    ordered.ended(.finished, from: 2)
    if ordered.next() != nil { Issue.record("the failure came before its turn") }
    ordered.ended(.finished, from: 0)
    guard case .end(.failure)? = ordered.next() else {
      Issue.record("the failure did not come in its turn")
      return
    }
    for port in [-5, 0, 1, 2, 9] {
      ordered.ended(.finished, from: port)
      if case .dropped = ordered.received(Payload(1), from: port) {} else { Issue.record("taken after the end") }
    }
    if ordered.next() != nil { Issue.record("something after the end") }
  }

  @Test func whatComesOfAnOldGenerationCountsForNothing() {
    var machine = SwitchMapStateMachine<Int>()
    _ = machine.asked(for: .max(1))
    let (none, first) = (machine.outerReceived(), machine.started(10))
    #expect(none == nil && first == .max(1))
    let (old, second) = (machine.outerReceived(), machine.started(11))
    #expect(old == 10 && second == .max(1))
    let (stale, staleEnd) = (machine.received(from: 0), machine.ended(.failure(Named(name: "old")), from: 0))
    #expect(!stale && staleEnd.end == nil)
    let current = machine.received(from: 1)
    #expect(current)
    let ending = machine.stop(with: nil)
    #expect(ending.cancelsOuter && ending.cancelled == 11 && ending.end == nil)
    let (late, again) = (machine.received(from: 1), machine.stop(with: .finished))
    #expect(!late && again.end == nil)
  }

  @Test func anIntervalNeverTicksTwiceInOneInstant() {
    for period in [Duration.nanoseconds(3), .milliseconds(7), .seconds(1) / 3] {
      var machine = IntervalStateMachine(period: period)
      var now = Duration.seconds(12_345)
      let start = now
      guard let first = machine.asked(for: .unlimited, at: now).armFor else {
        Issue.record("no timer")
        return
      }
      var due = first
      for late in 0..<200 {
        now = due + period * (late % 5)
        guard let next = machine.struck(at: now).armFor else {
          Issue.record("no timer")
          return
        }
        due = next
        #expect(due > now && due <= now + period)
        let periods = (due - start).attoseconds
        #expect(periods % period.attoseconds == 0)
      }
    }
  }
}
