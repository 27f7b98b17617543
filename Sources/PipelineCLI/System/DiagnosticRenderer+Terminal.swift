import Diagnostics
import RunEvents

extension DiagnosticRenderer {
  /// For standard error: on a terminal a source line is cut round its caret where it would not fit, since a line that wraps has its
  /// caret elsewhere.
  static func forStandardError(isColored: Bool) -> DiagnosticRenderer {
    guard let columns = StandardStream.error.size?.columns else { return DiagnosticRenderer(isColored: isColored) }
    // The line's number and the bar take the rest.
    return DiagnosticRenderer(isColored: isColored, maximumColumns: min(160, columns - 8))
  }
}
