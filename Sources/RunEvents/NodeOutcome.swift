/// How a node ended.
package enum NodeOutcome: Sendable {
  case succeeded(values: Int)
  case failed(RunFailure)
  /// It could not go on because another node failed; that node has the failure.
  case blocked(by: Int)
  /// Nobody needed it any more, or the run was cancelled.
  case cancelled
}
