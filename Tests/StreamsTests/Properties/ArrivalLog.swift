import Streams

/// What arrived at an operator, in order, and what it has to make of that.
final class ArrivalLog: Sendable {
  enum Signal: Equatable {
    case subscribed
    case value(Value)
    case end(End)
  }

  /// For a join its inputs; else 0 for the outer stream, and one more for each inner stream.
  typealias Entry = (input: Int, signal: Signal, time: Duration)

  private let state = Guarded<(entries: [Entry], inputs: Int)>(([], 0))
  private let shop: Workshop

  init(_ shop: Workshop) { self.shop = shop }

  var entries: [Entry] { state.withLock { $0.entries } }

  /// `stream`, with all that comes of it noted here.
  func observing(_ stream: PlanBuilder.Stream) -> PlanBuilder.Stream {
    let input = state.withLock { state in
      defer { state.inputs += 1 }
      return state.inputs
    }
    return stream.handleEvents(
      receiveSubscription: { self.add(input, .subscribed) }, receiveOutput: { self.add(input, .value($0.value)) },
      receiveCompletion: { self.add(input, .end(End($0))) })
  }

  private func add(_ input: Int, _ signal: Signal) {
    let time = shop.scheduler.now
    state.withLock { $0.entries.append((input, signal, time)) }
  }

  /// What arrived of one input.
  func outcome(of input: Int) -> Outcome {
    var outcome = Outcome([], .never)
    for entry in entries where entry.input == input {
      switch entry.signal {
      case .subscribed: break
      case .value(let value): outcome.values.append(value)
      case .end(let end): outcome.end = end
      }
    }
    return outcome
  }

  /// The most inner streams that were under way at once.
  var mostAtOnce: Int {
    var (now, most) = (0, 0)
    for entry in entries {
      switch entry.signal {
      case .value: if entry.input == 0 { now += 1 }
      case .end: if entry.input > 0 { now -= 1 }
      case .subscribed: break
      }
      most = max(most, now)
    }
    return most
  }
}

extension Arrival {
  /// What the operator must give, given what arrived; nil where that does not decide it.
  ///
  /// - Parameter plans: What each of the plans gives.
  func outcome(of log: ArrivalLog, plans models: [Outcome], in shop: Workshop) -> Outcome? {
    switch kind {
    case .debounce(let ticks): Self.debounced(log.entries, for: shop.offBeat(ticks))
    case .throttle(let ticks, let latest): Self.throttled(log.entries, for: shop.offBeat(ticks), latest: latest)
    case .timeout(let ticks):
      Self.timedOut(
        log.entries, after: shop.offBeat(ticks), late: models.count > 1 ? models[1] : Outcome([], .failed("timeout")))
    case .join(let join): model(join, log.entries)
    case .flatMap: merged(log.entries, isWanted: { $0 > 0 })
    case .switchMap: switched(log.entries)
    }
  }

  /// Whether a failure drops what still waits for credit, so that under limited credit a beginning is all that is sure.
  var dropsAtFailure: Bool {
    switch kind {
    case .join(.zip), .flatMap: true
    case .join, .switchMap, .debounce, .throttle, .timeout: false
    }
  }

  private func model(_ join: Join, _ entries: [ArrivalLog.Entry]) -> Outcome {
    switch join {
    case .merge, .concat: merged(entries, isWanted: { _ in true })
    case .latest: latest(entries)
    case .race: raced(entries)
    case .zip: zipped(entries)
    }
  }

  /// Values in the order of arrival, up to the first failure, or to the last end.
  private func merged(_ entries: [ArrivalLog.Entry], isWanted: (Int) -> Bool) -> Outcome {
    var out: [Value] = []
    var begun = 0
    var open: Set<Int> = isWanted(0) ? Set(plans.indices) : [0]
    for (input, signal, _) in entries {
      switch signal {
      case .subscribed: break
      case .value(let value):
        if isWanted(input) {
          out.append(value)
        } else {
          // Its inner stream counts from now on, though it is subscribed a little later.
          begun += 1
          open.insert(begun)
        }
      case .end(let end):
        if end.isFailure { return Outcome(out, end) }
        open.remove(input)
        if open.isEmpty { return Outcome(out, .finished) }
      }
    }
    return Outcome(out, open.isEmpty ? .finished : .never)
  }

  private func switched(_ entries: [ArrivalLog.Entry]) -> Outcome {
    var out: [Value] = []
    var (current, begun) = (0, 0)
    var (isOuterOpen, isInnerOpen) = (true, false)
    for (input, signal, _) in entries {
      switch signal {
      case .subscribed: break
      case .value(let value):
        if input == 0 {
          begun += 1
          current = begun
          isInnerOpen = true
        } else if input == current, isInnerOpen {
          out.append(value)
        }
      case .end(let end):
        guard input == 0 || (input == current && isInnerOpen) else { break }
        if end.isFailure { return Outcome(out, end) }
        if input == 0 { isOuterOpen = false } else { isInnerOpen = false }
        if !isOuterOpen, !isInnerOpen { return Outcome(out, .finished) }
      }
    }
    return Outcome(out, .never)
  }

  private func latest(_ entries: [ArrivalLog.Entry]) -> Outcome {
    var out: [Value] = []
    var latest: [Value?] = Array(repeating: nil, count: plans.count)
    var ended = 0
    for (input, signal, _) in entries {
      switch signal {
      case .subscribed: break
      case .value(let value):
        latest[input] = value
        let row = latest.compactMap(\.self)
        if row.count == plans.count { out.append(.list(row)) }
      case .end(let end):
        if end.isFailure { return Outcome(out, end) }
        ended += 1
        if latest[input] == nil || ended == plans.count { return Outcome(out, .finished) }
      }
    }
    return Outcome(out, plans.isEmpty ? .finished : .never)
  }

  private func raced(_ entries: [ArrivalLog.Entry]) -> Outcome {
    var winner: Int?
    var out: [Value] = []
    var ends: [Int: End] = [:]
    for (input, signal, _) in entries {
      switch signal {
      case .subscribed: break
      case .value(let value):
        if winner == nil { winner = input }
        if input == winner { out.append(value) }
      case .end(let end):
        ends[input] = end
        if input == winner { return Outcome(out, end) }
        if winner == nil, ends.count == plans.count {
          return Outcome([], plans.indices.compactMap { ends[$0] }.first(where: \.isFailure) ?? .finished)
        }
      }
    }
    return Outcome(out, plans.isEmpty ? .finished : .never)
  }

  private func zipped(_ entries: [ArrivalLog.Entry]) -> Outcome {
    var lanes: [[Value]] = Array(repeating: [], count: plans.count)
    var ended: Set<Int> = []
    var rows = 0
    for (input, signal, _) in entries {
      switch signal {
      case .subscribed: break
      case .value(let value): lanes[input].append(value)
      case .end(let end):
        if end.isFailure { return Outcome(rowsOf(lanes, rows), end) }
        ended.insert(input)
      }
      while lanes.allSatisfy({ $0.count > rows }) { rows += 1 }
      if ended.contains(where: { lanes[$0].count == rows }) { return Outcome(rowsOf(lanes, rows), .finished) }
    }
    return Outcome(rowsOf(lanes, rows), plans.isEmpty ? .finished : .never)
  }

  private func rowsOf(_ lanes: [[Value]], _ count: Int) -> [Value] {
    (0..<count).map { row in .list(lanes.map { $0[row] }) }
  }
}
