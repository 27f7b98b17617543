package import Diagnostics

/// What everything that is told must be: said, at a place that is there, and safe to write.
package enum DiagnosticPromise {
  /// The rest of very many is of the same kinds.
  private static let most = 200

  package static func broken(by diagnostics: [Diagnostic]) -> String? {
    let renderer = DiagnosticRenderer()
    for diagnostic in diagnostics.prefix(most) {
      if let broken = broken(by: diagnostic) { return "\(broken) ('\(diagnostic.message)')" }
      let text = renderer.render(diagnostic)
      if !text.hasSuffix("\n") { return "what is written of it does not end its line ('\(diagnostic.message)')" }
      if let control = text.unicodeScalars.first(where: {
        $0.value < 0x20 && $0 != "\n" && $0 != "\t" || $0.value == 0x7F
      }) {
        return "the control character \(control.value) would be written ('\(diagnostic.message)')"
      }
    }
    return nil
  }

  private static func broken(by diagnostic: Diagnostic) -> String? {
    if diagnostic.message.isEmpty { return "a mistake without a message" }
    if diagnostic.reason?.isEmpty == true || diagnostic.hint?.isEmpty == true { return "an empty reason or hint" }
    for note in diagnostic.notes { if let broken = broken(by: note) { return broken } }
    guard let range = diagnostic.range else { return nil }
    guard let source = diagnostic.source else { return "a place without a text" }
    return broken(by: range, in: source)
  }

  /// Both ends of a range must be places of the text, in this order.
  package static func broken(by range: SourceRange, in source: SourceText) -> String? {
    if range.end < range.start { return "the range ends before it begins: \(range)" }
    for place in [range.start, range.end] {
      guard (0...source.bytes.count).contains(place.offset) else {
        return "byte \(place.offset) is outside of the text"
      }
      let found = source.location(ofOffset: place.offset)
      if found != place {
        return "byte \(place.offset) is at \(found.line):\(found.column), not \(place.line):\(place.column)"
      }
    }
    return nil
  }
}
