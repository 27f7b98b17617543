import Streams

extension Arrival {
  /// What comes of one input through an operator with a clock, given when its signals arrived; nil where one arrived in the
  /// very moment at which a timer struck.
  static func debounced(_ entries: [ArrivalLog.Entry], for interval: Duration) -> Outcome? {
    var out: [Value] = []
    var pending: (value: Value, due: Duration)?
    for entry in entries {
      if entry.signal == .subscribed { continue }
      if let held = pending, held.due <= entry.time {
        if held.due == entry.time { return nil }
        out.append(held.value)
        pending = nil
      }
      switch entry.signal {
      case .subscribed: break
      case .value(let value): pending = (value, entry.time + interval)
      case .end(let end): return Outcome(out + (end.isFailure ? [] : pending.map { [$0.value] } ?? []), end)
      }
    }
    return Outcome(out + (pending.map { [$0.value] } ?? []), .never)
  }

  static func throttled(_ entries: [ArrivalLog.Entry], for interval: Duration, latest: Bool) -> Outcome? {
    var out: [Value] = []
    var held: Value?
    /// While the interval after a value lasts.
    var windowEnd: Duration?
    for entry in entries {
      if entry.signal == .subscribed { continue }
      while let end = windowEnd, end <= entry.time {
        if end == entry.time { return nil }
        windowEnd = held.map { _ in end + interval }
        if let value = held { out.append(value) }
        held = nil
      }
      switch entry.signal {
      case .subscribed: break
      case .value(let value):
        if windowEnd == nil {
          out.append(value)
          windowEnd = entry.time + interval
        } else if held == nil || latest {
          held = value
        }
      case .end(let end): return Outcome(out + (end.isFailure ? [] : held.map { [$0] } ?? []), end)
      }
    }
    return Outcome(out + (held.map { [$0] } ?? []), .never)
  }

  /// - Parameter late: What comes where it strikes.
  static func timedOut(_ entries: [ArrivalLog.Entry], after interval: Duration, late: Outcome) -> Outcome {
    var out: [Value] = []
    guard var last = entries.first?.time else { return Outcome([], .never) }
    for entry in entries {
      // What comes in the very moment wins.
      if entry.time - last > interval { break }
      last = entry.time
      switch entry.signal {
      case .subscribed: break
      case .value(let value): out.append(value)
      case .end(let end): return Outcome(out, end)
      }
    }
    return Outcome(out + late.values, late.end)
  }
}
