/// One of several, counted from 1.
package struct Ordinal: Sendable, Equatable {
  package var number: Int
  package var count: Int

  package init(_ number: Int, of count: Int) {
    self.number = number
    self.count = count
  }
}

/// Where a run stands among the runs of its command.
package struct SuitePlace: Sendable, Equatable {
  /// Among all of them in declared order, those of other shards and each repetition included.
  package var place: Ordinal
  /// Which of several times the same is done (`--repeat`).
  package var repetition: Ordinal?
  /// Which try it is, of as many as there may be (`--retry`).
  package var attempt: Ordinal?
  /// The part of the runs to which it belongs (`--shard`).
  package var shard: Shard?

  /// One of the parts into which the runs are spread.
  package struct Shard: Sendable, Equatable {
    package var place: Ordinal
    /// How many runs it has.
    package var runs: Int

    package init(_ place: Ordinal, runs: Int) {
      self.place = place
      self.runs = runs
    }
  }

  /// The only run of its command.
  package static let alone = SuitePlace(place: Ordinal(1, of: 1))

  package init(place: Ordinal, repetition: Ordinal? = nil, attempt: Ordinal? = nil, shard: Shard? = nil) {
    self.place = place
    self.repetition = repetition
    self.attempt = attempt
    self.shard = shard
  }

  /// Whether this is the next try of that run.
  package func isNextAttempt(after earlier: SuitePlace) -> Bool {
    guard let attempt, let before = earlier.attempt else { return false }
    return attempt.number == before.number + 1 && place == earlier.place && repetition == earlier.repetition
  }
}
