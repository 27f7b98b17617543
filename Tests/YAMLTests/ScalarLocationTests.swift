import Diagnostics
import Foundation
import Testing

@testable import YAML

@Suite struct ScalarLocationTests {
  /// Finds `needle` in the value of `a` and gives the source's text from there on.
  private func source(of needle: String, in yaml: String, sourceLocation: Testing.SourceLocation = #_sourceLocation)
    throws -> String
  {
    let source = SourceText(name: "test.yaml", text: yaml)
    let scalar = try #require(parseYAML(source).root?["a"]?.scalar, sourceLocation: sourceLocation)
    let range = try #require(scalar.text.range(of: needle), sourceLocation: sourceLocation)
    let start = scalar.text.utf8.distance(from: scalar.text.startIndex, to: range.lowerBound)
    let place = scalar.location(ofUTF8Offset: start)
    #expect(place == source.location(ofOffset: place.offset), sourceLocation: sourceLocation)
    let end = scalar.range(ofUTF8Offsets: start..<(start + needle.utf8.count)).end
    return source.text(in: place.offset..<end.offset)
  }

  @Test func pointsIntoPlainText() throws {
    #expect(try source(of: "needle", in: "a: some needle here") == "needle")
    #expect(try source(of: "needle", in: "a: é日\n   x needle") == "needle")
    #expect(try source(of: "x needle", in: "a: x\n \t  needle") == "x\n \t  needle")
  }

  @Test func pointsIntoSingleQuotes() throws {
    #expect(try source(of: "needle", in: "a: 'it''s a ''needle'''") == "needle")
    #expect(try source(of: "s a", in: "a: 'it''s a'") == "s a")
    #expect(try source(of: "needle", in: "a: 'x\n\n\n   needle'") == "needle")
  }

  @Test func pointsIntoDoubleQuotes() throws {
    #expect(try source(of: "needle", in: #"a: "\t\u00e9\U0001F600\x41needle""#) == "needle")
    #expect(try source(of: "é", in: #"a: "x\u00e9y""#) == #"\u00e9"#)
    #expect(try source(of: "\"", in: #"a: "x\"y""#) == #"\""#)
    #expect(try source(of: "needle", in: "a: \"x \\\n   \\ needle\"") == "needle")
    #expect(try source(of: "needle", in: "a: \"x\\\n\n   needle\"") == "needle")
  }

  @Test func pointsIntoBlocks() throws {
    #expect(try source(of: "needle", in: "a: |\n  first\n    needle\n") == "needle")
    #expect(try source(of: "needle", in: "a: |2-\n    first\n\n   needle") == "needle")
    #expect(try source(of: "needle", in: "a: >\n  first\n  needle\n") == "needle")
    #expect(try source(of: "needle", in: "a: >+ # c\n\n  first\n\n   more\n\n  needle\n\n") == "needle")
    #expect(try source(of: "needle", in: "a: |\r\n  é\r\n  needle\r\n") == "needle")
  }

  @Test func pointsBehindTheText() {
    let root = parseYAML(SourceText(name: "test.yaml", text: "a: 'x''y'\nb: xy\nc: |\n  xy\n\n")).root
    #expect(root?["a"]?.scalar?.location(ofUTF8Offset: 3).offset == 8)
    #expect(root?["b"]?.scalar?.location(ofUTF8Offset: 2).offset == 15)
    #expect(root?["c"]?.scalar?.location(ofUTF8Offset: 3).offset == 25)
    #expect(root?["b"]?.scalar?.location(ofUTF8Offset: 99).offset == 15)
    #expect(root?["b"]?.scalar?.location(ofUTF8Offset: -1).offset == 13)
  }

  @Test func pointsToTheDefinitionOfAnAlias() {
    let root = parseYAML(SourceText(name: "test.yaml", text: "a: &x 'one two'\nb: *x")).root
    #expect(root?["b"]?.scalar?.location(ofUTF8Offset: 4).offset == 11)
  }
}
