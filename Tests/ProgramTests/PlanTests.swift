import Foundation
import TestSupport
import Testing

/// Graphviz's program, where it is installed.
private let dot: String? = ["/usr/bin", "/usr/local/bin", "/opt/homebrew/bin"].map { $0 + "/dot" }
  .first { FileManager.default.isExecutableFile(atPath: $0) }

/// What Graphviz makes of `pipeline plan --format dot`. What the plan says is for the golden cases in `plan`.
@Suite(
  "A plan in DOT is a graph to Graphviz",
  .enabled(if: dot != nil, "there is no 'dot' here: Graphviz is not installed"))
struct PlanTests {
  private static let files =
    ["upload.yaml", "weather.yaml", "posts.yaml"].map(Program.pipeline)
    + ["dot", "odd-texts-dot"].map {
      BuiltProgram.packageFolder.appendingPathComponent("Tests/Golden/plan/\($0)/input.yaml").path
    }

  /// A label as an SVG shows it.
  private func labels(_ file: String) throws -> [String] {
    let plan = try Program.run(["plan", "--format", "dot", file])
    #expect(plan.ending == .exited(0))
    let svg = try ProcessRun.run(
      try #require(dot), ["-Tsvg"], input: .bytes(plan.outputBytes), within: .seconds(60))
    #expect(svg.ending == .exited(0))
    #expect(svg.error == "")
    return svg.output.matches(of: /<text [^>]*>(.*)<\/text>/).map { match in
      [("&lt;", "<"), ("&gt;", ">"), ("&quot;", "\""), ("&#39;", "'"), ("&#45;", "-"), ("&#160;", " "), ("&amp;", "&")]
        .reduce(String(match.1)) { $0.replacingOccurrences(of: $1.0, with: $1.1) }
    }
  }

  @Test(arguments: files)
  func isDrawn(file: String) throws {
    #expect(try !labels(file).isEmpty)
  }

  @Test func textsOfAnyKindStandAsTheyAre() throws {
    let labels = try labels(Self.files.last ?? "")
    for text in [
      "end", "graph", "subgraph", "style", #"input '"] --> z["' of zipMany"#, #"input 'a|b\' of zipMany"#,
      "input 'style:#x;' of zipMany", "input '1. _x_ *y*' of zipMany", "input 'ü&lt;😀",
    ] {
      #expect(labels.contains(text), "\(labels)")
    }
  }
}
