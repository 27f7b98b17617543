extension Option {
  static let suite = [
    Option("jobs", short: "j", value: "N", "run so many files at once (1); they are told in their order all the same"),
    Option("retry", value: "N", "run what fails again, up to N times"),
    Option("repeat", value: "N", "run everything N times"),
    Option(
      "shard", value: "I/N", "run the I-th of N parts; 'auto' takes both from the CI system, 'auto/N' the place alone"),
    Option("timings", value: "EVENTS", "make the parts even by the times of earlier runs; a file that --events wrote"),
  ]
}

/// How many runs there are, and which of them at once.
struct SuiteOptions: Sendable {
  let jobs: Int
  /// How often a run may be begun.
  let attempts: Int
  let repetitions: Int

  init(_ arguments: ParsedArguments) throws(UsageError) {
    jobs = try wholeNumber(arguments, "jobs", in: 1...1000) ?? 1
    attempts = 1 + (try wholeNumber(arguments, "retry", in: 0...1000) ?? 0)
    repetitions = try wholeNumber(arguments, "repeat", in: 1...1_000_000) ?? 1
  }
}

private func wholeNumber(
  _ arguments: ParsedArguments, _ option: String, in range: ClosedRange<Int>
) throws(UsageError) -> Int? {
  guard let text = arguments.value(option) else { return nil }
  guard text.utf8.allSatisfy({ (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0) }), let number = Int(text),
    range.contains(number)
  else {
    throw UsageError(
      "--\(option) is a whole number from \(range.lowerBound) to \(range.upperBound)", hint: "'\(text)' was given")
  }
  return number
}
