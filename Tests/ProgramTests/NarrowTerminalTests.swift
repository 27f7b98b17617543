import Foundation
import TestSupport
import Testing

@Suite("Narrow terminals")
struct NarrowTerminalTests {
  /// A line that wrapped would have its caret elsewhere.
  @Test(arguments: [30, 40, 60, 80, 200])
  func aMistakeIsShownWithItsCaretBelowIt(_ columns: Int) throws {
    let folder = try TemporaryFolder()
    try folder.write(
      "nodes:\n  a: { just: 1 }\n  b: [ from: a, map: .a.b.c.d.e.f.g.h.i.j, map: .k.l.m.n.o, unknwon: { a: 1, b: 2 } ]\n",
      to: "p.yaml")
    let run = try ProcessRun(
      BuiltProgram.pipeline, ["check", "--color", "never", "p.yaml"],
      environment: ["PATH": "/usr/bin:/bin", "LANG": "C.UTF-8", "TERM": "xterm-256color"], directory: folder.url.path,
      error: .terminal(columns: columns, rows: 24))
    let lines = try run.wait(within: .seconds(60)).error.replacing("\r\n", with: "\n").split(separator: "\n")
    let source = try #require(lines.first { $0.hasPrefix("3 |") })
    let carets = try #require(lines.first { $0.contains("^") })
    #expect(source.count <= columns)
    let start = try #require(carets.firstIndex(of: "^"))
    let place = carets.distance(from: carets.startIndex, to: start)
    #expect(source.dropFirst(place).hasPrefix("unknwon"), "\(source)")
  }
}
