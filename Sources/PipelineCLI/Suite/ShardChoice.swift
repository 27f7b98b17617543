import Files
import RunEvents

/// `--shard`, and the times by which its parts are made even.
struct ShardChoice: Sendable {
  /// `nil` where nothing says that there are parts.
  let place: Ordinal?
  private let timings: [String]

  /// - Returns: `nil` without `--shard`.
  init?(_ arguments: ParsedArguments) throws(UsageError) {
    timings = arguments.values("timings")
    guard let text = arguments.value("shard") else {
      if !timings.isEmpty { throw UsageError("--timings is for --shard", hint: "write --shard I/N as well") }
      return nil
    }
    place = try Shard.parse(text) { environment($0) }
  }

  /// The runs of the part, with what there is to know of it on standard error.
  func part(of runs: [PlannedRun], isQuiet: Bool) throws(UsageError) -> [PlannedRun] {
    guard let place else {
      if !isQuiet {
        StandardStream.error.write("pipeline: --shard auto: nothing says that there are parts; all is run\n")
      }
      return runs
    }
    let part = runs.part(place, timings: try readTimings(isQuiet: isQuiet))
    if !isQuiet {
      StandardStream.error.write(
        "pipeline: shard \(place.number)/\(place.count): \(part.count) of \(runs.count) runs\n")
    }
    return part
  }

  private func readTimings(isQuiet: Bool) throws(UsageError) -> RunTimings {
    // The first build has none.
    let missing = timings.filter { (try? FileSystem.status(of: $0)) == nil }
    for path in missing where !isQuiet {
      StandardStream.error.write("pipeline: there is no '\(path)' to make the parts even by\n")
    }
    do {
      return try RunTimings(reading: timings.filter { !missing.contains($0) })
    } catch let error as FileError {
      throw UsageError("cannot read the timings '\(error.path)': \(error.reason)")
    } catch {
      throw UsageError("the timings are no events: \(error)")
    }
  }
}
