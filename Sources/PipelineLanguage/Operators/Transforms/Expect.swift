/// `expect: .ok == true`: fails unless the expression is true.
package struct ExpectStep: StepOperation {
  static let checks = Parameter(
    "that", .checks, "what must hold: an expression, a list of them, or { that, message }", required: true)

  package static let declaration = OperatorDeclaration(
    "expect", .transform, "fails unless the expression is true",
    parameters: [checks], shorthand: .always("that"),
    discussion: #"""
      - The value goes on unchanged. Only `true` passes: a number or a text does not.
      - Of a list every expression must hold; the first that does not is told.
      - Fails: with the expression, or the `message`, and the value of each side of its comparisons, also inside
        `and`, `or` and `not`. Of `all(…)` and `any(…)` the first element that decides is shown, with its index
        from 0. Exit status 4.
      """#,
    example: "expect: .ok == true",
    sample: OperatorSample(
      #"""
      nodes:
        order:
          - just: { total: 12, state: open }
          - expect:
              - .total > 10
              - { that: .state == "paid", message: 'the order is ${ .state }' }
      """#,
      prints: #"""
        ✗ order  0.7 ms
          expect.yaml:4:7: expect: the order is open
            4 |     - expect:
              |       ^^^^^^
            expected .state == "paid"
            .state is "open"
        """#))

  package let checks: [Check]

  package var isRepeatable: Bool { true }

  package init?(_ arguments: Arguments) {
    guard let checks = arguments[Self.checks] else { return nil }
    self.checks = checks
  }

  package func load(after upstream: Load, at site: LoadSite) -> Load { upstream }
}
