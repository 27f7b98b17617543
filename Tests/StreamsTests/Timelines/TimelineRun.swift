import Streams

/// Builds the streams of a timeline, runs them on virtual time, and tells what came out.
struct TimelineRun: Sendable {
  let timeline: Timeline
  let scheduler = VirtualScheduler()
  let recorder = Recorder()
  let queue: SerialQueue

  init(_ timeline: Timeline) {
    self.timeline = timeline
    queue = scheduler.makeQueue(label: "timeline")
  }

  /// What each consumer heard.
  func run() -> [String] {
    let streams = build()
    let subscribers = streams.enumerated().map { index, _ in
      // In the shared cases the last consumer is the one with the script.
      let isScripted = index == streams.count - 1
      return TimelineSubscriber(
        queue: queue, grants: isScripted ? timeline.grants : [(.unlimited, 0)], cancelTime: timeline.cancelTime)
    }
    for (stream, subscriber) in zip(streams, subscribers) { stream.subscribe(subscriber, on: queue) }
    shared?.connect()
    scheduler.run()
    return subscribers.map(\.transcript)
  }

  /// The node S of the shared cases.
  private var shared: Multicast<String>? { sharedSlot.value.withLock { $0 } }
  private let sharedSlot = Slot()
  private final class Slot: Sendable { let value = Guarded<Multicast<String>?>(nil) }

  private func source(_ name: String) -> AnyPublisher<String> {
    let text = timeline.scripts.first { $0.name == name }?.text ?? ""
    return source(name, text)
  }

  private func source(_ name: String, _ text: String) -> AnyPublisher<String> {
    if text.hasPrefix("seq[") {
      let elements = text.dropFirst(4).dropLast().split(",")
      let (recorder, queue) = (recorder, queue)
      return sequence(elements)
        .handleEvents(receiveCancel: { recorder.cancelled(name, at: queue.scheduler.now) })
    }
    return ScriptSource(name: name, events: Timeline.events(text), recorder: recorder).eraseToAnyPublisher()
  }

  private var inputs: [AnyPublisher<String>] { timeline.scripts.map { source($0.name, $0.text) } }

  private var number: Int { Int(timeline.arguments[0])! }

  private var milliseconds: Duration { .milliseconds(number) }

  private func inner(_ value: String) -> AnyPublisher<String> {
    // I1 belongs to the first outer value, whatever it is.
    let outer = Timeline.events(timeline.scripts[0].text).compactMap { event -> String? in
      if case .value(let value) = event.signal { value } else { nil }
    }
    return source("I\(outer.firstIndex(of: value)! + 1)")
  }

  private func build() -> [AnyPublisher<String>] {
    let a = source("A")
    let text: @Sendable ([String]) -> String = { "[\($0.joined(separator: ","))]" }
    switch timeline.name {
    case "just": return [just(timeline.arguments[0])]
    case "", "sink": return [a]
    case "map": return [a.map { "\(Int($0)! * 10)" }]
    case "tryMap": return [a.tryMap { if $0 == "2" { throw Named(name: "bad") } else { $0 } }]
    case "filter": return [a.filter { Int($0)! % 2 == 1 }]
    case "zip": return [zipMany(inputs).map(text)]
    case "combineLatest": return [combineLatest(inputs).map(text)]
    case "merge": return [mergeMany(inputs)]
    case "append": return [concatMany(inputs)]
    case "flatMap":
      let max = timeline.arguments.isEmpty ? .max : number
      return [a.flatMap(max: max, order: .arrival) { [self] in inner($0) }]
    case "concatMap": return [a.concatMap { [self] in inner($0) }]
    case "orderedFlatMap": return [a.flatMap(max: number) { [self] in inner($0) }]
    case "switchMap": return [a.switchMap { [self] in inner($0) }]
    case "collect":
      return [timeline.arguments.isEmpty ? a.collect().map(text) : a.collect(number).map(text)]
    case "scan": return [a.scan(number) { $0 + Int($1)! }.map { "\($0)" }]
    case "reduce": return [a.reduce(number) { $0 + Int($1)! }.map { "\($0)" }]
    case "retry":
      let attempts = Attempts()
      let pause = Duration.milliseconds(timeline.arguments.count > 1 ? Int(timeline.arguments[1])! : 0)
      let policy = RetryPolicy(times: number, backoff: .constant(pause))
      return [deferred { [self] in source("A\(attempts.next())") }.retry(policy)]
    case "catch": return [a.catch { [self] _ in source("H") }]
    case "replaceError": return [a.replaceError(with: timeline.arguments[0])]
    case "mapError":
      let name = timeline.arguments[0]
      return [a.mapError { _ in Named(name: name) }]
    case "timeout":
      let hasFallback = timeline.scripts.contains { $0.name == "F" }
      return [a.timeout(milliseconds, fallback: hasFallback ? source("F") : nil)]
    case "timeoutRetry":
      let attempts = Attempts()
      return [
        deferred { [self] in source("A\(attempts.next())") }.timeout(milliseconds).retry(Int(timeline.arguments[1])!)
      ]
    case "delay": return [a.delay(for: milliseconds)]
    case "throttle": return [a.throttle(for: milliseconds, latest: timeline.arguments.count == 1)]
    case "interval": return [interval(milliseconds).map { "\($0)" }]
    case "expand":
      // N1 is what comes of a value 1.
      return [a.expand(emitsInputs: !timeline.arguments.isEmpty) { [self] in source("N\($0)") }]
    case "waiting":
      let dependencies = timeline.scripts.filter { $0.name.hasPrefix("W") }.map { source($0.name) }
      return [a.waiting(for: dependencies) { "\($0)\($1.joined())" }]
    case "debounce": return [a.debounce(for: milliseconds)]
    case "prefix": return [a.prefix(number)]
    case "first":
      let floor = number
      return [a.first { Int($0)! > floor }]
    case "drop": return [a.dropFirst(number)]
    case "shareZip", "shareMerge", "sharePrefix", "shareSlow": return buildShared(text)
    default: preconditionFailure("no operator '\(timeline.name)' in the timelines")
    }
  }

  private func buildShared(_ text: @escaping @Sendable ([String]) -> String) -> [AnyPublisher<String>] {
    let s = source("S").multicast(on: queue, label: "S", capacity: timeline.name == "shareSlow" ? number : 64)
    sharedSlot.value.withLock { $0 = s }
    let pair = [s.eraseToAnyPublisher(), s.map { "-\($0)" }]
    switch timeline.name {
    case "shareZip": return [zipMany(pair).map(text)]
    case "shareMerge": return [mergeMany(pair)]
    case "sharePrefix": return timeline.arguments.map { s.prefix(Int($0)!) }
    default: return [s.eraseToAnyPublisher(), s.eraseToAnyPublisher()]
    }
  }
}
