import Foundation
import JSONSchema
import Testing
import Values

/// The public suite of JSON Schema for draft 7, with the documents it refers to.
enum PublicSuite {
  static let folder = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
    .appendingPathComponent("../../../shared/suites/json-schema").standardized

  static let isThere = FileManager.default.fileExists(atPath: folder.path)

  static func files(_ subfolder: String) throws -> [String] {
    try FileManager.default.contentsOfDirectory(atPath: folder.appendingPathComponent(subfolder).path)
      .filter { $0.hasSuffix(".json") }.sorted().map { subfolder + "/" + $0 }
  }

  static func json(_ path: String) throws -> JSONValue {
    try JSONValue(parsing: [UInt8](Data(contentsOf: folder.appendingPathComponent(path))))
  }

  static func remote(_ reference: SchemaReference) throws -> SchemaDocument? {
    guard case .document(let address) = reference, address.hasPrefix("http://localhost:1234/") else { return nil }
    return SchemaDocument(try json("remotes/" + address.dropFirst("http://localhost:1234/".count)))
  }

  /// Runs each test of a file; gives the names of those whose verdict is not the suite's.
  static func deviations(_ path: String) throws -> [String] {
    var names: [String] = []
    for group in try json(path).arrayValue ?? [] {
      let title = group["description"]?.stringValue ?? ""
      let schema: JSONSchema
      do {
        schema = try JSONSchema(compiling: group["schema"] ?? .null, named: title, resolve: remote)
      } catch {
        names.append("\(title): \(error.message) at \(error.pointer)")
        continue
      }
      for test in group["tests"]?.arrayValue ?? [] {
        let fits = schema.validate(test["data"] ?? .null).isEmpty
        if fits != test["valid"]?.boolValue {
          names.append("\(title) / \(test["description"]?.stringValue ?? "")")
        }
      }
    }
    return names
  }
}

@Suite(.enabled(if: PublicSuite.isThere, "the public suite is not beside the package"))
struct SuiteTests {
  /// Where the verdict is not the suite's, and why. A test that is missing here fails, and so does one that agrees after all.
  static let known: [String: [String]] = [
    // Draft 7 leaves it open whether `contentMediaType` and `contentEncoding` are checked; here they only describe.
    "content.json": [
      "validation of string-encoded content based on media type / an invalid JSON document",
      "validation of binary string-encoding / an invalid base64 string (% is not a valid character)",
      "validation of binary-encoded media type documents / a validly-encoded invalid JSON document",
      "validation of binary-encoded media type documents / an invalid base64 string that is valid JSON",
    ],
    // A document of a later draft is refused rather than read as what it is not.
    "cross-draft.json": [
      "refs to future drafts are processed as future drafts: "
        + "'dependentRequired' is not a keyword of JSON Schema draft 7, which 'decode' checks at /dependentRequired"
    ],
  ]

  @Test func agreesWithTheRequiredTests() throws {
    let files = try PublicSuite.files("tests/draft7")
    #expect(files.count > 30)
    for file in files { #expect(try PublicSuite.deviations(file) == [], "\(file)") }
  }

  // The folder `optional/format` is left out: `format` is an annotation here, as draft 7 allows.
  @Test func agreesWithTheOptionalTestsButForThoseKnown() throws {
    let folder = "tests/draft7/optional"
    let files = try PublicSuite.files(folder)
    #expect(files.count > 7)
    for file in files {
      let name = String(file.dropFirst(folder.count + 1))
      #expect(try PublicSuite.deviations(file) == Self.known[name] ?? [], "\(file)")
    }
  }
}
