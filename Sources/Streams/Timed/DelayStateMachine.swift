/// What `delay` decides: which signal is due when.
struct DelayStateMachine: ~Copyable {
  enum Signal {
    case value(Payload)
    case end(Completion)
  }

  private let interval: Duration
  private var line = Ring<(due: Duration, signal: Signal)>()

  init(interval: Duration) { self.interval = interval }

  /// Signals in line.
  var count: Int { line.count }

  /// When the first signal in line is due.
  var due: Duration? { line.isEmpty ? nil : line.first.due }

  mutating func received(_ signal: Signal, at now: Duration) { line.append((now + interval, signal)) }

  /// The next signal to send now; nil when none is due.
  mutating func next(at now: Duration) -> Signal? {
    guard !line.isEmpty, line.first.due <= now else { return nil }
    return line.popFirst()?.signal
  }

  mutating func cancelled() { line = Ring() }
}
