import Testing

@testable import Diagnostics

@Suite struct DiagnosticRendererTests {
  /// Renders an error at the first place of `needle`; bars at line ends show blanks that matter.
  private func render(
    _ text: String, at needle: String, occurrence: Int = 1, columns: Int = 160, reason: String? = nil,
    hint: String? = nil
  ) -> String {
    let source = SourceText(name: "a.yaml", text: text)
    var start = 0
    for _ in 0..<occurrence {
      while !source.bytes[start...].starts(with: needle.utf8) { start += 1 }
      start += 1
    }
    let range = source.range(ofOffsets: (start - 1)..<(start - 1 + needle.utf8.count))
    return DiagnosticRenderer(maximumColumns: columns)
      .render(Diagnostic("wrong", in: source, at: range, reason: reason, hint: hint))
  }

  @Test func putsTheReasonAndTheHintBesideTheCarets() {
    let text = String(repeating: "\n", count: 11) + "    - flatMpa:\n"
    let source = SourceText(name: "pipelines/orders.yaml", text: text)
    let diagnostic = Diagnostic(
      "unknown operator 'flatMpa'", in: source, at: source.range(ofOffsets: 17..<24),
      reason: "not one of the operators a step may use", hint: "did you mean 'flatMap'?")
    #expect(
      DiagnosticRenderer().render(diagnostic) == """
        pipelines/orders.yaml:12:7: error: unknown operator 'flatMpa'
           |
        12 |     - flatMpa:
           |       ^^^^^^^ not one of the operators a step may use; did you mean 'flatMap'?

        """)
  }

  @Test func keepsTabsInThePadding() {
    #expect(render("\ta:\tbad\n", at: "bad") == "a.yaml:1:5: error: wrong\n  |\n1 | \ta:\tbad\n  | \t  \t^^^\n")
  }

  @Test func givesWideCharactersTwoColumnsAndJoinedOnesNone() {
    #expect(render("日本: x", at: "x") == "a.yaml:1:5: error: wrong\n  |\n1 | 日本: x\n  |       ^\n")
    #expect(render("a: 日本 x", at: "日本") == "a.yaml:1:4: error: wrong\n  |\n1 | a: 日本 x\n  |    ^^^^\n")
    #expect(render("e\u{301}: x", at: "x") == "a.yaml:1:5: error: wrong\n  |\n1 | e\u{301}: x\n  |    ^\n")
    #expect(render("👨‍👩‍👧 🇩🇪 👍🏽 x", at: "x").hasSuffix("\n  |          ^\n"))
    #expect(render("a👍b", at: "👍").hasSuffix("\n  |  ^^\n"))
  }

  @Test func pointsAtTheBaseOfACombiningMark() {
    #expect(render("ae\u{301}b", at: "\u{301}").hasSuffix("\n  |  ^\n"))
  }

  @Test func showsTheFirstLineOfALongerRange() {
    let source = SourceText(name: "a.yaml", text: "a:\n  one  \n  two\n")
    let text = DiagnosticRenderer().render(Diagnostic("wrong", in: source, at: source.range(ofOffsets: 5..<16)))
    #expect(text == "a.yaml:2:3: error: wrong\n  |\n2 |   one\n  |   ^^^\n")
  }

  @Test func putsOneCaretUnderNothing() {
    let source = SourceText(name: "a.yaml", text: "a:\nb: 1")
    let renderer = DiagnosticRenderer()
    let places = [0..<0, 2..<2, 2..<3, 7..<7, 99..<120]
    let texts = places.map { renderer.render(Diagnostic("wrong", in: source, at: source.range(ofOffsets: $0))) }
    #expect(
      texts.map { String($0.dropFirst("a.yaml:1:1: error: wrong\n".count)) } == [
        "  |\n1 | a:\n  | ^\n", "  |\n1 | a:\n  |   ^\n", "  |\n1 | a:\n  |   ^\n", "  |\n2 | b: 1\n  |     ^\n",
        "  |\n2 | b: 1\n  |     ^\n",
      ])
    let empty = SourceText(name: "a.yaml", text: "")
    #expect(
      renderer.render(Diagnostic("wrong", in: empty, at: empty.range(ofOffsets: 0..<0)))
        == "a.yaml:1:1: error: wrong\n  |\n1 |\n  | ^\n")
  }

  @Test func cutsLongLinesRoundTheCaret() {
    let line = String(repeating: "abcdefghi ", count: 100)
    let middle = render(line + "NEEDLE" + line, at: "NEEDLE", columns: 40)
    #expect(
      middle == """
        a.yaml:1:1001: error: wrong
          |
        1 | … abcdefghi NEEDLEabcdefghi abcdefghi …
          |             ^^^^^^

        """)
    #expect(
      render("NEEDLE" + line, at: "NEEDLE", columns: 40)
        == "a.yaml:1:1: error: wrong\n  |\n1 | NEEDLEabcdefghi abcdefghi abcdefghi ab…\n  | ^^^^^^\n")
    #expect(
      render(line + "NEEDLE", at: "NEEDLE", columns: 40)
        == "a.yaml:1:1001: error: wrong\n  |\n1 | … abcdefghi abcdefghi abcdefghi NEEDLE\n  |                                 ^^^^^^\n"
    )
  }

  @Test(arguments: ["日", "a", "\t", "e\u{301}", "\u{1B}"])
  func keepsCutLinesWithinTheirWidth(_ unit: String) {
    let filler = String(repeating: unit, count: 500)
    for (text, needle) in [
      (filler + "NEEDLE" + filler, "NEEDLE"), ("NEEDLE" + filler, "NEEDLE"), (filler + "NEEDLE", "NEEDLE"),
      (filler, filler),
    ] {
      let lines = render(text, at: needle, columns: 60).split(separator: "\n", omittingEmptySubsequences: false)
      let shown = lines[2].dropFirst(4)
      let carets = lines[3].dropFirst(4)
      #expect(columns(shown) <= 60)
      #expect(carets.contains("^"))
      if needle == "NEEDLE" {
        #expect(carets.hasSuffix("^^^^^^"))
        let before = shown.prefix { $0 != "N" }
        #expect(columns(before) == columns(carets.prefix { $0 != "^" }))
      }
    }
  }

  @Test func cutsALineOfAnyLength() {
    let filler = String(repeating: "{\"é\": 1}, ", count: 100_000)
    let text = render(filler + "NEEDLE" + filler, at: "NEEDLE", columns: 60)
    #expect(text.contains("…") && text.hasSuffix("^^^^^^\n") && text.utf8.count < 300)
  }

  private func columns(_ text: Substring) -> Int {
    var width = ColumnWidth()
    return text.unicodeScalars.reduce(0) { $0 + width.columns(of: $1) }
  }

  @Test func sendsNoControlCharactersToTheTerminal() {
    let hostile = "a: \u{1B}[31m\u{7F}\u{9B}2J\u{202E}x\r\u{8}"
    let source = SourceText(name: "\u{1B}]0;title\u{7}.yaml", text: hostile + "\n")
    let text = DiagnosticRenderer().render(
      Diagnostic(
        "bad \u{1B}[2J\nvalue", in: source, at: source.range(ofOffsets: 3..<4), reason: "\u{7}\tring", hint: "\u{202E}x"
      ))
    for scalar in text.unicodeScalars where scalar != "\n" {
      #expect(scalar.properties.generalCategory != .control && scalar != "\u{202E}")
    }
    #expect(text.contains("␛[31m␡"))
    #expect(text.split(separator: "\n").count == 4)
  }

  @Test func showsBytesThatAreNotUTF8() {
    let source = SourceText(name: "a.yaml", bytes: Array("a: ".utf8) + [0xE9, 0x20, 0xF0, 0x9F] + Array(" z\n".utf8))
    let diagnostic = Diagnostic("wrong", in: source, at: source.range(ofOffsets: 3..<4))
    #expect(
      DiagnosticRenderer().render(diagnostic)
        == "a.yaml:1:4: error: wrong\n  |\n1 | a: \u{FFFD} \u{FFFD}\u{FFFD} z\n  |    ^\n")
    #expect(source.location(ofOffset: 8).column == 9)
  }

  @Test func showsNotesWithTheirPlaces() {
    let source = SourceText(name: "a.yaml", text: "a: 1\nb: 2\na: 3\n")
    let note = Diagnostic(.note, "the first 'a' is here", in: source, at: source.range(ofOffsets: 0..<1))
    let diagnostic = Diagnostic("duplicate key 'a'", in: source, at: source.range(ofOffsets: 10..<11), notes: [note])
    #expect(
      DiagnosticRenderer().render(diagnostic) == """
        a.yaml:3:1: error: duplicate key 'a'
          |
        3 | a: 3
          | ^
        a.yaml:1:1: note: the first 'a' is here
          |
        1 | a: 1
          | ^

        """)
  }

  @Test func needsNoPlace() {
    let renderer = DiagnosticRenderer()
    #expect(renderer.render(Diagnostic("wrong")) == "error: wrong\n")
    #expect(renderer.render(Diagnostic(.warning, "odd", reason: "r", hint: "h")) == "warning: odd\n  r; h\n")
    #expect(renderer.render(Diagnostic("wrong", in: SourceText(name: "a", text: ""))) == "a: error: wrong\n")
  }

  @Test func ordersByFileAndPlace() {
    let first = SourceText(name: "b.yaml", text: "one two")
    let second = SourceText(name: "a.yaml", text: "one")
    let diagnostics = [
      Diagnostic("1", in: first, at: first.range(ofOffsets: 4..<7)),
      Diagnostic("2", in: second, at: second.range(ofOffsets: 0..<3)),
      Diagnostic("3", in: first, at: first.range(ofOffsets: 0..<3)), Diagnostic("4", in: first),
      Diagnostic("5", in: first, at: first.range(ofOffsets: 0..<1)),
    ]
    #expect(DiagnosticRenderer.inFileOrder(diagnostics).map(\.message) == ["4", "3", "5", "1", "2"])
    let text = DiagnosticRenderer().render(diagnostics)
    #expect(text.hasSuffix("^^^\n") && !text.hasSuffix("\n\n"))
    #expect(DiagnosticRenderer().render([]) == "")
  }

  @Test func coloursWithoutChangingTheText() {
    let source = SourceText(name: "a.yaml", text: "a: 1\n")
    let diagnostic = Diagnostic("wrong", in: source, at: source.range(ofOffsets: 3..<4), reason: "r")
    let colored = DiagnosticRenderer(isColored: true).render(diagnostic)
    #expect(colored.contains("\u{1B}[1;31merror:\u{1B}[0m"))
    #expect(colored.replacing(/\u{1B}\[[0-9;]*m/, with: "") == DiagnosticRenderer().render(diagnostic))
  }
}
