package import HTTP

/// How a run is to be made, beside what the file says.
package struct RunOptions: Sendable {
  /// What the paths in the file are relative to.
  package var fileDirectory = ""
  /// What every request is sent with, where its client says nothing else.
  package var transfer = TransferOptions()
  /// Bounds that hold where neither step nor client says otherwise.
  package var timeouts = Timeouts()
  /// Where the embedded stand-in listens: every client's base URL then. What goes to another origin by its own URL goes there
  /// too, by the same path.
  package var mockURL: String?
  /// Ends the run at its first failure.
  package var failsFast = false
  /// How many values may wait for one consumer of a node where the graph would stand still otherwise; then the run fails.
  package var largestEdge = 1 << 20

  package init() {}
}
