/// A place in a source text.
package struct SourceLocation: Hashable, Sendable, Comparable {
  /// From 1.
  package var line: Int
  /// From 1, in Unicode scalars.
  package var column: Int
  /// From 0, in UTF-8 bytes.
  package var offset: Int

  package init(line: Int, column: Int, offset: Int) {
    self.line = line
    self.column = column
    self.offset = offset
  }

  package static func < (left: Self, right: Self) -> Bool { left.offset < right.offset }
}

/// From `start` up to, not including, `end`.
package struct SourceRange: Hashable, Sendable {
  package var start: SourceLocation
  package var end: SourceLocation

  package init(_ start: SourceLocation, _ end: SourceLocation) {
    self.start = start
    self.end = end
  }
}
