import Foundation
import TestSupport
import Testing

/// The page on streams shows a package of its own: its code is that package's, its output what that prints.
@Suite struct StreamsGuideTests {
  private static let page = Document(path: "docs/streams.md")
  private static let package = BuiltProgram.packageFolder.appendingPathComponent("Examples/Streams")

  @Test func showsCodeOfThePackage() throws {
    let files = ["Package.swift"] + (try sources().map { "Sources/Guide/" + $0 })
    let code = try files.map { file in
      try lines(of: String(contentsOf: Self.package.appendingPathComponent(file), encoding: .utf8))
    }
    for block in try Self.page.blocks() where block.language == "swift" {
      let shown = lines(of: block.text)
      #expect(
        code.contains { $0.firstRange(of: shown) != nil },
        "docs/streams.md:\(block.firstLine): no file of Examples/Streams holds these lines")
    }
  }

  @Test func printsWhatThePageShows() throws {
    let build = BuiltProgram.packageFolder.appendingPathComponent(".build/examples").path
    let result = try ProcessRun.run(
      "/usr/bin/env",
      ["swift", "run", "--quiet", "--package-path", Self.package.path, "--scratch-path", build],
      environment: ProcessInfo.processInfo.environment, directory: Self.package.path, within: .seconds(600))
    let shown = try Self.page.blocks().filter { $0.language == "text" }.map(\.text).joined()
    #expect(result.ending == .exited(0), "\(result.error)")
    #expect(result.output == shown)
  }

  private func sources() throws -> [String] {
    try FileManager.default.contentsOfDirectory(atPath: Self.package.appendingPathComponent("Sources/Guide").path)
  }

  /// Without indentation and what is empty: a page shows the inside of a function.
  private func lines(of text: String) -> [String] {
    text.components(separatedBy: "\n").map { $0.trimmingCharacters(in: .whitespaces) }.filter { !$0.isEmpty }
  }
}
