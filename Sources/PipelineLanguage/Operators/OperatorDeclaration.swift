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
  /// Order, failure, ending: what a reader cannot guess. Markdown.
  package let discussion: String
  /// A step that uses it, as YAML.
  package let example: String
  package let parameters: [any AnyParameter]
  /// The parameter that a bare value fills.
  package let shorthand: Shorthand

  package init(
    _ name: String, _ role: Role, _ summary: String, parameters: [any AnyParameter] = [], shorthand: Shorthand = .none,
    discussion: String = "", example: String
  ) {
    self.name = name
    self.role = role
    self.summary = summary
    self.discussion = discussion
    self.example = example
    self.parameters = parameters
    self.shorthand = shorthand
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
  package var takesNothing: Bool { parameters.allSatisfy { !$0.isRequired } }
}
