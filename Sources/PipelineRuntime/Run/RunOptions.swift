package import HTTP

/// How a run is to be made, beside what the file says.
package struct RunOptions: Sendable {
  /// What the paths in the file are relative to.
  package var fileDirectory = ""
  /// What every request is sent with, where its client says nothing else.
  package var transfer = TransferOptions()
  /// Bounds that hold where neither step nor client says otherwise.
  package var timeouts = Timeouts()
  /// Where the embedded stand-in listens. All requests go there, by the paths that the file gives them.
  package var mockURL: String?
  /// Ends the run at its first failure.
  package var failsFast = false

  package init() {}
}
