package import Diagnostics

/// A route of the embedded stand-in.
package struct MockRouteDeclaration: Sendable {
  package let method: String
  /// `/bucket/{id}`: a name in braces stands for one segment.
  package let pattern: String
  package let range: SourceRange
  package let reply: MockReplyDeclaration
}

/// What a route answers. Its templates see `$request` and `$mock`.
package struct MockReplyDeclaration: Sendable {
  package enum Body: Sendable {
    case none
    case json(ValueTemplate)
    case text(TextTemplate)
  }

  package let status: ValueTemplate
  package let headers: [NamedTemplate]
  package let body: Body
  package let delay: DelaySource
  /// What happens instead of an answer.
  package let fault: Fault?

  package enum Fault: String, Sendable, CaseIterable {
    /// The connection is closed.
    case close
    /// The connection is reset.
    case reset
    /// Nothing ever comes.
    case hang
  }

  package enum DelaySource: Sendable {
    case constant(Duration)
    case computed(Formula)
  }
}
