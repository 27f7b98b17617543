/// One operator of the language, as a checked step holds it.
///
/// A conforming type is the operator's whole declaration: from it come parsing, checks, the JSON Schema of pipeline
/// files and the reference. What it does when it runs is one extension in `PipelineRuntime`.
package protocol StepOperation: Sendable {
  static var declaration: OperatorDeclaration { get }

  /// Takes the arguments that were found. `nil` only where something was diagnosed, which `Arguments` does by itself
  /// for a missing or mistaken one.
  init?(_ arguments: Arguments)

  /// The names that the steps below may use.
  var bindings: [String] { get }

  /// Whether any use of the operator binds a name. Where one cannot be read, nothing is said of names below it.
  static var bindsNames: Bool { get }

  /// Whether it runs the steps above it again, which a node that is named there cannot be.
  var repeatsStepsAbove: Bool { get }

  /// Whether it does the same each time it is given the same, apart from its expressions and the chains inside it.
  var isRepeatable: Bool { get }

  /// How many values come out where `upstream` is how many come in.
  func cardinality(after upstream: Cardinality, nodes: (Int) -> Cardinality) -> Cardinality

  /// How many values come out and what requests are sent where `upstream` is what comes in.
  func load(after upstream: Load, at site: LoadSite) -> Load
}

extension StepOperation {
  package var bindings: [String] { [] }
  package var repeatsStepsAbove: Bool { false }
  package var isRepeatable: Bool { false }
  package static var bindsNames: Bool { false }
  package func cardinality(after upstream: Cardinality, nodes: (Int) -> Cardinality) -> Cardinality { upstream }
}

/// How many values a stream can emit, as far as the file tells.
package enum Cardinality: Sendable, Equatable {
  /// One, unless it fails.
  case one
  case atMostOne
  case many

  /// What comes of a stream inside a stream.
  package func times(_ other: Cardinality) -> Cardinality {
    switch (self, other) {
    case (.many, _), (_, .many): .many
    case (.atMostOne, _), (_, .atMostOne): .atMostOne
    case (.one, .one): .one
    }
  }
}
