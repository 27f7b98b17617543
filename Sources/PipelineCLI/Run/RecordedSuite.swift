import RunEvents

/// What one command ran: the runs of a file, or of several where they are shards of the same suite. Used on one thread.
struct RecordedSuite {
  private let files: [RecordedRuns]
  private let suite: SuitePlace

  /// So many missing parts are told one by one.
  private static let mostMissing = 1000

  /// Files that belong together become one suite, at the place of the first of them.
  static func joined(_ files: [RecordedRuns]) -> [RecordedSuite] {
    var shards: [[RecordedRuns]] = []
    for file in files {
      guard let place = file.place else { continue }
      let group = shards.firstIndex { group in
        guard let first = group[0].place, let shard = place.shard else { return false }
        return first.shard?.place.count == shard.place.count && first.place.count == place.place.count
      }
      if let group { shards[group].append(file) } else { shards.append([file]) }
    }
    return shards.compactMap { group in group[0].place.map { RecordedSuite(files: group, suite: $0) } }
  }

  /// How many parts have no run because there are more parts than runs.
  var emptyParts: Int {
    guard let first = suite.shard else { return 0 }
    var runs: [Int: Int] = [:]
    for shard in files.compactMap({ $0.place?.shard }) { runs[shard.place.number] = shard.runs }
    return runs.values.reduce(0, +) == suite.place.count ? first.place.count - runs.count : 0
  }

  /// Tells of the runs in the order in which one command would have told of them all; then of those that are missing.
  ///
  /// Of a run that several files hold the one counts that was told to its end, and of those the one that began last.
  func tell(_ tell: (RunEvent) -> Void) throws {
    var counts: [Int: (told: Int, of: Int)] = [:]
    var told = 0
    while let place = files.compactMap({ $0.place?.place.number }).min() {
      let holders = files.filter { $0.place?.place.number == place }
      let shards = holders.compactMap { $0.place?.shard }
      if let only = holders.first, holders.count == 1 {
        try only.tellNext(tell)
      } else {
        for event in try Self.best(of: holders) { tell(event) }
      }
      told += 1
      for shard in Set(shards.map(\.place.number)) {
        counts[shard, default: (0, shards.first { $0.place.number == shard }?.runs ?? 0)].told += 1
      }
    }
    for refusal in missing(counts, told: told) {
      tell(RunEvent(sequence: 0, time: .zero, kind: .runRefused(refusal)))
    }
  }

  private static func best(of files: [RecordedRuns]) throws -> [RunEvent] {
    var best: [RunEvent] = []
    var bestRun = RunSummary(detail: .counts)
    for file in files {
      var events: [RunEvent] = []
      try file.tellNext { events.append($0) }
      guard let run = RunList(events, detail: .counts).runs.last else { continue }
      let isBetter = (run.isWhole ? 1 : 0, run.startedAt) > (bestRun.isWhole ? 1 : 0, bestRun.startedAt)
      if best.isEmpty || isBetter { (best, bestRun) = (events, run) }
    }
    return best
  }

  /// A line for each part of which not all is there: what has vanished must not look like success.
  private func missing(_ counts: [Int: (told: Int, of: Int)], told: Int) -> [RunRefusal] {
    guard let shards = suite.shard?.place.count else {
      return told < suite.place.count ? [refusal("the suite", told: told, of: suite.place.count)] : []
    }
    var refusals = counts.sorted { $0.key < $1.key }.filter { $0.value.told < $0.value.of }
      .map { refusal("shard \($0.key)/\(shards)", told: $0.value.told, of: $0.value.of) }
    // A single part may be looked at by itself, and one of which nobody expects anything may be empty.
    if files.count > 1, counts.values.reduce(0, { $0 + $1.of }) < suite.place.count {
      refusals += (1...shards).lazy.filter { counts[$0] == nil }.prefix(Self.mostMissing).map {
        refusal("shard \($0)/\(shards)", told: 0, of: nil)
      }
    }
    return refusals
  }

  private func refusal(_ part: String, told: Int, of count: Int?) -> RunRefusal {
    let message = count.map { "\($0 - told) of its \($0) runs are missing" } ?? "its events are missing"
    return RunRefusal(
      pipeline: "", file: part, startedAt: 0, reason: .missing,
      problems: [.init(isError: true, message: message, place: nil, text: "pipeline: \(part): \(message)\n")])
  }
}

extension RunSummary {
  fileprivate var isWhole: Bool { outcome != nil || refusal != nil }
  fileprivate var startedAt: Double { run?.startedAt ?? refusal?.startedAt ?? 0 }
}
