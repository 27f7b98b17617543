import Foundation
import TestSupport
import Testing

#if canImport(FoundationXML)
  import FoundationXML
#endif

/// C4 and C21: whatever a server answers, every report is well-formed and whole, and no terminal or CI system obeys it.
@Suite("Hostile answers", .serialized)
struct HostileAnswerTests {
  /// Control bytes, invalid UTF-8, ends of what reports are made of, escape sequences, signs that reorder lines, and the
  /// commands of CI systems.
  private static let hostile: [UInt8] =
    Array(0..<0x20) + Array("]]> --> <x>& </script><script>hacked=1</script> <!-- \u{7f}".utf8)
    + [0x80, 0x9B, 0x33, 0x31, 0x6D, 0xC3, 0x28, 0xFF, 0xFE]
    + Array(
      "\u{ffff} \u{202e}\u{2066}\u{200f} \u{1b}[31m\u{1b}]0;t\u{7} \u{9b}31m \u{85} \u{2028} ```\r\n%0A::error::a\n"
        .utf8)
    + Array("::error::b\n  ::stop-commands::c\n##[error]d ##vso[task.x]e ##teamcity[f]\n# not ok 9\n...\n".utf8)

  private static let pipeline = """
    pipeline: 'This & That <x> ]]> "q"'
    inputs: { base: {} }
    clients: { api: { baseURL: '${ $inputs.base }' } }
    nodes:
      failed: { fetch: { client: api, get: '/raw?base64=FAILED' } }
      value: { fetch: { client: api, get: '/raw?base64=PASSED', response: text } }
      logged: [ from: value, log: '${ . }' ]
      checked: [ from: value, expect: '. == "::error::g"' ]
      thrown: [ from: value, map: error(.) ]
      recovered: [ from: value, map: error(.), replaceError: 1 ]
      refused: { fetch: 'http://127.0.0.1:1/' }
      after: [ from: refused, map: .a ]
    output: value
    """

  private let server: HelperServer
  private let folder: TemporaryFolder

  init() throws {
    server = try HelperServer(script: "wire_server.py")
    folder = try TemporaryFolder()
    func answer(_ status: String) throws -> String {
      let head = "HTTP/1.1 \(status)\r\nContent-Length: \(Self.hostile.count)\r\nX-Hostile: a"
      let bytes =
        Array(head.utf8) + Array(Self.hostile.filter { $0 != 10 && $0 != 13 && $0 != 0 }) + Array("\r\n\r\n".utf8)
      let text = Data(bytes + Self.hostile).base64EncodedString()
      return try #require(text.addingPercentEncoding(withAllowedCharacters: .alphanumerics))
    }
    let text = try Self.pipeline.replacing("FAILED", with: answer("500 No")).replacing("PASSED", with: answer("200 OK"))
    try folder.write(text, to: "hostile.yaml")
  }

  private var arguments: [String] { ["run", folder.path("hostile.yaml"), "--input", "base=\(server.baseURL)"] }

  /// What no terminal may get, line ends aside: of a terminal they have a carriage return.
  private func steering(_ text: String, isTerminal: Bool = false) -> [String] {
    text.unicodeScalars.filter { scalar in
      switch scalar.value {
      case 0x0A: false
      case 0x0D: !isTerminal
      case 0..<0x20, 0x7F..<0xA0, 0x061C, 0x200E, 0x200F, 0x2028...0x202E, 0x2066...0x2069, 0xFEFF, 0xFFFE, 0xFFFF: true
      default: false
      }
    }.map { String($0.value, radix: 16) }
  }

  private func contents(_ name: String) throws -> Data { try Data(contentsOf: folder.url.appendingPathComponent(name)) }

  private func text(_ name: String) throws -> String { try #require(String(bytes: contents(name), encoding: .utf8)) }

  @Test func everyReportIsWholeAndWellFormed() throws {
    let reports = ["junit": "j.xml", "tap": "t.tap", "json": "r.json", "html": "r.html"]
    let result = try Program.run(
      arguments + ["-q", "--events", folder.path("e.ndjson")]
        + reports.flatMap { ["--report-\($0.key)", folder.path($0.value)] })
    #expect(result.ending == .exited(3))

    let reader = JUnitReader()
    let parser = try XMLParser(data: contents("j.xml"))
    parser.delegate = reader
    #expect(parser.parse(), "\(String(describing: parser.parserError))")
    #expect(reader.counts == ["testcase": 8, "failure": 3, "error": 1, "skipped": 1])
    #expect(reader.suite["name"] == "This & That <x> ]]> \"q\"")
    #expect(
      [reader.suite["tests"], reader.suite["failures"], reader.suite["errors"], reader.suite["skipped"]] == [
        "8", "3", "1", "1",
      ])
    #expect(try steering(text("j.xml").replacing("\t", with: "")).isEmpty)
    // Nothing is missing: what was written out can be read.
    #expect(reader.text.contains("\\x00\\x01\\x02") && reader.text.contains("]]> --> <x>& </script>"))

    let tap = try text("t.tap")
    #expect(steering(tap).isEmpty)
    let points = tap.split(separator: "\n").filter { $0.hasPrefix("    ok ") || $0.hasPrefix("    not ok ") }
    #expect(points.count == 8 && points.count { $0.hasPrefix("    not ok ") } == 4)
    #expect(tap.contains("\n    1..8\n"))

    let json = try #require(JSONSerialization.jsonObject(with: contents("r.json")) as? [String: Any])
    #expect(try steering(text("r.json")).isEmpty)
    let counts = try #require(json["counts"] as? [String: Any])
    #expect(counts["failed"] as? Int == 4 && counts["recovered"] as? Int == 1 && counts["blocked"] as? Int == 1)

    let events = try text("e.ndjson").split(separator: "\n", omittingEmptySubsequences: true)
    #expect(!events.isEmpty)
    for event in events { _ = try JSONSerialization.jsonObject(with: Data(event.utf8)) }
    #expect(try text("e.ndjson").unicodeScalars.allSatisfy { $0.value >= 0x20 || $0 == "\n" })

    // The page's own scripts and no other: its data ends none.
    let page = try text("r.html")
    let ends = page.ranges(of: "</script").count
    #expect(ends == page.ranges(of: "<script").count && ends == 2)
    #expect(!page.contains("hacked=1</"))
    #expect(!page.contains("<!--"))
    let start = try #require(page.range(of: "type=\"application/json\""))
    let data = page[start.upperBound...].drop { $0 != ">" }.dropFirst()
    let end = try #require(data.range(of: "</script"))
    _ = try JSONSerialization.jsonObject(with: Data(data[..<end.lowerBound].utf8))
  }

  @Test(arguments: ["-q", "-v", "-vv"])
  func plainLinesHoldNothingThatSteers(_ verbosity: String) throws {
    let result = try Program.run(arguments + [verbosity])
    #expect(result.ending == .exited(3))
    let error = try #require(String(bytes: result.errorBytes, encoding: .utf8))
    #expect(steering(error).isEmpty)
    #expect(error.contains("\\x1b[31m"))
    // Another form of the same JSON: the value is the server's.
    let value = try JSONSerialization.jsonObject(with: Data(result.outputBytes), options: .fragmentsAllowed)
    #expect(value as? String == String(decoding: Self.hostile, as: UTF8.self))
  }

  @Test func noCISystemFindsACommandInIt() throws {
    let result = try Program.run(
      arguments + ["-vv"],
      environment: ["GITHUB_ACTIONS": "true", "GITHUB_STEP_SUMMARY": folder.path("summary.md")])
    let lines = result.error.split(separator: "\n").map { $0.drop { $0 == " " } }
    let annotations = lines.filter { $0.hasPrefix("::") }
    #expect(annotations.count == 4)
    #expect(
      annotations.allSatisfy { $0.hasPrefix("::error file=") && $0.contains(",title=This & That <x> ]]> \"q\"%3A ") })
    for other in lines.filter({ !$0.hasPrefix("::") }) + result.output.split(separator: "\n") {
      for command in ["##[", "##vso[", "##teamcity["] { #expect(!other.contains(command), "\(other)") }
    }
    #expect(steering(result.error).isEmpty)
    let summary = try text("summary.md")
    #expect(steering(summary).isEmpty)
    #expect(!summary.contains("</details></details>") && summary.ranges(of: "<details>").count == 4)
  }

  /// What is left of what came to a terminal when the movements of the program's own drawing are taken away.
  @Test func aTerminalGetsItsOwnMovementsOnly() throws {
    let run = try ProcessRun(
      BuiltProgram.pipeline, arguments + ["-vv", "--color", "never"],
      environment: ["PATH": "/usr/bin:/bin", "LANG": "C.UTF-8", "TERM": "xterm-256color"],
      output: .terminal(columns: 80, rows: 24), error: .terminal(columns: 80, rows: 24))
    let result = try run.wait(within: .seconds(60))
    #expect(result.ending == .exited(3))
    for bytes in [result.outputBytes, result.errorBytes] {
      let text = try #require(String(bytes: bytes, encoding: .utf8))
      let rest = text.replacing(/\u{1b}\[(\?25[lh]|[0-9]*[AJK])/, with: "")
      #expect(steering(rest, isTerminal: true).isEmpty)
    }
    let value = try JSONSerialization.jsonObject(with: Data(result.outputBytes), options: .fragmentsAllowed)
    #expect(value as? String == String(decoding: Self.hostile, as: UTF8.self))
  }

  @Test(arguments: ["--report-json", "--report-tap", "--events"])
  func aReportOnATerminalSteersNothing(_ option: String) throws {
    let run = try ProcessRun(
      BuiltProgram.pipeline, arguments + ["-q", option, "-"],
      environment: ["PATH": "/usr/bin:/bin", "LANG": "C.UTF-8", "TERM": "xterm-256color"],
      output: .terminal(columns: 80, rows: 24))
    let text = try run.wait(within: .seconds(60)).output
    #expect(steering(text, isTerminal: true).isEmpty)
    #expect(text.contains("127.0.0.1:1"))
  }
}

/// Elements counted by name, the attributes of the suite, and all text.
private final class JUnitReader: NSObject, XMLParserDelegate {
  private(set) var counts: [String: Int] = [:]
  private(set) var suite: [String: String] = [:]
  private(set) var text = ""

  func parser(
    _ parser: XMLParser, didStartElement name: String, namespaceURI: String?, qualifiedName: String?,
    attributes: [String: String] = [:]
  ) {
    if ["testcase", "failure", "error", "skipped"].contains(name) { counts[name, default: 0] += 1 }
    if name == "testsuite" { suite = attributes }
  }

  func parser(_ parser: XMLParser, foundCharacters string: String) { text += string }
}
