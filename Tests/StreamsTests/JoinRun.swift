import Streams

/// Runs a timeline of an operator with several inputs, or of a shared stream.
///
/// Besides the notation of the drawn timelines: `never` as a script; `op(delayErrors)`; `op(twice)` for an operator whose
/// only input is listed twice; `share(op)` for one that has the shared stream S twice, and whatever other scripts there are.
struct JoinRun: Sendable {
  let timeline: Timeline
  let scheduler: VirtualScheduler
  let recorder = Recorder()
  let queue: SerialQueue

  init(_ timeline: Timeline, monitor: EdgeMonitor? = nil) {
    self.timeline = timeline
    scheduler = VirtualScheduler(edgeMonitor: monitor)
    queue = scheduler.makeQueue(label: "timeline")
  }

  /// What was heard. The stream may live elsewhere than its consumer.
  func run(on home: SerialQueue? = nil) -> String {
    let subscriber = TimelineSubscriber(queue: queue, grants: timeline.grants, cancelTime: timeline.cancelTime)
    build().subscribe(on: home ?? queue).subscribe(subscriber, on: queue)
    scheduler.run()
    return subscriber.transcript
  }

  func build() -> AnyPublisher<String> {
    var inputs = timeline.scripts.map { source($0.name, $0.text) }
    switch timeline.name {
    case "share":
      let capacity = timeline.arguments.count > 1 ? Int(timeline.arguments[1])! : 64
      let shared = inputs[0].multicast(on: queue, label: "S", capacity: capacity)
      shared.connect()
      let second = timeline.arguments[0] == "append" ? shared.lateConsumer() : shared.eraseToAnyPublisher()
      return Self.join(timeline.arguments[0], [shared.eraseToAnyPublisher(), second] + inputs[1...])
    default:
      if timeline.arguments.contains("twice") { inputs.append(inputs[0]) }
      return Self.join(timeline.name, inputs, delayErrors: timeline.arguments.contains("delayErrors"))
    }
  }

  static func join(_ name: String, _ inputs: [AnyPublisher<String>], delayErrors: Bool = false) -> AnyPublisher<String>
  {
    switch name {
    case "zip": zipMany(inputs, delayErrors: delayErrors).map(row).mapError(named)
    case "combineLatest": combineLatest(inputs, delayErrors: delayErrors).map(row).mapError(named)
    case "merge": mergeMany(inputs)
    case "append": concatMany(inputs)
    case "race": race(inputs)
    default: preconditionFailure("no operator '\(name)'")
    }
  }

  private static let row: @Sendable ([String]) -> String = { "[\($0.joined(separator: ","))]" }

  /// Several failures as one name: `0e+2f` for e of the first and f of the third input.
  private static let named: @Sendable (any Error) -> any Error = { error in
    guard let combined = error as? CombinedFailure else { return error }
    return Named(
      name: combined.failures.map { "\($0.input)\(($0.error as? Named)?.name ?? "?")" }.joined(separator: "+"))
  }

  private func source(_ name: String, _ text: String) -> AnyPublisher<String> {
    let (recorder, queue) = (recorder, queue)
    let cancelled: @Sendable () -> Void = { recorder.cancelled(name, at: queue.scheduler.now) }
    if text == "never" { return never(String.self).handleEvents(receiveCancel: cancelled) }
    if text.hasPrefix("seq[") {
      return sequence(text.dropFirst(4).dropLast().split(",")).handleEvents(receiveCancel: cancelled)
    }
    return ScriptSource(name: name, events: Timeline.events(text), recorder: recorder).eraseToAnyPublisher()
  }
}
