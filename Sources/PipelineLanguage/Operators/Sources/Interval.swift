/// `interval: 1s`: counts 0, 1, 2, … without end.
package struct IntervalStep: StepOperation {
  static let period = Parameter("every", .period, "the time between two ticks, and before the first", required: true)

  package static let declaration = OperatorDeclaration(
    "interval", .source, "counts 0, 1, 2, … at a fixed rhythm, without end",
    parameters: [period], shorthand: .always("every"),
    discussion: #"""
      - The first tick comes after one period.
      - It never ends by itself: put `prefix` or `first` below it. Otherwise its node, and so the run, goes on
        for ever.
      - A slow consumer loses no number: a tick waits until it is taken, and counts once however long that takes;
        then the rhythm goes on.
      """#,
    example: "interval: 1s",
    sample: OperatorSample(
      #"""
      nodes:
        ticks:
          - interval: 20ms
          - prefix: 3
      """#,
      prints: #"""
        0
        1
        2
        """#))

  package let period: Duration

  package init?(_ arguments: Arguments) {
    guard let period = arguments[Self.period] else { return nil }
    self.period = period
  }

  package func cardinality(after upstream: Cardinality, nodes: (Int) -> Cardinality) -> Cardinality { .many }

  package func load(after upstream: Load, at site: LoadSite) -> Load {
    Load(values: site.unbounded("% does not end by itself"))
  }
}
