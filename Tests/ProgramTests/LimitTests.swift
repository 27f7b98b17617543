import Foundation
import TestSupport
import Testing

/// Files of a size nobody writes by hand; generated ones get there.
@Suite("Large and deep files", .serialized)
struct LimitTests {
  private func run(_ command: String, _ text: String) throws -> ProcessRun.Result {
    let folder = try TemporaryFolder()
    try folder.write(text, to: "p.yaml")
    return try Program.run([command, "-q", "p.yaml"], directory: folder.url.path)
  }

  /// Each node takes the values of the one before it: nothing may recurse along the graph.
  @Test func aChainOfFiveThousandNodes() throws {
    let nodes = (1..<5000).map { "  n\($0): { from: n\($0 - 1) }\n" }
    let result = try run("run", "nodes:\n  n0: { just: 1 }\n" + nodes.joined())
    #expect(result.ending == .exited(0), "\(result.error.prefix(500))")
    #expect(result.output == "1\n")
  }

  /// Each node takes the one before it twice: nothing may follow every path, of which there are 2⁶⁰.
  @Test func sixtyDiamonds() throws {
    let nodes = (1...60).map { "  n\($0): [ { zipMany: [n\($0 - 1), n\($0 - 1)] }, { map: first } ]\n" }
    let result = try run("run", "nodes:\n  n0: { just: x }\n" + nodes.joined() + "output: { last: n60 }\n")
    #expect(result.ending == .exited(0), "\(result.error.prefix(500))")
    #expect(result.output == "{\"last\":\"x\"}\n")
  }

  @Test func aCycleThroughAThousandNodes() throws {
    let nodes = (0..<1000).map { "  n\($0): { from: n\(($0 + 1) % 1000) }\n" }
    let result = try run("check", "nodes:\n" + nodes.joined())
    #expect(result.ending == .exited(2))
    #expect(result.error.contains("n0 → n1 → n2 → n3 → n4 → … (991 more) … → n996 → n997 → n998 → n999 → n0"))
    #expect(result.error.utf8.count < 400)
  }

  @Test func aThousandMistakes() throws {
    let nodes = (0..<1000).map { "  n\($0): { jst: \($0) }\n" }
    let result = try run("check", "nodes:\n" + nodes.joined())
    #expect(result.ending == .exited(2))
    #expect(result.error.hasSuffix("1000 errors\n"))
  }

  @Test func aListOfTenThousandAndATextOfAMegabyte() throws {
    let list = (0..<10_000).map(String.init).joined(separator: ", ")
    let text = String(repeating: "        " + String(repeating: "x", count: 93) + "\n", count: 10_000)
    let result = try run(
      "run",
      "nodes:\n  list: [ { sequence: [\(list)] }, count ]\n  text:\n    - just: |\n\(text)    - map: length\n"
        + "output: [list, text]\n")
    #expect(result.ending == .exited(0), "\(result.error.prefix(500))")
    #expect(result.output == "[10000,940000]\n")
  }
}
