import Foundation
import Streams
import Testing

/// Ten times as much takes about ten times as long, never a hundred times.
///
/// Measured is the time that the thread itself spent, which other work on the machine does not lengthen, and the line is
/// drawn far from both: a factor of 40.
@Suite(.serialized) struct LinearityTests {
  struct Case: Sendable, CustomTestStringConvertible {
    let testDescription: String
    let size: Int
    let make: @Sendable (Int) -> AnyPublisher<Int>
  }

  static let cases: [Case] = [
    .init(testDescription: "zipMany", size: 1500) { n in zipMany((0..<n).map { just($0) }).map(\.count) },
    .init(testDescription: "combineLatest", size: 1500) { n in combineLatest((0..<n).map { just($0) }).map(\.count) },
    .init(testDescription: "mergeMany", size: 1500) { n in mergeMany((0..<n).map { just($0) }) },
    .init(testDescription: "concatMany", size: 1500) { n in concatMany((0..<n).map { just($0) }) },
    .init(testDescription: "race", size: 1500) { n in race((0..<n).map { $0 == n - 1 ? just($0) : empty() }) },
    .init(testDescription: "a fused chain", size: 800) { n in
      (0..<n).reduce(sequence([1, 2])) { chain, _ in chain.map { $0 + 1 } }
    },
    .init(testDescription: "a chain of separate steps", size: 800) { n in
      (0..<n).reduce(sequence([1, 2])) { chain, _ in chain.catch { _ in empty() } }
    },
    .init(testDescription: "a failure through a long append", size: 800) { n in
      (0..<n).reduce(fail(Named(name: "e"))) { chain, _ in chain.append(just(1)) }.replaceError(with: 0)
    },
    .init(testDescription: "values of a zip", size: 1500) { n in
      zipMany([sequence(0..<n), sequence(0..<n)]).map { $0[0] + $0[1] }
    },
    .init(testDescription: "values of a combineLatest", size: 1500) { n in
      combineLatest([sequence(0..<n), sequence(0..<n)]).map { $0[0] + $0[1] }
    },
    .init(testDescription: "values of a merge", size: 1500) { n in mergeMany([sequence(0..<n), sequence(0..<n)]) },
    .init(testDescription: "values of mapMany, held", size: 50) { n in
      sequence(0..<n).mapMany { _ in Array(0..<100) }.concatMap { just($0) }
    },
    .init(testDescription: "concatMap", size: 800) { n in sequence(0..<n).concatMap { just($0) } },
    .init(testDescription: "ordered flatMap, the first slow", size: 800) { n in
      sequence(0..<n).flatMap(max: n) { $0 == 0 ? just($0).delay(for: .milliseconds(9)) : just($0) }
    },
    .init(testDescription: "arrival flatMap of all at once", size: 800) { n in
      sequence(0..<n).flatMap(max: .max, order: .arrival) { just($0).delay(for: .milliseconds(1)) }
    },
    .init(testDescription: "switchMap", size: 800) { n in sequence(0..<n).switchMap { just($0) } },
    .init(testDescription: "expand", size: 800) { n in just(0).expand { $0 < n ? just($0 + 1) : empty() } },
    .init(testDescription: "retry", size: 800) { n in
      let attempts = Attempts()
      return deferred { () -> AnyPublisher<Int> in attempts.next() <= n ? fail(Named(name: "e")) : just(1) }.retry(n)
    },
    .init(testDescription: "delay of a burst", size: 1500) { n in sequence(0..<n).delay(for: .milliseconds(1)) },
    .init(testDescription: "timers that are cancelled", size: 800) { n in
      sequence(0..<n).flatMap(max: .max, order: .arrival) { just($0).delay(for: .milliseconds(2)).timeout(.seconds(9)) }
    },
    .init(testDescription: "collect", size: 5000) { n in sequence(0..<n).collect().map(\.count) },
    .init(testDescription: "a line that has to grow", size: 800) { n in
      deferred {
        // A scheduler of its own, whose queue the shared stream lives on.
        let scheduler = VirtualScheduler()
        let queue = scheduler.makeQueue(label: "shared")
        let node = sequence(0..<n).multicast(on: queue, capacity: 1)
        let probe = Probe<Int>()
        let token = probe.subscribe(zipMany([node.map { _ in 0 }, node.count()]).map { $0[1] }, on: queue)
        node.connect(expecting: 2)
        scheduler.run()
        withExtendedLifetime(token) {}
        return sequence(probe.values)
      }
    },
  ]

  @Test(arguments: cases) func tenTimesAsMuchTakesNoHundredTimesAsLong(_ example: Case) {
    // The first run pays for what is made once.
    _ = time(example, example.size)
    let small = min(time(example, example.size), time(example, example.size))
    let large = time(example, example.size * 10)
    #expect(large < small * 40, "\(small) for \(example.size), \(large) for ten times as many")
  }

  private func time(_ example: Case, _ size: Int) -> Duration {
    let start = Self.spent()
    let probe = collectVirtually(example.make(size))
    #expect(probe.isFinished && !probe.values.isEmpty)
    return Self.spent() - start
  }

  /// The processor time of this thread.
  private static func spent() -> Duration {
    var time = timespec()
    clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time)
    return .seconds(time.tv_sec) + .nanoseconds(time.tv_nsec)
  }
}
