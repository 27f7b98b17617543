package import Diagnostics

/// What a step was found to hold, for who looks at steps without knowing their operators.
package struct StepParts: Sendable {
  /// A chain inside the step, and the names that are bound for it alone.
  package struct InnerChain: Sendable {
    package let chain: Chain
    package let names: [String]
  }

  /// The inputs of a join, where they stand.
  package struct Join: Sendable {
    package let inputs: StreamInputs
    package let range: SourceRange
  }

  /// Its expressions, also those in templates, without those of chains inside it.
  package var formulas: [Formula] = []
  package var chains: [InnerChain] = []
  package var joins: [Join] = []
  /// Where what was given for each of the operator's parameters stands.
  package var places: [String: SourceRange] = [:]
}
