/// `decode: Post`: passes the value on if it fits the type, else fails with every violation.
package struct DecodeStep: StepOperation {
  static let type = Parameter(
    "type", .typeName, "a type declared under types, or [type] for a list of them", required: true)

  package static let declaration = OperatorDeclaration(
    "decode", .transform, "passes the value on if it fits the type, else fails with every violation",
    parameters: [type], shorthand: .always("type"),
    discussion: #"""
      - The value goes on unchanged. A value that fits is one check passed in reports.
      - `[TYPE]` wants a list whose every element fits.
      - Fails: with all violations, each with its JSON pointer. Exit status 4.
      """#,
    example: "decode: Post",
    sample: OperatorSample(
      #"""
      types:
        Post: { type: object, required: [id], properties: { id: { type: integer }, title: { type: string } } }
      nodes:
        posts:
          - just: [{ id: 1, title: One }, { id: x }]
          - decode: [Post]
      """#,
      prints: #"""
        ✗ posts  0.6 ms
          decode.yaml:6:7: decode: the value is no list of Post
            6 |     - decode: [Post]
              |       ^^^^^^
            /1/id is a string where an integer is wanted
        """#))

  package let type: TypeReference

  package var isRepeatable: Bool { true }

  package init?(_ arguments: Arguments) {
    guard let type = arguments[Self.type] else { return nil }
    self.type = type
  }

  package func load(after upstream: Load, at site: LoadSite) -> Load { upstream }
}
