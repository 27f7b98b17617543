/// Something a report tells of a node beside its requests and its end.
package struct NodeNote: Sendable {
  /// Since the run's start.
  package var time: Duration
  package var kind: Kind

  package init(time: Duration, kind: Kind) {
    self.time = time
    self.kind = kind
  }

  package enum Kind: Sendable {
    case message(MessageLevel, String)
    /// `attempt` failed, another follows after `delay`.
    case retry(StepDescription, attempt: Int, delay: Duration, RunFailure)
    /// The step put the failure right.
    case recovery(StepDescription, RunFailure)
  }
}
