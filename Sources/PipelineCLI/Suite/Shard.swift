import Files
import RunEvents

/// Which part of all runs is to be run here.
enum Shard {
  /// - Parameters:
  ///   - text: `2/4`; `auto`, for what the CI system says; `auto/4`, where that says the place only.
  ///   - environment: What a variable holds.
  /// - Returns: `nil` for `auto` where nothing says that there are parts.
  static func parse(_ text: String, environment: (String) -> String?) throws(UsageError) -> Ordinal? {
    let parts = text.split(separator: "/", omittingEmptySubsequences: false).map(String.init)
    guard parts.first == "auto" else { return try ordinal(text, in: "--shard") }
    var count: Int?
    if parts.count > 1 {
      guard parts.count == 2, let number = Int(parts[1]), counts.contains(number) else {
        throw wrong(text, in: "--shard")
      }
      count = number
    }
    if let own = value("PIPELINE_SHARD", environment) { return try ordinal(own, in: "PIPELINE_SHARD") }
    for system in systems {
      guard let place = value(system.place, environment) else { continue }
      guard let number = Int(place),
        let total = count ?? system.count.flatMap({ value($0, environment) }).flatMap({ Int($0) })
      else {
        if system.count == nil, Int(place) != nil {
          throw UsageError(
            "\(system.place) is set, but not how many parts there are",
            hint: "write --shard auto/N, with the Job's completions")
        }
        throw UsageError(
          "\(system.place) and \(system.count ?? "N") are no part of several", hint: "'\(place)' is the place")
      }
      let first = system.isFromZero ? 0 : 1
      guard counts.contains(total), number >= first, number - first < total else {
        throw UsageError("\(system.place) is '\(place)', of \(total) parts")
      }
      return Ordinal(number - first + 1, of: total)
    }
    return nil
  }

  private static let counts = 1...100_000

  /// Who says which part a machine is.
  private struct System {
    let place: String
    /// `nil` where that is not told.
    let count: String?
    let isFromZero: Bool
  }

  private static let systems = [
    // GitLab CI/CD, `parallel`.
    System(place: "CI_NODE_INDEX", count: "CI_NODE_TOTAL", isFromZero: false),
    // CircleCI, `parallelism`.
    System(place: "CIRCLE_NODE_INDEX", count: "CIRCLE_NODE_TOTAL", isFromZero: true),
    // Buildkite, `parallelism`.
    System(place: "BUILDKITE_PARALLEL_JOB", count: "BUILDKITE_PARALLEL_JOB_COUNT", isFromZero: true),
    // Kubernetes, a Job with `completionMode: Indexed`.
    System(place: "JOB_COMPLETION_INDEX", count: nil, isFromZero: true),
  ]

  private static func value(_ name: String, _ environment: (String) -> String?) -> String? {
    environment(name).flatMap { $0.isEmpty ? nil : $0 }
  }

  private static func ordinal(_ text: String, in source: String) throws(UsageError) -> Ordinal {
    let numbers = text.split(separator: "/", omittingEmptySubsequences: false).map { Int($0) }
    guard numbers.count == 2, let number = numbers[0], let count = numbers[1], counts.contains(count),
      (1...count).contains(number)
    else { throw wrong(text, in: source) }
    return Ordinal(number, of: count)
  }

  private static func wrong(_ text: String, in source: String) -> UsageError {
    UsageError("\(source) is a part and how many there are, such as 2/4", hint: "'\(text)' was given")
  }
}

extension [PlannedRun] {
  /// The runs of one part, in their order.
  ///
  /// Each goes to the part that has least to do so far, the longest first; so the parts take about equally long, and who has the
  /// same runs and times comes to the same parts. A run whose time is not known counts as long as the others do on average.
  func part(_ shard: Ordinal, timings: RunTimings) -> [PlannedRun] {
    let known = map { timings.duration(of: $0) }
    let sum = known.reduce(0.0) { $0 + ($1 ?? 0) }
    let count = known.count { $0 != nil }
    let usual = count > 0 ? sum / Double(count) : 1
    let times = known.map { $0 ?? usual }
    // Equally long ones stay in their order.
    let order = indices.sorted { (times[$1], $0) < (times[$0], $1) }
    var loads = [Double](repeating: 0, count: shard.count)
    var members: [Int] = []
    for run in order {
      guard let part = loads.indices.min(by: { (loads[$0], $0) < (loads[$1], $1) }) else { break }
      loads[part] += times[run]
      if part == shard.number - 1 { members.append(run) }
    }
    return members.sorted().map { place in
      var run = self[place]
      run.suite.shard = SuitePlace.Shard(shard, runs: members.count)
      return run
    }
  }
}
