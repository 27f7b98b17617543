import Diagnostics
import PipelineLanguage
import Testing

/// A pipeline file with markers, `1️⃣` to `9️⃣`, each in front of the token at which a mistake is expected.
struct MarkedText {
  let text: String
  /// Line and column, both from 1, of each marker.
  let places: [Character: (line: Int, column: Int)]

  init(_ marked: String) {
    var text = ""
    var places: [Character: (line: Int, column: Int)] = [:]
    var (line, column) = (1, 1)
    for character in marked {
      if ("1"..."9").contains(character.unicodeScalars.first.map(Character.init) ?? " "),
        character.unicodeScalars.count == 3
      {
        places[character] = (line, column)
        continue
      }
      text.append(character)
      if character == "\n" { (line, column) = (line + 1, 1) } else { column += character.unicodeScalars.count }
    }
    self.text = text
    self.places = places
  }
}

/// Reads the text and compares its mistakes with those expected at the markers: no more, no less, each with its words.
func expectMistakes(
  _ marked: String, _ expected: [Character: String], rules: [any CheckRule.Type] = [],
  sourceLocation: Testing.SourceLocation = #_sourceLocation
) {
  let source = MarkedText(marked)
  let found = mistakes(in: source.text, rules: rules)
  var rest = found
  for (marker, words) in expected.sorted(by: { $0.key < $1.key }) {
    guard let place = source.places[marker] else {
      Issue.record("the text has no marker \(marker)", sourceLocation: sourceLocation)
      continue
    }
    let line = "\(place.line):\(place.column): \(words)"
    if let index = rest.firstIndex(of: line) {
      rest.remove(at: index)
    } else {
      Issue.record("nobody said '\(line)'; said was: \(found)", sourceLocation: sourceLocation)
    }
  }
  for line in rest { Issue.record("nobody expected '\(line)'", sourceLocation: sourceLocation) }
}

/// Each mistake as `line:column: message; reason; hint`.
func mistakes(in text: String, rules: [any CheckRule.Type] = []) -> [String] {
  let source = SourceText(name: "p.yaml", bytes: Array(text.utf8))
  return parsePipeline(source, expressions: ExpressionPool(), rules: rules).diagnostics.map { diagnostic in
    let place = diagnostic.range.map { "\($0.start.line):\($0.start.column): " } ?? ""
    return place + [diagnostic.message, diagnostic.reason, diagnostic.hint].compactMap { $0 }.joined(separator: "; ")
  }
}
