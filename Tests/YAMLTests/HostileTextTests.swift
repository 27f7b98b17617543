import Diagnostics
import Foundation
import Testing

@testable import YAML

@Suite struct HostileTextTests {
  private func fault(_ bytes: [UInt8]) -> (message: String?, offset: Int?, column: Int?) {
    let document = parseYAML(SourceText(name: "test.yaml", bytes: bytes))
    #expect(document.root == nil)
    let diagnostic = document.diagnostics.first
    return (diagnostic?.message, diagnostic?.range?.start.offset, diagnostic?.range?.start.column)
  }

  @Test func pointsAtTheByteThatIsNotUTF8() {
    let latin1 = fault(Array("a: é caf".utf8) + [0xE9, 0x0A])
    #expect(latin1 == ("the file is not UTF-8", 9, 9))
    #expect(fault([0x61, 0xC0, 0x80]) == ("the file is not UTF-8", 1, 2))
    #expect(fault([0xED, 0xA0, 0x80]) == ("the file is not UTF-8", 0, 1))
    #expect(fault([0x61, 0xF0, 0x9F, 0x98]) == ("the file is not UTF-8", 1, 2))
  }

  @Test func refusesOtherEncodingsByTheirMark() {
    #expect(fault([0xFF, 0xFE, 0x61, 0x00]).message == "the file is UTF-16, not UTF-8")
    #expect(fault([0xFE, 0xFF, 0x00, 0x61]).message == "the file is UTF-16, not UTF-8")
    #expect(fault([0xFF, 0xFE, 0x00, 0x00]).message == "the file is UTF-32, not UTF-8")
  }

  @Test func refusesControlCharacters() {
    #expect(fault(Array("a: \0".utf8)) == ("a NUL byte in the file", 3, 4))
    #expect(fault(Array("a: \u{1B}[31m".utf8)) == ("a control character in the file", 3, 4))
    #expect(fault(Array("a: \u{9F}".utf8)) == ("a control character in the file", 3, 4))
    #expect(fault(Array("a: \u{FFFE}".utf8)) == ("a control character in the file", 3, 4))
  }

  @Test(arguments: ["[", "{", "- ", "? ", "{a: ", "[[a]: "])
  func refusesNestingWithoutEnd(_ opening: String) {
    let text = String(repeating: opening, count: 10_000)
    let document = parseYAML(SourceText(name: "deep.yaml", text: text))
    #expect(document.root == nil)
    #expect(document.diagnostics.last?.message == "too deeply nested")
  }

  @Test func readsNestingUpToItsBound() {
    let text = String(repeating: "[", count: 500) + String(repeating: "]", count: 500)
    #expect(parseYAML(SourceText(name: "deep.yaml", text: text)).diagnostics.isEmpty)
  }

  /// The bytes of good files, changed at random from a fixed seed: each is read or refused, places stay inside the text.
  @Test func survivesChangedFiles() throws {
    var seeds = [
      "a: &x [1, {b: 'c''d', \"e\\n\": *x}]\n<<: {k: v}\ntext: |2-\n   one\n\n  two\nfold: >+\n  a\n   b\n\n",
      "- fetch: { client: api, get: '/${ .id }' }\n- map: .a\n- as: x\n# end\n",
      "%YAML 1.2\n--- !!map\n? a\n: - b\n  - !!str c\n...\n",
    ].map { Array($0.utf8) }
    if sharedFolder("suites/yaml/src") != nil { seeds += try SuiteCase.all().map { Array($0.yaml.utf8) } }
    let pieces = [
      "\t", "\n", "\r\n", " ", "- ", ": ", "{", "}", "[", "]", "'", "\"", "\\", "|", ">", "&a", "*a", "!", "#", "<<: ",
      "é", "😀", "\u{FEFF}", "\u{2028}", "\u{85}", "?", "---\n", "%",
    ].map { Array($0.utf8) }
    var random = SplitMix(state: 42)
    var rounds = 0
    // Always the same ones: a fault shows in every run or in none.
    while rounds < 3000 {
      var bytes = seeds[Int(random.next() % UInt64(seeds.count))]
      for _ in 0...(random.next() % 4) {
        let place = Int(random.next() % UInt64(bytes.count + 1))
        switch random.next() % 4 {
        case 0: bytes.insert(contentsOf: pieces[Int(random.next() % UInt64(pieces.count))], at: place)
        case 1: bytes.removeSubrange(place..<min(bytes.count, place + Int(random.next() % 4)))
        case 2: if place < bytes.count { bytes[place] = UInt8(truncatingIfNeeded: random.next()) }
        default: bytes.removeSubrange(place...)
        }
        if bytes.isEmpty { bytes = [0x61] }
      }
      rounds += 1
      let source = SourceText(name: "round \(rounds)", bytes: bytes)
      let document = parseYAML(source)
      #expect(document.root != nil || !document.diagnostics.isEmpty, "\(bytes)")
      for diagnostic in document.diagnostics {
        guard let range = diagnostic.range else { continue }
        #expect(range.start <= range.end && range.end.offset <= bytes.count, "\(bytes)")
        #expect(range.start == source.location(ofOffset: range.start.offset), "\(bytes)")
      }
      _ = DiagnosticRenderer().render(document.diagnostics)
      #expect(scalarsDecodedOtherwise(in: document) == [], "\(bytes)")
    }
  }

  /// YAML 1.1, and so libyaml, ends a line at U+0085, U+2028 and U+2029; 1.2 does not. Read as they stand they would be a
  /// blank in a text, and the end of a comment.
  @Test(arguments: [("\u{85}", "0085"), ("\u{2028}", "2028"), ("\u{2029}", "2029")])
  func lineEndsOfAnotherVersionAreRefused(end: String, name: String) {
    for text in ["a: \"x\(end)y\"", "a: 1 # note\(end)b: 2", "--- &an\(end)ch'or \na:b\n"] {
      let source = SourceText(name: "x", text: text)
      let document = parseYAML(source)
      #expect(document.root == nil)
      #expect(document.diagnostics.first?.reason?.contains("U+\(name)") == true)
      let place = text.utf8.count - text.utf8.drop { $0 < 0x80 }.count
      #expect(document.diagnostics.first?.range?.start.offset == place)
    }
    #expect(parseYAML(SourceText(name: "x", text: #"a: "x\u2028\N""#)).diagnostics.isEmpty)
  }
}

/// A small random generator that gives the same numbers each time.
private struct SplitMix {
  var state: UInt64

  mutating func next() -> UInt64 {
    state &+= 0x9E37_79B9_7F4A_7C15
    var value = state
    value = (value ^ (value >> 30)) &* 0xBF58_476D_1CE4_E5B9
    value = (value ^ (value >> 27)) &* 0x94D0_49BB_1331_11EB
    return value ^ (value >> 31)
  }
}
