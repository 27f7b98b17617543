/// `sink: { finished: Done., failure: '${ $error.message }' }`: says something for each value and for the end.
package struct SinkStep: StepOperation {
  static let value = Parameter("value", .template(), "said for each value")
  static let finished = Parameter("finished", .template(), "said when the stream finishes; the value is the last one")
  static let failure = Parameter("failure", .template(extra: ["error"]), "said when it fails")

  package static let declaration = OperatorDeclaration(
    "sink", .transform, "says something for each value and for the end",
    parameters: [value, finished, failure],
    discussion: #"""
      - `value` is said for each value, `finished` at the end (`.` is the last value, or `null`), `failure` at a
        failure (`$error`). Each may be left out.
      - Values, end and failure go on unchanged.
      - Fails: where a template for a value or for the end does; a failure stays the failure it is.
      """#,
    example: "sink: { finished: Done., failure: '${ $error.message }' }",
    sample: OperatorSample(
      #"""
      nodes:
        posts:
          - sequence: [One, Two]
          - sink: { value: 'post ${ . }', finished: Up to date., failure: 'No posts: ${ $error.message }' }
      """#,
      prints: #"""
          posts: post One
          posts: post Two
          posts: Up to date.
        ✓ posts  2 values  0.7 ms
        ✓ 1 passed  13 ms
        "One"
        "Two"
        """#, isQuiet: false))

  package let value: TextTemplate?
  package let finished: TextTemplate?
  package let failure: TextTemplate?

  package var isRepeatable: Bool { true }

  package init?(_ arguments: Arguments) {
    value = arguments[Self.value]
    finished = arguments[Self.finished]
    failure = arguments[Self.failure]
  }

  package func load(after upstream: Load, at site: LoadSite) -> Load {
    var load = upstream
    if finished != nil { load.mayFailLate = true }
    return load
  }
}
