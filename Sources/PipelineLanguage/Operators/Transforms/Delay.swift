/// `delay: 100ms`: hands values and the end on later.
package struct DelayStep: StepOperation {
  static let time = Parameter("by", .duration, "how much later", required: true)

  package static let declaration = OperatorDeclaration(
    "delay", .transform, "hands values and the end on later",
    parameters: [time], shorthand: .always("by"),
    discussion: #"""
      - Values, end and failure are all shifted, and keep their order.
      """#,
    example: "delay: 100ms",
    sample: OperatorSample(
      #"""
      nodes:
        later:
          - sequence: [1, 2]
          - delay: 20ms
      """#,
      prints: #"""
        1
        2
        """#))

  package let time: Duration

  package var isRepeatable: Bool { true }

  package init?(_ arguments: Arguments) {
    guard let time = arguments[Self.time] else { return nil }
    self.time = time
  }

  package func load(after upstream: Load, at site: LoadSite) -> Load { upstream }
}
