/// `log: 'got ${ .id }'`: writes a line to the log for each value.
package struct LogStep: StepOperation {
  static let text = Parameter("text", .template(), "the line", required: true)

  package static let declaration = OperatorDeclaration(
    "log", .transform, "writes a line to the log for each value",
    parameters: [text], shorthand: .always("text"),
    discussion: #"""
      - The line goes to standard error and into reports, under the node's name. The value goes on unchanged.
      - Fails: where the template does, a `null` inside a longer text included.
      """#,
    example: "log: 'got ${ .id }'",
    sample: OperatorSample(
      #"""
      nodes:
        item:
          - just: { id: 7 }
          - log: 'got ${ .id }'
      """#,
      prints: #"""
          item: got 7
        ✓ item  0.6 ms
        ✓ 1 passed  10 ms
        {"id":7}
        """#, isQuiet: false))

  package let text: TextTemplate

  package var isRepeatable: Bool { true }

  package init?(_ arguments: Arguments) {
    guard let text = arguments[Self.text] else { return nil }
    self.text = text
  }

  package func load(after upstream: Load, at site: LoadSite) -> Load { upstream }
}
