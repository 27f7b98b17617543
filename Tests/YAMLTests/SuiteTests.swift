import Diagnostics
import Foundation
import Testing

@testable import YAML

/// The public YAML test suite: an error where one is expected and nowhere else, and the expected JSON.
@Suite(.enabled(if: sharedFolder("suites/yaml/src") != nil, "../shared/suites/yaml is not there"))
struct SuiteTests {
  @Test func agreesWithTheSuiteButForWhatIsListed() throws {
    let cases = try SuiteCase.all()
    #expect(cases.count > 390)
    let listed = Set(SuiteDeviations.all.flatMap(\.cases))
    for test in cases {
      let outcome = test.outcome()
      if listed.contains(test.name) {
        #expect(outcome != nil, "\(test.name) is listed as a deviation, but agrees")
      } else {
        #expect(outcome == nil, "\(test.name): \(test.yaml.debugDescription)")
      }
    }
    #expect(listed.subtracting(cases.map(\.name)) == [], "listed, but not in the suite")
    #expect(SuiteDeviations.all.flatMap(\.cases).count == listed.count, "listed twice")
  }

  @Test func findsThePlaceOfEveryByteOfEveryScalar() throws {
    for test in try SuiteCase.all() {
      let document = parseYAML(SourceText(name: test.name, text: test.yaml))
      #expect(scalarsDecodedOtherwise(in: document) == [], "\(test.name)")
    }
  }
}

/// The page that tells users of the differences.
struct DocumentedDeviationTests {
  @Test func thePageNamesTheKindsOfDifferenceThatTheSuiteShows() throws {
    let page = URL(filePath: #filePath).deletingLastPathComponent().appending(path: "../../docs/yaml.md")
    let text = try String(contentsOf: page, encoding: .utf8)
    let section = try #require(text.components(separatedBy: "## What differs from YAML 1.2\n").last)
      .components(separatedBy: "\n## ")[0]
    var lists: [[String]] = []
    for paragraph in section.components(separatedBy: "\n\n") where paragraph.hasPrefix("- ") {
      let items = ("\n" + paragraph).components(separatedBy: "\n- ").dropFirst()
      lists.append(items.map { String($0.replacing("\n  ", with: " ").dropLast()) })
    }
    #expect(lists == SuiteDeviations.lists.map { $0.map(\.kind) })
  }
}

struct SuiteCase {
  /// The file's name and the place in it, such as `Y79Y/3`.
  var name: String
  var yaml: String
  var isError: Bool
  var json: String?

  /// What is wrong, or nil.
  func outcome() -> String? {
    let document = parseYAML(SourceText(name: name, text: yaml))
    let errors = document.diagnostics.map(\.message)
    if isError { return errors.isEmpty ? "accepted" : nil }
    if !errors.isEmpty { return errors.joined(separator: ", ") }
    guard let json, let root = document.root else { return nil }
    guard let expected = try? JSON(parsing: json) else { return json.isEmpty ? nil : "unreadable JSON" }
    let found = JSON(root)
    return found == expected ? nil : "\(found) instead of \(expected)"
  }

  static func all() throws -> [SuiteCase] {
    let folder = try #require(sharedFolder("suites/yaml/src"))
    let names = try FileManager.default.contentsOfDirectory(atPath: folder.path).filter { $0.hasSuffix(".yaml") }
    return try names.sorted().flatMap { name in
      let bytes = [UInt8](try Data(contentsOf: folder.appending(path: name)))
      let document = parseYAML(SourceText(name: name, bytes: bytes))
      #expect(document.diagnostics.isEmpty, "\(name)")
      #expect(scalarsDecodedOtherwise(in: document) == [], "\(name)")
      return cases(in: try #require(document.root?.sequence), file: String(name.dropLast(5)))
    }
  }

  /// A later case of a file has the JSON of the one before unless it says otherwise.
  private static func cases(in list: [YAMLNode], file: String) -> [SuiteCase] {
    var json: String?
    var cases: [SuiteCase] = []
    // Skipped by the suite itself.
    if list.first?["skip"] != nil { return [] }
    for (index, node) in list.enumerated() {
      if let given = node["json"] { json = given.isNull ? nil : given.scalar?.text }
      guard let yaml = node["yaml"]?.scalar?.text else { continue }
      cases.append(
        SuiteCase(
          name: list.count == 1 ? file : "\(file)/\(index)", yaml: plain(yaml), isError: node["fail"] != nil,
          json: json.map(plain)))
    }
    return cases
  }

  /// Turns the suite's visible signs into what they stand for.
  private static func plain(_ text: String) -> String {
    text.replacing("␣", with: " ").replacing(/—*»/, with: "\t").replacing("⇔", with: "\u{FEFF}").replacing(
      "↵", with: ""
    )
    .replacing("←", with: "\r").replacing(/∎\n?$/, with: "")
  }
}
