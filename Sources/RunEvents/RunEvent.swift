package import HTTP
package import Values

/// One thing that happened in a run. A run is the ordered list of these; every report is a fold over it.
package struct RunEvent: Sendable {
  /// From 0, without a gap.
  package var sequence: Int
  /// Since the run's start, on the monotonic clock.
  package var time: Duration
  package var kind: Kind

  package init(sequence: Int, time: Duration, kind: Kind) {
    self.sequence = sequence
    self.time = time
    self.kind = kind
  }

  /// The large payloads stand behind one pointer, so that a waiting event is small.
  package enum Kind: Sendable {
    /// First of all: what is about to run, nodes in declared order.
    indirect case runStarted(RunDescription)
    case nodeStarted(node: Int)
    /// A step's request goes out; `attempt` counts from 1.
    indirect case requestStarted(RequestDescription)
    case requestProgress(request: Int, TransferProgress)
    /// Any whole response, whatever its status.
    indirect case requestFinished(request: Int, ResponseDescription)
    indirect case requestFailed(request: Int, RunFailure)
    case requestCancelled(request: Int)
    /// An `expect` or `decode` that held.
    indirect case checkPassed(node: Int, step: StepDescription)
    /// Another attempt follows after `delay`; `attempt` is the number of the one that failed.
    indirect case retrying(node: Int, step: StepDescription, attempt: Int, delay: Duration, RunFailure)
    /// A failure that `catch`, `replaceError` or `retry` put right.
    indirect case recovered(node: Int, step: StepDescription, RunFailure)
    /// A line of `log` or `sink`.
    case message(node: Int, MessageLevel, String)
    /// A node emitted a value; told of the first `ValueDescription.mostTold` where `.values` is wanted.
    indirect case value(node: Int, ValueDescription)
    indirect case nodeFinished(node: Int, NodeOutcome)
    /// One value of the output, in the output's order.
    case output(JSONValue)
    /// Last of all.
    case runFinished(RunOutcome)
    /// The one event of a run that did not begin.
    indirect case runRefused(RunRefusal)
  }
}
