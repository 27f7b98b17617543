package import Diagnostics

extension YAMLScalar {
  /// Where a byte of `text` stands in the source.
  package func location(ofUTF8Offset offset: Int) -> SourceLocation {
    range.start
  }
}
