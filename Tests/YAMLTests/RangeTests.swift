import Diagnostics
import Testing

@testable import YAML

@Suite struct RangeTests {
  /// The texts of all nodes' ranges, a mapping before its keys and values.
  private func texts(_ yaml: String) -> [String] {
    let document = parseYAML(SourceText(name: "test.yaml", text: yaml))
    #expect(document.diagnostics.isEmpty)
    return document.root?.allNodes.map { $0.source.text(in: $0.range) } ?? []
  }

  @Test func endsPlainTextWithItsLastCharacter() {
    #expect(
      texts("a: one two   # comment\nb:  three  \n\n# end\n") == [
        "a: one two   # comment\nb:  three", "a", "one two", "b", "three",
      ])
  }

  @Test func coversAllLinesOfPlainText() {
    #expect(
      texts("a: one\n  two\n\n  three\nb: 1") == [
        "a: one\n  two\n\n  three\nb: 1", "a", "one\n  two\n\n  three", "b", "1",
      ])
  }

  @Test func coversQuotes() {
    #expect(texts("'a b' : \"c\\n\"\n") == ["'a b' : \"c\\n\"", "'a b'", "\"c\\n\""])
  }

  @Test func endsBlocksOfTextWithTheirLastCharacter() {
    #expect(
      texts("a: |\n  x\n   y\n\n\nb: >- # c\n  z  \n") == [
        "a: |\n  x\n   y\n\n\nb: >- # c\n  z", "a", "|\n  x\n   y", "b", ">- # c\n  z",
      ])
  }

  @Test func endsBlocksOfNodesWithTheirLastNode() {
    #expect(
      texts("- a:\n    - x\n\n# c\n- b\n\n") == ["- a:\n    - x\n\n# c\n- b", "a:\n    - x", "a", "- x", "x", "b"])
    #expect(texts("a:\n- x\n- y\nb: z") == ["a:\n- x\n- y\nb: z", "a", "- x\n- y", "x", "y", "b", "z"])
  }

  @Test func coversBrackets() {
    #expect(texts("a: [ x , {y: z} ]  \n") == ["a: [ x , {y: z} ]", "a", "[ x , {y: z} ]", "x", "{y: z}", "y", "z"])
    #expect(texts("[a: b, c]") == ["[a: b, c]", "a: b", "a", "b", "c"])
  }

  @Test func leavesOutAnchorsAndTags() {
    #expect(
      texts("&m\n&k k: &v !!str v\ns: !!seq &s\n  - x\nf: &f [y]") == [
        "&k k: &v !!str v\ns: !!seq &s\n  - x\nf: &f [y]", "k", "v", "s", "- x", "x", "f", "[y]", "y",
      ])
    #expect(
      texts("- &a # c\n  x: y\n- !!map {z: 1}\n- &e\n") == [
        "- &a # c\n  x: y\n- !!map {z: 1}\n- &e", "x: y", "x", "y", "{z: 1}", "z", "1", "",
      ])
  }

  @Test func putsWhatIsLeftOutBehindItsSign() {
    let root = parseYAML(SourceText(name: "test.yaml", text: "a:\nb:   # c\n")).root
    #expect(root?["a"]?.range.start.offset == 2)
    #expect(root?["b"]?.range.start.offset == 5)
  }

  @Test func givesAnAliasItsOwnPlaceAndThatOfItsDefinition() {
    let root = parseYAML(SourceText(name: "test.yaml", text: "a: &x {k: v}\nb: *x\n")).root
    let alias = root?["b"]
    #expect(alias.map { $0.source.text(in: $0.range) } == "*x")
    #expect(alias?.definition.map { root?.source.text(in: $0) } == "{k: v}")
    #expect(alias?["k"]?.range == root?["a"]?["k"]?.range)
  }

  @Test func countsColumnsInCharactersAndLinesOfAnyEnd() {
    let root = parseYAML(SourceText(name: "test.yaml", text: "\u{FEFF}k\u{e9}: \u{1F600} x\r\n日本: [語, z]\r\n")).root
    #expect(root?.range.start == SourceLocation(line: 1, column: 1, offset: 3))
    #expect(root?["k\u{e9}"]?.range.start == SourceLocation(line: 1, column: 5, offset: 8))
    #expect(
      root?["日本"]?.sequence?[1].range
        == SourceRange(SourceLocation(line: 2, column: 9, offset: 30), SourceLocation(line: 2, column: 10, offset: 31)))
  }

  @Test(.enabled(if: sharedFolder("suites/yaml/src") != nil, "../shared/suites/yaml is not there"))
  func agreesWithTheTextEverywhereInTheSuite() throws {
    for test in try SuiteCase.all() {
      let source = SourceText(name: test.name, text: test.yaml)
      for node in parseYAML(source).root?.allNodes ?? [] {
        let range = node.range
        #expect(range.start == source.location(ofOffset: range.start.offset), "\(test.name)")
        #expect(range.end == source.location(ofOffset: range.end.offset), "\(test.name)")
        let text = source.text(in: range)
        #expect(text.first?.isWhitespace != true && text.last?.isWhitespace != true, "\(test.name): \(text)")
        let whole = node.definition ?? range
        for inner in (node.sequence ?? []) + (node.mapping ?? []).flatMap({ [$0.key, $0.value] }) {
          #expect(whole.start <= inner.range.start && inner.range.end <= whole.end, "\(test.name): \(text)")
        }
      }
    }
  }
}
