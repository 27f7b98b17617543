/// `replaceError: []`: emits a value in place of a failure, then finishes.
package struct ReplaceErrorStep: StepOperation {
  static let value = Parameter("with", .value(extra: ["error"]), "the value", required: true)

  package static let declaration = OperatorDeclaration(
    "replaceError", .transform, "emits a value in place of a failure, then finishes",
    parameters: [value], shorthand: .always("with"),
    discussion: #"""
      - What was emitted before the failure stays. `$error` is there for templates in the value.
      - Ends: behind the value.
      - Reports show the failure as recovered, and the run as passed with a recovery.
      """#,
    example: "replaceError: []",
    sample: OperatorSample(
      #"""
      nodes:
        posts:
          - fail: the service is away
          - replaceError: []
      """#,
      prints: #"""
          posts: recovered by replaceError (replaceError.yaml:4:7): the service is away
        ! posts  0.3 ms  1 failure recovered
        ! 1 recovered  4.6 ms
        []
        """#, isQuiet: false))

  package let value: ValueTemplate

  package var isRepeatable: Bool { true }

  package init?(_ arguments: Arguments) {
    guard let value = arguments[Self.value] else { return nil }
    self.value = value
  }

  package func load(after upstream: Load, at site: LoadSite) -> Load { upstream.recovered(by: .start) }
}
