import Foundation
import TestSupport
import Testing

/// Brackets without end, wherever the program reads values: an error with its place, and never a crash.
@Suite("Endless nesting", .serialized)
struct BracketTests {
  enum Brackets: String, CaseIterable {
    case lists = "["
    case objects = "{\"k\":"
    case mixed = "[{\"k\":"
  }

  /// The length of a text hardly matters: none is read beyond the depth.
  private static let endless: [(Brackets, Int)] = Brackets.allCases.map { ($0, 100_000) } + [(.lists, 10_000_000)]

  private func nested(_ brackets: Brackets, _ count: Int) -> String {
    String(repeating: brackets.rawValue, count: count)
  }

  private func run(_ files: [String: String], _ arguments: [String]) throws -> ProcessRun.Result {
    let folder = try TemporaryFolder()
    for (name, text) in files { try folder.write(text, to: name) }
    return try Program.run(arguments + ["p.yaml"], directory: folder.url.path)
  }

  private static let echo = "inputs: { a: {} }\nnodes: { n: { just: '${ $inputs.a }' } }\n"

  @Test(arguments: endless)
  func inAnInputsFile(brackets: Brackets, count: Int) throws {
    let files = ["p.yaml": Self.echo, "in.json": "{\"a\":" + nested(brackets, count)]
    let result = try run(files, ["run", "--inputs-file", "in.json"])
    #expect(result.ending == .exited(1))
    #expect(result.error.contains("is nested deeper than 1000 levels"))
    #expect(result.error.contains("(line 1, column "))
  }

  /// As many as a system takes in one argument.
  @Test(arguments: Brackets.allCases)
  func onTheCommandLine(brackets: Brackets) throws {
    let result = try run(
      ["p.yaml": Self.echo], ["run", "--input-json", "a=" + nested(brackets, 100_000 / brackets.rawValue.count)])
    #expect(result.ending == .exited(1))
    #expect(result.error.contains("--input-json a is no JSON: is nested deeper than 1000 levels"))
    #expect(result.error.utf8.count < 1000)
  }

  @Test(arguments: endless)
  func inAFileOfCases(brackets: Brackets, count: Int) throws {
    let pipeline = "inputs: { a: {} }\ncases: cases.json\nnodes: { n: { just: '${ $inputs.a }' } }\n"
    let result = try run(["p.yaml": pipeline, "cases.json": "[{\"a\":" + nested(brackets, count)], ["check"])
    #expect(result.ending == .exited(2))
    #expect(result.error.hasPrefix("cases.json:1:"))
    #expect(result.error.contains("this is no JSON: is nested deeper than 1000 levels"))
    #expect(result.error.utf8.count < 1000)
  }

  @Test(arguments: [("[", 100_000), ("[", 10_000_000), ("{k: ", 100_000), ("[{k: ", 100_000)])
  func inYAML(opening: String, count: Int) throws {
    let result = try run(["p.yaml": "nodes:\n  n: { just: " + String(repeating: opening, count: count)], ["check"])
    #expect(result.ending == .exited(2))
    #expect(result.error.hasPrefix("p.yaml:2:"))
    #expect(result.error.contains("too deeply nested"))
    #expect(result.error.utf8.count < 1000)
  }

  @Test(arguments: endless)
  func inAResponse(brackets: Brackets, count: Int) throws {
    let pipeline = """
      clients: { api: { baseURL: 'http://127.0.0.1' } }
      nodes: { n: { fetch: /deep } }
      mock:
        - get: /deep
          reply: { headers: { content-type: application/json }, text: '${ $inputs.brackets }' }
      inputs: { brackets: { type: string, default: '' } }
      """
    let files = ["p.yaml": pipeline, "in.json": "{\"brackets\":\(String(reflecting: nested(brackets, count)))}"]
    let result = try run(files, ["run", "--mock", "--inputs-file", "in.json"])
    #expect(result.ending == .exited(3) || result.ending == .exited(4))
    #expect(result.error.contains("is nested deeper than 1000 levels"), "\(result.error.prefix(500))")
    #expect(result.error.utf8.count < 4000)
  }

  @Test(arguments: Brackets.allCases)
  func inFromjson(brackets: Brackets) throws {
    let pipeline = """
      inputs: { brackets: { type: string } }
      nodes:
        n: [ { just: '${ $inputs.brackets }' }, { map: 'fromjson | length' } ]
      """
    let files = ["p.yaml": pipeline, "in.json": "{\"brackets\":\(String(reflecting: nested(brackets, 100_000)))}"]
    let result = try run(files, ["run", "--inputs-file", "in.json"])
    #expect(result.ending == .exited(3) || result.ending == .exited(4), "\(result.ending) \(result.error.prefix(300))")
    #expect(result.error.contains("p.yaml:3:"))
    #expect(result.error.utf8.count < 4000)
  }

  /// What is allowed goes all the way: read, checked against a type, through libjq and back, compared and printed.
  @Test func theGreatestDepthGoesAllTheWay() throws {
    let pipeline = """
      types: { Deep: { items: { $ref: Deep } } }
      nodes:
        n:
          - read: deep.json
          - decode: Deep
          - as: deep
          - map: 'if (. | tojson | length) > 5 then first(., 0) else error("short") end'
          - removeDuplicates
          - expect: . == $deep
      """
    // libjq's own parser and printer stop at less: the value is wrapped in a list on its way to it.
    let deep = String(repeating: "[", count: 250) + String(repeating: "]", count: 250)
    let result = try run(["p.yaml": pipeline, "deep.json": deep], ["run"])
    #expect(result.ending == .exited(0), "\(result.error.prefix(1000))")
    #expect(result.output == deep + "\n")
    let plain = "nodes: { n: [ { read: deep.json }, { map: . }, { expect: '. == .' } ] }"
    let greatest = String(repeating: "[", count: 1000) + String(repeating: "]", count: 1000)
    let other = try run(["p.yaml": plain, "deep.json": greatest], ["run"])
    #expect(other.ending == .exited(0), "\(other.error.prefix(1000))")
    #expect(other.output == greatest + "\n")
  }
}
