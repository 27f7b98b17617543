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
        schema = try JSONSchema(compiling: group["schema"] ?? nil, named: title, resolve: remote)
      } catch {
        names.append("\(title): \(error.message) at \(error.pointer)")
        continue
      }
      for test in group["tests"]?.arrayValue ?? [] {
        let fits = schema.validate(test["data"] ?? nil).isEmpty
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
  @Test func agreesWithTheRequiredTests() throws {
    let files = try PublicSuite.files("tests/draft7")
    #expect(files.count > 30)
    for file in files { #expect(try PublicSuite.deviations(file) == [], "\(file)") }
  }

  @Test func agreesWithTheOptionalTests() throws {
    for file in try PublicSuite.files("tests/draft7/optional") {
      #expect(try PublicSuite.deviations(file) == [], "\(file)")
    }
  }
}
