/// What an operator is called, where it may stand, what it takes and what it does.
package struct OperatorDeclaration: Sendable {
  package enum Role: Sendable {
    /// First in a chain, nowhere else.
    case source
    /// Anywhere but first.
    case transform
    /// First, or in mid-chain once for each value.
    case sourceOrTransform
  }

  package let name: String
  package let role: Role
  /// One sentence for lists; no full stop.
  package let summary: String
  /// Order, failure, ending: what a reader cannot guess. A list in Markdown, to be read as it stands on a terminal.
  package let discussion: String
  /// A step that uses it, as YAML on one line.
  package let example: String
  /// A whole file that uses it.
  package let sample: OperatorSample?
  package let parameters: [any AnyParameter]
  /// The parameter that a bare value fills.
  package let shorthand: Shorthand
  /// Which parameters go together; what parsing says of a mistake is the operator's own.
  package let rules: [KeyRule]

  package init(
    _ name: String, _ role: Role, _ summary: String, parameters: [any AnyParameter] = [], shorthand: Shorthand = .none,
    rules: [KeyRule] = [], discussion: String = "", example: String, sample: OperatorSample? = nil
  ) {
    self.name = name
    self.role = role
    self.summary = summary
    self.discussion = discussion
    self.example = example
    self.sample = sample
    self.parameters = parameters
    self.shorthand = shorthand
    self.rules = rules
  }

  /// How what stands behind the operator's key is read.
  package enum Shorthand: Sendable {
    /// A mapping of parameters, or nothing at all where none is required.
    case none
    /// Anything that is no mapping fills the named parameter; a mapping holds parameters.
    case unlessMapping(String)
    /// Everything fills the named parameter but a mapping that has it as a key.
    case unlessKeyed(String)
    /// Everything fills the named parameter; there is no long form.
    case always(String)
  }

  /// Whether the operator may stand without anything behind its name.
  package var takesNothing: Bool {
    parameters.allSatisfy { !$0.isRequired } && rules.allSatisfy { !$0.demandsOne }
  }
}

/// A small pipeline that shows an operator, and what running it prints: standard error, then standard output.
///
/// `DocsTests` runs each. Times and ports may differ.
package struct OperatorSample: Sendable {
  package let file: String
  package let prints: String
  /// Whether it is run with `--quiet`, so that the values stand alone.
  package let isQuiet: Bool
  /// Files that it needs beside it.
  package let others: [(name: String, text: String)]

  package init(
    _ file: String, prints: String, isQuiet: Bool = true, others: [(name: String, text: String)] = []
  ) {
    self.others = others
    self.file = file
    self.prints = prints
    self.isQuiet = isQuiet
  }

  /// What a reader types to see it, the file being called `name`.
  package func command(file name: String) -> String {
    var words = ["pipeline", "run"]
    if isQuiet { words.append("-q") }
    if file.contains("\nmock:") { words.append("--mock") }
    return (words + [name]).joined(separator: " ")
  }
}
