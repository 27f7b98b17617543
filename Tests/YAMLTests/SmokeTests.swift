import Diagnostics
import Testing
import YAML

@Suite struct SmokeTests {
  @Test func readsAMapping() {
    let document = parseYAML(SourceText(name: "a.yaml", text: "a: 1\nb: [x, 'y']\n"))
    #expect(document.diagnostics.isEmpty)
    #expect(document.root?["a"]?.scalar?.kind == .integer("1"))
    #expect(document.root?["b"]?.sequence?.count == 2)
  }
}
