import Streams

/// Stands for a request: the answer comes after so many milliseconds.
func fetch(_ name: String, in milliseconds: Int) -> AnyPublisher<String> {
  just("\(name) after \(milliseconds) ms").delay(for: .milliseconds(milliseconds))
}

func orderedRequests() {
  let cities = ["Oslo", "Rome", "Bern"].enumerated().map { ($0, $1) }.publisher
  let answers = cities.flatMap(max: 2) { place, city in fetch(city, in: 30 - 10 * place) }
  show(answers)
}

func joins() {
  let both = zipMany([
    sequence(["a", "b", "c"]),
    interval(.seconds(1)).map { "\($0)" },
  ])
  show(both)
}

func sharing() {
  let scheduler = VirtualScheduler()
  let node = sequence(1...1000)
    .handleEvents(receiveSubscription: { print("runs once") })
    .multicast(on: scheduler.makeQueue(label: "node"))

  let pair = zipMany([node.first(), node.reduce(0, +)])
  node.connect(expecting: 2)
  show(pair, on: scheduler)
}

struct Refused: Error {}

func failures() {
  let flaky = deferred { () -> AnyPublisher<String> in fail(Refused()) }
  let steady =
    flaky
    .retry(RetryPolicy(times: 2, backoff: .exponential(initial: .seconds(1))))
    .timeout(.seconds(10))
    .replaceError { "gave up: \($0)" }
  show(steady)
}

func marks() {
  let monitor = EdgeMonitor()
  let scheduler = VirtualScheduler(edgeMonitor: monitor)
  let slow = interval(.seconds(1)).prefix(2)
  show(zipMany([slow, sequence(0..<1000)]), on: scheduler)
  for mark in monitor.marks where mark.highWaterMark > 1 { print("\(mark.name): \(mark.highWaterMark)") }
}
