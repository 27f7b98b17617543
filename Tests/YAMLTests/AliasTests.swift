import Diagnostics
import Testing

@testable import YAML

@Suite struct AliasTests {
  private func json(_ yaml: String) -> String? { expectDiagnostics(yaml, []).root.map { JSON($0).description } }

  /// Keys in their order, merged ones in brackets.
  private func keys(_ node: YAMLNode?) -> [String] {
    (node?.mapping ?? []).map { $0.isMerged ? "(\($0.name))" : $0.name }
  }

  @Test func sharesWhatAnAliasStandsFor() {
    #expect(json("a: &x [1, 2]\nb: *x\nc: &y v\n*y : *x") == "{a: [1.0, 2.0], b: [1.0, 2.0], c: \"v\", v: [1.0, 2.0]}")
  }

  @Test func takesTheNearestAnchorAbove() {
    #expect(json("[&a 1, *a, &a 2, *a]") == "[1.0, 1.0, 2.0, 2.0]")
    #expect(json("[&a [&a 1, *a], *a]") == "[[1.0, 1.0], 1.0]")
  }

  @Test func mergesBehindWhatTheMappingHasItself() {
    let root = expectDiagnostics("a: &a {x: 1, y: 2}\nb: {w: 0, <<: *a, y: 3, z: 4}", []).root
    #expect(keys(root?["b"]) == ["w", "(x)", "y", "z"])
    #expect(root?["b"]?["y"]?.scalar?.text == "3")
  }

  @Test func mergesAListSoThatTheEarlierWins() {
    let root = expectDiagnostics("- &a {x: 1, y: 1}\n- &b {y: 2, z: 2}\n- <<: [*a, *b, {z: 3, w: 3}]", []).root
    #expect(root?.sequence?[2].mapping?.map { "\($0.name)\($0.value.scalar?.text ?? "")" } == ["x1", "y1", "z2", "w3"])
  }

  @Test func mergesWhatWasMerged() {
    let root = expectDiagnostics("- &a {x: 1}\n- &b {<<: *a, y: 2}\n- {<<: *b}", []).root
    #expect(keys(root?.sequence?[2]) == ["(x)", "(y)"])
  }

  @Test func mergesAnInlineMapping() {
    #expect(json("<<: {a: 1}\nb: 2") == "{a: 1.0, b: 2.0}")
  }

  @Test func takesAQuotedMergeKeyForAKey() {
    #expect(json("'<<': {a: 1}") == "{<<: {a: 1.0}}")
    #expect(json("!!str <<: {a: 1}") == "{<<: {a: 1.0}}")
  }

  @Test func refusesToMergeWhatIsNoMapping() {
    expectDiagnostics(
      "a: &a [4️⃣1]\nb: {<<: 1️⃣text}\nc: {<<: [2️⃣1, {x: 1}]}\nd:\n  <<: 3️⃣*a\n  y: 1",
      [
        .init(1, "text", "'<<' cannot merge text"), .init(2, "1", "'<<' cannot merge a number"),
        .init(4, "1", "'<<' cannot merge a number", note: 3),
      ])
  }

  @Test func refusesTwoMergeKeys() {
    expectDiagnostics(
      "a: &a {x: 1}\nb: {2️⃣<<: *a, 1️⃣<<: *a}", [.init(1, "<<", "duplicate key '<<'", note: 2)])
  }

  @Test func refusesWhatIsNotDefinedAbove() {
    let document = expectDiagnostics(
      "a: 1️⃣*base\nb: &bass 1\nc: 2️⃣*base",
      [.init(1, "*base", "undefined alias '*base'"), .init(2, "*base", "undefined alias '*base'")])
    #expect(document.diagnostics[1].hint == "did you mean 'bass'?")
  }

  @Test func refusesAnAliasInsideItsOwnNode() {
    expectDiagnostics(
      "a: 2️⃣&a [x, {y: 1️⃣*a}]", [.init(1, "*a", "the alias '*a' stands inside what it stands for", note: 2)])
    expectDiagnostics(
      "2️⃣&a\nx: {<<: 1️⃣*a}",
      [
        .init(1, "*a", "the alias '*a' stands inside what it stands for", note: 2),
        .init(1, "*a", "'<<' cannot merge null"),
      ])
  }

  @Test func boundsWhatAliasesStandFor() {
    var bomb = "- &a0 [x, x, x, x, x, x, x, x, x, x]\n"
    for level in 1...40 {
      bomb += "- &a\(level) [" + Array(repeating: "*a\(level - 1)", count: 10).joined(separator: ", ") + "]\n"
    }
    let document = parseYAML(SourceText(name: "bomb.yaml", text: bomb))
    #expect(document.root == nil)
    #expect(document.diagnostics.map(\.message) == ["the aliases make the file too large"])
  }

  @Test func boundsWhatMergeKeysStandFor() {
    let wide = "- &a {" + (0..<1000).map { "k\($0): 1" }.joined(separator: ", ") + "}\n"
    let bomb = wide + String(repeating: "- {<<: *a}\n", count: 10_000)
    let document = parseYAML(SourceText(name: "bomb.yaml", text: bomb))
    #expect(document.root == nil)
    #expect(document.diagnostics.map(\.message) == ["the aliases make the file too large"])
  }

  @Test func readsManyAliasesOfAModestFile() {
    let text = "a: &a [1, 2, 3]\nb:\n" + String(repeating: "  - *a\n", count: 10_000)
    #expect(parseYAML(SourceText(name: "a.yaml", text: text)).root?["b"]?.sequence?.count == 10_000)
  }
}
