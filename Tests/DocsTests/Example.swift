import PipelineLanguage

/// A block of YAML as a whole pipeline file: what it leaves out is added.
struct Example {
  let file: String
  let hasMock: Bool
  /// Whether the page shows all of it; else what it names may be used in a part that is not shown.
  let isWhole: Bool

  init(_ block: Document.Block) {
    let sections = block.lines.compactMap { $0.prefixMatch(of: /([A-Za-z]+):/).map { String($0.1) } }
    hasMock = sections.contains("mock")
    isWhole = sections.contains("nodes")
    if block.lines.first?.hasPrefix("- ") == true {
      file = Self.prelude.map(\.text).joined() + Self.nodes + Self.chain(block.lines)
    } else {
      let missing = Self.prelude.filter { !sections.contains($0.section) }.map(\.text)
      file = block.text + (isWhole ? "" : missing.joined() + Self.nodes)
    }
  }

  /// Steps as a node; where the first of them takes a value, there is one.
  private static func chain(_ lines: [String]) -> String {
    let name = lines[0].dropFirst(2).prefix { $0.isLetter }
    let role = Operators.named(String(name))?.declaration.role
    // A retry wants something that may end in another way.
    let source = role == .transform ? [name == "retry" ? "- fetch: /items" : "- just: {}"] : []
    return "  example:\n" + (source + lines).map { "    \($0)\n" }.joined()
  }

  /// What examples refer to.
  private static let prelude: [(section: String, text: String)] = [
    ("inputs", "inputs: { itemId: item-42, cities: [Oslo, Lima] }\n"),
    ("clients", "clients: { api: { baseURL: https://api.example.org } }\n"),
    (
      "types",
      """
      types:
        Post: { type: object, required: [id] }
        Item: { type: object, required: [id] }
        Problem: { type: object, required: [message] }

      """
    ),
  ]

  /// Files that examples read.
  static let files = [
    (name: "cities.csv", text: "name,population\nOslo,717710\n"), (name: "fixtures/voice.m4a", text: "la la la"),
  ]

  private static let nodes = """
    nodes:
      login: { just: { token: t, id: 7 } }
      audioUpload: { just: a }
      coverUpload: { just: b }
      oslo: { just: 1 }
      lima: { just: 2 }
      firstPage: { just: 3 }
      rest: { just: 4 }
      mirror: { just: 5 }
      origin: { just: 6 }

    """
}
