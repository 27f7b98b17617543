import Foundation
import FuzzPromises
import Testing

/// Texts that the fuzz targets came upon: those that once broke something, and a few that reach far (Fuzz/README.md).
enum FuzzInput {
  private static let folder = URL(filePath: #filePath).deletingLastPathComponent().appending(path: "../../Fuzz/Inputs")

  /// The names of the files in a folder of inputs.
  static func names(_ kind: String) -> [String] {
    ((try? FileManager.default.contentsOfDirectory(atPath: folder.appending(path: kind).path)) ?? []).sorted()
  }

  static func bytes(_ kind: String, _ name: String) throws -> [UInt8] {
    Array(try Data(contentsOf: folder.appending(path: kind).appending(path: name)))
  }
}

@Suite("Texts that fuzzing found") struct FuzzInputTests {
  @Test func thereAreInputsOfEachKind() {
    for kind in ["yaml", "json", "template"] { #expect(!FuzzInput.names(kind).isEmpty) }
  }

  // The folder is one that is not there, so that files which inputs name are missing, whatever the machine has.
  @Test(.timeLimit(.minutes(1)), arguments: FuzzInput.names("yaml"))
  func aPipelineFileIsCheckedWithoutHarm(name: String) throws {
    let bytes = try FuzzInput.bytes("yaml", name)
    #expect(YAMLPromise.broken(by: bytes, named: "/nowhere/at/all/input.yaml", compiles: true) == nil)
  }

  @Test(.timeLimit(.minutes(1)), arguments: FuzzInput.names("json"))
  func aJSONTextIsReadWithoutHarm(name: String) throws {
    #expect(JSONPromise.broken(by: try FuzzInput.bytes("json", name)) == nil)
  }

  @Test(.timeLimit(.minutes(1)), arguments: FuzzInput.names("template"))
  func aTemplateIsReadWithoutHarm(name: String) throws {
    #expect(TemplatePromise.broken(by: try FuzzInput.bytes("template", name)) == nil)
  }
}
