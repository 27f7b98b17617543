/// `sink: { finished: Done., failure: '${ $error.message }' }`: says something for each value and for the end.
package struct SinkStep: StepOperation {
  static let value = Parameter("value", .template(), "said for each value")
  static let finished = Parameter("finished", .template(), "said when the stream finishes; the value is the last one")
  static let failure = Parameter("failure", .template(extra: ["error"]), "said when it fails")

  package static let declaration = OperatorDeclaration(
    "sink", .transform, "says something for each value and for the end",
    parameters: [value, finished, failure],
    discussion: """
      Values, end and failure go on unchanged.
      """,
    example: "sink: { finished: Done., failure: '${ $error.message }' }")

  package let value: TextTemplate?
  package let finished: TextTemplate?
  package let failure: TextTemplate?

  package init?(_ arguments: Arguments) {
    value = arguments[Self.value]
    finished = arguments[Self.finished]
    failure = arguments[Self.failure]
  }
}
