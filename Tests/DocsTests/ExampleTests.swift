import Foundation
import TestSupport
import Testing

@Suite("Every example in the documentation does what the page says", .serialized)
struct ExampleTests {
  @Test(arguments: Document.all)
  func blocksAreMarkedOrRun(document: Document) throws {
    for block in try document.blocks() where block.isRun {
      #expect(
        ["yaml", "console", "text", "json", "csv", "swift"].contains(block.language) || block.fileName != nil,
        "\(document.path):\(block.firstLine): a block of '\(block.language)' is not run; say why in a comment above it")
    }
  }

  @Test(arguments: Document.all)
  func pipelinesRun(document: Document) throws {
    let blocks = try document.blocks().filter(\.isRun)
    let shown = blocks.filter { $0.language == "console" }.map(\.text).joined()
    for block in blocks where block.language == "yaml" {
      // What a console block runs need not succeed: there its output says what it does.
      if let name = block.fileName, shown.contains(name) { continue }
      let folder = try folder(for: blocks)
      let example = Example(block)
      try folder.write(example.file, to: "example.yaml")
      for file in Example.files { try folder.write(file.text, to: file.name) }
      // Without a word: a page shows nothing that gets a warning.
      for command in [["check", "--quiet"], ["run", "--quiet", "--mock"]].prefix(example.hasMock ? 2 : 1) {
        let result = try ProcessRun.run(
          BuiltProgram.pipeline, command + ["example.yaml"], environment: ["LANG": "C.UTF-8"],
          directory: folder.url.path)
        let remarks = example.isWhole ? result.error : Self.withoutUnused(result.error)
        #expect(
          result.ending == .exited(0) && remarks.isEmpty,
          "\(document.path):\(block.firstLine): \(command)\n\(result.error)\n\(example.file)")
      }
    }
  }

  /// What is said of a part of a file, but for what that part does not use.
  private static func withoutUnused(_ text: String) -> String {
    var rest = text.split(separator: "\n")[...]
    var kept: [Substring] = []
    while let line = rest.popFirst() {
      if line.hasSuffix("is not used") { rest = rest.dropFirst(3) } else { kept.append(line) }
    }
    return kept.filter { $0.wholeMatch(of: /\d+ warnings/) == nil }.joined(separator: "\n")
  }

  @Test(arguments: Document.all)
  func commandsPrintWhatIsShown(document: Document) throws {
    let isRecording = ProcessInfo.processInfo.environment["RECORD_SNAPSHOTS"] == "1"
    let blocks = try document.blocks().filter(\.isRun)
    var lines = try document.text().components(separatedBy: "\n")
    var hasChanged = false
    // From the last to the first, so that what is recorded moves nothing that is still to come.
    for block in blocks.filter({ $0.language == "console" }).reversed() {
      let console = Console(block.lines)
      let folder = try folder(for: blocks)
      let outputs = try withExtendedLifetime(folder) { try console.run(in: folder.url) }
      for (entry, output) in zip(console.entries, outputs).reversed() {
        let expected = Console.comparable(entry.output)
        let actual = Console.comparable(output)
        if expected == actual { continue }
        let difference = ExpectedText(expected.joined(separator: "\n")).difference(from: actual.joined(separator: "\n"))
        Issue.record("\(document.path):\(block.firstLine): $ \(entry.command)\n\(difference ?? "")")
        let start = block.firstLine - 1 + entry.place
        lines.replaceSubrange(start..<(start + entry.output.count), with: output.map(Console.withoutPorts))
        hasChanged = true
      }
    }
    // The pages of operators come from their declarations (`ReferenceTests`).
    if hasChanged, isRecording, !document.path.hasPrefix("docs/operators/") {
      try Data(lines.joined(separator: "\n").utf8).write(to: document.url)
    }
  }

  @Test(arguments: Document.all)
  func linksLeadSomewhere(document: Document) throws {
    for match in try document.text().matches(of: /\]\(([^)#\s]*)(#[^)\s]*)?\)/) {
      let target = String(match.1)
      if target.contains("://") { continue }
      let file = target.isEmpty ? document.url : document.url.deletingLastPathComponent().appendingPathComponent(target)
      #expect(FileManager.default.fileExists(atPath: file.path), "\(document.path): \(target)")
      guard let anchor = match.2, file.pathExtension == "md" else { continue }
      let headings = try String(contentsOf: file, encoding: .utf8).components(separatedBy: "\n")
        .filter { $0.hasPrefix("#") }.map(Self.anchor)
      #expect(headings.contains(String(anchor)), "\(document.path): \(target)\(anchor)")
    }
  }

  /// As the usual viewers make it of a heading.
  private static func anchor(of heading: String) -> String {
    let words = heading.drop { $0 == "#" }.lowercased().trimmingCharacters(in: .whitespaces)
    return "#" + words.filter { $0.isLetter || $0.isNumber || " -_".contains($0) }.replacing(" ", with: "-")
  }

  /// The files that the page shows, beside the package's own pipelines.
  private func folder(for blocks: [Document.Block]) throws -> TemporaryFolder {
    let folder = try TemporaryFolder()
    let pipelines = BuiltProgram.packageFolder.appendingPathComponent("pipelines")
    try FileManager.default.copyItem(at: pipelines, to: folder.url.appendingPathComponent("pipelines"))
    for block in blocks {
      if let name = block.fileName { try folder.write(block.text, to: name) }
    }
    return folder
  }
}
