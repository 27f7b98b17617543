import Diagnostics
import YAML

/// Where the parts of a JSON text stand. JSON is YAML, whose tree knows its places; it is read when first asked for.
final class JSONPlaces {
  enum Part {
    case element(Int)
    case member(String)
  }

  private let bytes: Range<Int>
  private let source: SourceText
  private lazy var root = parseYAML(SourceText(name: source.name, bytes: Array(source.bytes[bytes]))).root

  /// - Parameter bytes: the part of the source that is the text.
  init(_ bytes: Range<Int>, of source: SourceText) {
    self.bytes = bytes
    self.source = source
  }

  /// Of a value, or of the whole text where that cannot be told.
  func range(of path: [Part]) -> SourceRange { place(of: path, isName: false) }

  /// Of a member's name.
  func nameRange(of path: [Part]) -> SourceRange { place(of: path, isName: true) }

  private func place(of path: [Part], isName: Bool) -> SourceRange {
    var found = root?.range
    var node = root
    for part in path {
      switch part {
      case .element(let index):
        node = node?.sequence.flatMap { $0.indices.contains(index) ? $0[index] : nil }
        found = node?.range
      case .member(let name):
        let entry = node?.mapping?.first { $0.name == name }
        node = entry?.value
        found = isName ? entry?.key.range : node?.range
      }
    }
    guard let found else { return source.range(ofOffsets: bytes) }
    return source.range(
      ofOffsets: bytes.lowerBound + found.start.offset..<bytes.lowerBound + found.end.offset)
  }
}
