/// How a node ended.
package enum NodeOutcome: Sendable {
  case succeeded(values: Int)
  case failed(RunFailure)
  /// It could not go on because another node failed; that node has the failure.
  case blocked(by: Int)
  /// Its `when` was not true; or it needs this node, which was skipped for that reason.
  case skipped(needs: Int?)
  /// The run was asked for other nodes only.
  case notSelected
  /// Nobody needed it any more, or the run was cancelled.
  case cancelled
}
