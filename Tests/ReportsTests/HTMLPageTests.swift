import Foundation
import HTTP
import RunEvents
import Synchronization
import Testing
import Values

@testable import Reports

@Suite struct HTMLPageTests {
  @Test(arguments: [
    ("</script><!--", #""\u003c/script\u003e\u003c!--""#), ("a & b", #""a \u0026 b""#), ("\u{0}", #""\u0000""#),
    ("\u{2028}\u{2029}", #""\u2028\u2029""#), ("\u{2027}\u{202A}é😀", "\"\u{2027}\u{202A}é😀\""),
  ])
  func escapesWhatCouldEndTheElement(_ text: String, _ expected: String) {
    #expect(String(decoding: HTMLPage.embedded(.string(text)), as: UTF8.self) == expected)
  }

  /// The text between two marks of the page.
  private func part(_ page: String, from start: String, to end: String) -> String {
    guard let first = page.range(of: start),
      let last = page.range(of: end, range: first.upperBound..<page.endIndex)
    else {
      return ""
    }
    return String(page[first.upperBound..<last.lowerBound])
  }

  private let evil = "</script><script>alert(1)</script>{{script}}\u{0}\u{202e}\u{2028}<!--&amp;"

  @Test func readsBackAsTheDataItWasMadeOf() throws {
    var script = Script([(evil, [])])
    script.add(0, .requestStarted(request(1, url: "http://a.test/\(evil)", headers: [Header(evil, evil)], body: evil)))
    script.add(1, .message(node: 0, .log, evil))
    script.end(2)
    let run = HTMLRun(script.events)
    let page = String(decoding: HTMLReport.bytes(of: [run]), as: UTF8.self)
    #expect(page.components(separatedBy: "</script>").count == 3)
    #expect(!page.contains("alert(1)</script>"))
    let json = part(page, from: "id=\"model\">", to: "</script>")
    #expect(try JSONValue(parsing: Array(json.utf8)) == HTMLReport.model(of: [run]))
  }

  @Test func namesScriptAndStyleByTheirHashesAndLoadsNothing() {
    let page = String(decoding: HTMLReport.bytes(of: []), as: UTF8.self)
    let policy = part(page, from: "Content-Security-Policy\" content=\"", to: "\"")
    let script = part(page, from: "<script>", to: "</script>")
    let style = part(page, from: "<style>", to: "</style>")
    for (kind, text) in [("script-src", script), ("style-src", style)] {
      #expect(policy.contains("\(kind) 'sha256-\(Base64.text(of: SHA256.digest(of: Array(text.utf8))))'"))
    }
    #expect(policy.hasPrefix("default-src 'none'; "))
    #expect(!policy.contains("unsafe"))
    #expect(!page.contains("{{"))
    #expect(script.contains("class App") && style.contains(":root"))
    for word in ["innerHTML", "outerHTML", "insertAdjacentHTML", "document.write", "eval(", "Function("] {
      #expect(!script.contains(word))
    }
    #expect(!page.contains("src=\"") && !page.contains("@import") && !page.contains("url("))
  }

  /// The examples of FIPS 180-4 and RFC 4648.
  @Test(arguments: [
    ("", "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855"),
    ("abc", "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad"),
    (
      "abcdbcdecdefdefgefghfghighijhijkijkljklmklmnlmnomnopnopq",
      "248d6a61d20638b8e5c026930c3e6039a33ce45964ff2167f6ecedd419db06c1"
    ),
  ])
  func hashesAsTheStandardSays(_ text: String, _ digest: String) {
    #expect(SHA256.digest(of: Array(text.utf8)).map { String(format: "%02x", $0) }.joined() == digest)
  }

  @Test(arguments: ["", "f", "fo", "foo", "foob", "fooba", "foobar"])
  func writesBase64(_ text: String) {
    #expect(Base64.text(of: Array(text.utf8)) == Data(text.utf8).base64EncodedString())
  }

  @Test func handsOverAllRunsSoFarAndTheSameBytesForTheSameRuns() {
    let pages = Mutex<[[UInt8]]>([])
    let reporter = HTMLReporter { page in pages.withLock { $0.append(page) } }
    var script = Script([("a", [])])
    script.end(2)
    for event in script.events { reporter.receive(event) }
    reporter.finish()
    for event in script.events.dropLast() { reporter.receive(event) }
    reporter.finish()
    let runs = [HTMLRun(script.events), HTMLRun(script.events.dropLast())]
    #expect(pages.withLock { $0 } == [HTMLReport.bytes(of: [runs[0]]), HTMLReport.bytes(of: runs)])
    #expect(reporter.wanted.isSuperset(of: [.requests, .headers, .bodies, .values]))
  }
}
