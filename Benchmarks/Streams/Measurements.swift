import Streams

/// What is measured, and the most that it may cost.
let measurements: [Measurement] = [
  Measurement(
    name: "map, filter, map", unit: "value", count: 1_000_000, limit: 0.3,
    run: { count, scheduler in
      drain(sequence(0..<count).map { $0 &+ 1 }.filter { $0 & 1 == 0 }.map { $0 &* 3 }, on: scheduler)
    }, expected: { $0 / 2 }),
  Measurement(
    name: "an edge between two queues", unit: "value", count: 1_000_000, limit: 0.3,
    run: { count, scheduler in
      drain(sequence(0..<count).subscribe(on: scheduler.makeQueue(label: "source")), on: scheduler)
    }, expected: { $0 }),
  Measurement(
    name: "zip of two", unit: "row", count: 1_000_000, limit: 1,
    run: { count, scheduler in drain(zipMany([sequence(0..<count), sequence(0..<count)]), on: scheduler) },
    expected: { $0 }),
  Measurement(
    name: "zipMany of single values", unit: "input", count: 100_000, limit: 1,
    run: { count, scheduler in drain(zipMany((0..<count).map { just($0) }), on: scheduler) },
    expected: { _ in 1 }),
  Measurement(
    name: "mergeMany of 100 inputs", unit: "value", count: 1_000_000, limit: 0.5,
    run: { count, scheduler in drain(mergeMany((0..<100).map { _ in sequence(0..<count / 100) }), on: scheduler) },
    expected: { $0 }),
  Measurement(
    name: "flatMap, in order, 8 at once", unit: "inner stream", count: 100_000, limit: 3,
    run: { count, scheduler in drain(sequence(0..<count).flatMap(max: 8) { just($0) }, on: scheduler) },
    expected: { $0 }),
  Measurement(
    name: "flatMap, as they come, 8 at once", unit: "inner stream", count: 100_000, limit: 3,
    run: { count, scheduler in
      drain(sequence(0..<count).flatMap(max: 8, order: .arrival) { just($0) }, on: scheduler)
    }, expected: { $0 }),
  Measurement(
    name: "concatMap", unit: "inner stream", count: 100_000, limit: 3,
    run: { count, scheduler in drain(sequence(0..<count).concatMap { just($0) }, on: scheduler) },
    expected: { $0 }),
]

/// How time grows with the count: the ratio of the times of two counts, at most `limit`.
struct Growth {
  let name: String
  let small: Int
  let large: Int
  let limit: Double
}

let growths = [
  Growth(name: "zip of two", small: 100_000, large: 1_000_000, limit: 15),
  Growth(name: "zipMany of single values", small: 1_000, large: 100_000, limit: 150),
]
