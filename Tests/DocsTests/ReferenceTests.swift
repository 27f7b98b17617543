import Expressions
import Foundation
import PipelineLanguage
import TestSupport
import Testing

@Suite("The reference is what the program says of itself")
struct ReferenceTests {
  private static let pages: [String: String] = {
    var pages = ["README.md": OperatorReference.index]
    for name in OperatorReference.names { pages[name + ".md"] = OperatorReference.markdown(of: name) }
    return pages
  }()

  private static let folder = BuiltProgram.packageFolder.appendingPathComponent("docs/operators")

  @Test(arguments: pages.keys.sorted())
  func operatorPageIsThatOfItsDeclaration(name: String) throws {
    let page = try #require(Self.pages[name])
    let file = Self.folder.appendingPathComponent(name)
    let written = FileManager.default.contents(atPath: file.path).map { String(decoding: $0, as: UTF8.self) }
    if written == page { return }
    if ProcessInfo.processInfo.environment["RECORD_SNAPSHOTS"] == "1" {
      try Data(page.utf8).write(to: file)
    }
    let difference = written.flatMap { ExpectedText($0).difference(from: page) } ?? "it is missing"
    Issue.record("docs/operators/\(name) is not what the declaration gives:\n\(difference)")
  }

  @Test func noPageWithoutAnOperator() throws {
    let files = try FileManager.default.contentsOfDirectory(atPath: Self.folder.path)
    #expect(Set(files) == Set(Self.pages.keys))
  }

  /// `ExampleTests` compares the texts.
  @Test func everyCommandHasItsHelpInTheReference() throws {
    let overview = try ProcessRun.run(BuiltProgram.pipeline, ["help"]).output
    let commands = overview.components(separatedBy: "\n").compactMap { line in
      line.hasPrefix("  ") ? line.split(separator: " ").first.map(String.init) : nil
    }
    #expect(commands.contains("run"))
    let shown = try Document(path: "docs/cli.md").blocks().flatMap(\.lines)
    for command in commands { #expect(shown.contains("$ pipeline \(command) --help")) }
  }

  /// What the page on expressions lists as plain, and as what needs libjq.
  @Test(arguments: [("plain.jq", true), ("library.jq", false)])
  func listedExpressionsAreWhatTheyAreCalled(name: String, isPlain: Bool) throws {
    let blocks = try Document(path: "docs/expressions.md").blocks()
    let lines = try #require(blocks.first { $0.fileName == name }).lines
    for line in lines {
      let expression = try Expression(line)
      #expect(expression.isPlain == isPlain, "\(line)")
    }
  }

  @Test func everyOperatorShowsAnExampleAndHasAPlaceInTheLanguage() throws {
    let language = try Document(path: "docs/language.md").text()
    for name in OperatorReference.names {
      #expect(language.contains("](operators/\(name).md)"), "\(name)")
      #expect(Operators.named(name)?.declaration.sample != nil, "\(name)")
      #expect(Operators.named(name)?.declaration.discussion.isEmpty == false, "\(name)")
    }
  }
}
