import Foundation
import HTTP
import Reports
import RunEvents
import Synchronization
import Testing

#if canImport(FoundationXML)
  import FoundationXML
#endif

@Suite struct JUnitTests {
  /// An element as the parser tells it.
  private final class Element {
    var name: String
    var attributes: [String: String]
    var children: [Element] = []
    var text = ""

    init(_ name: String, _ attributes: [String: String]) {
      self.name = name
      self.attributes = attributes
    }

    func all(_ name: String) -> [Element] {
      children.flatMap { ($0.name == name ? [$0] : []) + $0.all(name) }
    }
  }

  private final class Reader: NSObject, XMLParserDelegate {
    var root = Element("", [:])
    var open: [Element] = []

    func parser(
      _ parser: XMLParser, didStartElement name: String, namespaceURI: String?, qualifiedName: String?,
      attributes: [String: String] = [:]
    ) {
      let element = Element(name, attributes)
      (open.last ?? root).children.append(element)
      open.append(element)
    }

    func parser(_ parser: XMLParser, foundCharacters string: String) { open.last?.text += string }

    func parser(_ parser: XMLParser, didEndElement name: String, namespaceURI: String?, qualifiedName: String?) {
      open.removeLast()
    }
  }

  private func parsed(_ bytes: [UInt8], sourceLocation: SourceLocation = #_sourceLocation) -> Element {
    let reader = Reader()
    let parser = XMLParser(data: Data(bytes))
    parser.delegate = reader
    #expect(parser.parse(), "\(String(describing: parser.parserError))", sourceLocation: sourceLocation)
    return reader.root
  }

  /// The counts in the attributes are those of the elements.
  private func checkCounts(_ root: Element) {
    for element in root.all("testsuite") {
      #expect(element.attributes["tests"] == String(element.all("testcase").count))
      #expect(element.attributes["failures"] == String(element.all("failure").count))
      #expect(element.attributes["errors"] == String(element.all("error").count))
      #expect(element.attributes["skipped"] == String(element.all("skipped").count))
    }
  }

  private let evil = "This & That <x> \"q\" 'a' ]]> \u{0}\u{12}\u{1b}[0m\r\n\t\u{85}\u{fffd}\u{ffff} ü"

  private var broken: Script {
    var script = Script([(evil, []), ("refused", []), ("after", [1]), ("fine", []), ("rescued", []), ("cut", [])])
    let sent = request(1, node: 0, method: "POST", headers: [Header("X", evil)], body: evil)
    let answer = response(500, body: evil, bodySize: 9999)
    script.add(0, .nodeStarted(node: 0))
    script.add(0, .requestStarted(sent))
    script.add(5, .requestFinished(request: 1, answer))
    script.add(
      5,
      .nodeFinished(
        node: 0,
        .failed(
          RunFailure(
            kind: .status, message: evil, node: 0, step: fetch, details: [evil], request: sent, response: answer))))
    let refusal = RunFailure(kind: .transport, message: "connection refused", node: 1, step: fetch)
    script.add(0, .nodeStarted(node: 1))
    script.add(1, .requestStarted(request(2, node: 1)))
    script.add(2, .requestFailed(request: 2, refusal))
    script.add(2, .retrying(node: 1, step: fetch, attempt: 1, delay: .milliseconds(5), refusal))
    script.add(7, .requestStarted(request(3, node: 1, attempt: 2)))
    script.add(8, .requestFailed(request: 3, refusal))
    script.add(8, .nodeFinished(node: 1, .failed(refusal)))
    script.add(8, .nodeFinished(node: 2, .blocked(by: 1)))
    script.add(0, .nodeStarted(node: 3))
    script.add(1, .message(node: 3, .log, evil))
    script.add(31, .nodeFinished(node: 3, .succeeded(values: 1)))
    script.add(1, .recovered(node: 4, step: fetch, refusal))
    script.node(4, from: 0, to: 3)
    script.end(1234, .failed)
    return script
  }

  @Test func isWellFormedAndCountsItsElementsWhateverItHolds() {
    let root = parsed(JUnitReport.bytes(of: [RunSummary(broken.events), RunSummary(broken.events)]))
    checkCounts(root)
    #expect(root.all("testsuite").count == 2)
    #expect(root.all("testcase").count == 12)
    let suites = root.children.first
    #expect(suites?.name == "testsuites")
    // The schema of Ant allows none.
    #expect(suites?.attributes.isEmpty == true)
    #expect(root.all("testsuite").map { $0.attributes["id"] } == ["0", "1"])
    #expect(root.all("testsuite").map { $0.attributes["time"] } == ["1.234", "1.234"])
  }

  @Test func tellsChecksFaultsAndSkippedNodesApart() throws {
    let root = parsed(JUnitReport.bytes(of: [RunSummary(broken.events)]))
    let cases = root.all("testcase")
    let failure = try #require(cases[0].all("failure").first)
    #expect(failure.attributes["type"] == "status")
    #expect(failure.text.contains("upload.yaml:12:7: fetch: This & That <x>"))
    #expect(failure.text.contains("POST http://a.test/x → 500"))
    #expect(failure.text.contains("]]> \\x00\\x12\\x1b[0m"))
    #expect(failure.text.contains("curl -X POST"))
    let error = try #require(cases[1].all("error").first)
    #expect(error.attributes == ["type": "transport", "message": "connection refused"])
    #expect(
      error.text.hasSuffix(
        """


        GET http://a.test/x → transport: connection refused  1.0 ms
        attempt 1 failed, next in 5.0 ms: connection refused
        GET http://a.test/x → transport: connection refused  1.0 ms  (attempt 2)
        """))
    #expect(cases[2].all("skipped").first?.attributes == ["message": "not run: needs 'refused'"])
    #expect(cases[3].attributes == ["name": "fine", "classname": "upload", "time": "0.031"])
    #expect(failure.text.contains("\n\nPOST") == false, "the one request is told already")
    let output = try #require(root.all("system-out").first?.text)
    #expect(output.contains("\nfine:\n  log: This & That <x> \"q\" 'a' ]]> \\x00"))
    #expect(output.hasSuffix("\nrescued:\n  recovered by fetch (upload.yaml:12:7): connection refused"))
    #expect(
      output.contains("\nrefused:\n  GET http://a.test/x → transport: connection refused  1.0 ms\n  attempt 1 failed"))
    #expect(cases[5].all("skipped").first?.attributes == ["message": "cancelled"])
    let properties = Dictionary(
      uniqueKeysWithValues: root.all("property").map { ($0.attributes["name"], $0.attributes["value"]) })
    #expect(properties["file"] == "upload.yaml")
    #expect(properties["recovered"] == "1")
    #expect(properties["exit.status"] == "3")
    #expect(properties["requests"] == "3")
    #expect(root.all("testsuite").first?.attributes["timestamp"] == "2023-11-14T22:13:20")
  }

  @Test func keepsANameWithMarkupWhole() {
    let name = "This & That <x> \"q\" 'a'\n\t]]>"
    var script = Script([(name, [])])
    script.node(0, from: 0, to: 1)
    script.end(1)
    let root = parsed(JUnitReport.bytes(of: [RunSummary(script.events)]))
    #expect(root.all("testcase").first?.attributes["name"] == name)
  }

  @Test func readsInPythonAsWell() throws {
    let python = URL(fileURLWithPath: "/usr/bin/python3")
    try #require(FileManager.default.fileExists(atPath: python.path))
    let process = Process()
    let input = Pipe()
    let output = Pipe()
    process.executableURL = python
    process.arguments = [
      "-c",
      """
      import sys, xml.etree.ElementTree as E
      r = E.fromstring(sys.stdin.buffer.read())
      print(len(r.findall('.//testcase')), len(r.findall('.//failure')), len(r.findall('.//error')), len(r.findall('.//skipped')))
      """,
    ]
    process.standardInput = input
    process.standardOutput = output
    try process.run()
    try input.fileHandleForWriting.write(contentsOf: Data(JUnitReport.bytes(of: [RunSummary(broken.events)])))
    try input.fileHandleForWriting.close()
    let text = String(decoding: output.fileHandleForReading.readDataToEndOfFile(), as: UTF8.self)
    process.waitUntilExit()
    #expect(text == "6 1 1 2\n")
  }

  @Test func aRunThatWasCutShortOrTimedOutIsNotGreen() {
    var script = Script([("a", []), ("b", [])])
    script.add(1, .nodeStarted(node: 0))
    let cut = parsed(JUnitReport.bytes(of: [RunSummary(script.events)]))
    checkCounts(cut)
    #expect(cut.all("error").count == 2)
    script.add(9, .nodeFinished(node: 0, .cancelled))
    script.add(9, .nodeFinished(node: 1, .cancelled))
    script.end(9, .cancelled(reason: .deadline))
    let late = parsed(JUnitReport.bytes(of: [RunSummary(script.events)]))
    checkCounts(late)
    #expect(late.all("error").map(\.attributes["type"]) == ["deadline"])
    #expect(late.all("skipped").count == 1)
  }

  @Test func writesAWholeFileWithoutAnyRun() {
    let root = parsed(JUnitReport.bytes(of: []))
    checkCounts(root)
    #expect(root.all("testsuites").count == 1)
    #expect(root.all("testsuite").isEmpty)
    let unknown = parsed(JUnitReport.bytes(of: [RunSummary([])]))
    checkCounts(unknown)
    #expect(unknown.all("testsuite").first?.attributes["timestamp"] == "1970-01-01T00:00:00")
  }

  @Test func reporterGathersRunsAndHandsOverTheFileAtTheEnd() {
    let files = Mutex<[[UInt8]]>([])
    let reporter = ReportReporter(JUnitReport.bytes(of:)) { bytes in files.withLock { $0.append(bytes) } }
    for _ in 0..<2 { for event in broken.events { reporter.receive(event) } }
    #expect(files.withLock { $0.isEmpty })
    reporter.finish()
    let root = parsed(files.withLock { $0.first ?? [] })
    #expect(root.all("testsuite").count == 2)
  }
}
