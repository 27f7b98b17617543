/// `first: .ready`: emits the first value, or the first for which the expression is true, then finishes.
package struct FirstStep: StepOperation {
  static let predicate = Parameter("where", .expression(), "what the value must meet; any value where left out")

  package static let declaration = OperatorDeclaration(
    "first", .transform, "emits the first value, or the first for which the expression is true, then finishes",
    parameters: [predicate], shorthand: .always("where"),
    discussion: #"""
      - Ends: with the value it emits, and cancels what is above. It does not wait for another.
      - A stream that ends without such a value is no failure: nothing is emitted. Put `replaceEmpty` behind it
        for a value.
      - Fails: with the stream, or where the expression does.
      """#,
    example: "first: .ready",
    sample: OperatorSample(
      #"""
      nodes:
        ready:
          - sequence: [{ id: 1, ready: false }, { id: 2, ready: true }, { id: 3, ready: true }]
          - first: .ready
      """#,
      prints: #"""
        {"id":2,"ready":true}
        """#))

  package let predicate: Formula?

  package var isRepeatable: Bool { true }

  package init?(_ arguments: Arguments) {
    predicate = arguments[Self.predicate]
  }

  package func cardinality(after upstream: Cardinality, nodes: (Int) -> Cardinality) -> Cardinality {
    predicate == nil && upstream == .one ? .one : .atMostOne
  }

  package func load(after upstream: Load, at site: LoadSite) -> Load {
    var load = upstream.limited(to: 1)
    if predicate == nil { return load }
    // It may have to look at all of them.
    load.values = load.values.orLess
    return load
  }
}
