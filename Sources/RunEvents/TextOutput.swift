/// Where a reporter writes: a terminal, a pipe, or a test's memory.
package protocol TextOutput: Sendable {
  /// Whether a person sees it as it is written, so that lines may be drawn over.
  var isTerminal: Bool { get }

  /// The terminal's size now; it may change at any time. `nil` where there is none or it can't be told.
  var size: TextSize? { get }

  /// Writes all the bytes in their order. A reader that has gone away is no error of the run.
  func write(_ bytes: [UInt8])
}

/// A terminal's size in character cells.
package struct TextSize: Sendable, Equatable {
  package var columns: Int
  package var rows: Int

  package init(columns: Int, rows: Int) {
    self.columns = columns
    self.rows = rows
  }
}
