import Files
import Foundation
import Testing

@Suite struct FileConfinementTests {
  /// It can't be taken back, so the process is one of its own.
  @Test func aConfinedProcessOpensNothingOutsideOfItsFolder() async {
    await #expect(processExitsWith: .success) {
      let folder = NSTemporaryDirectory() + "confined-\(UUID())"
      let file = folder + "/inside/a.txt"
      try FileSystem.write("x".utf8, to: file, makesFolders: true)
      FileSystem.confine(to: folder + "/inside")
      #expect(try FileSystem.read(file) == Array("x".utf8))
      #expect(try FileSystem.read(folder + "/inside/../inside/a.txt") == Array("x".utf8))
      for path in ["/etc/hosts", folder + "/inside/../../x", "a.txt", "/dev/stdin", folder + "/inside-not", folder] {
        #expect(throws: FileError.self) { try FileSystem.read(path) }
        #expect(throws: FileError.self) { try FileSystem.status(of: path) }
        #expect(throws: FileError.self) { try FileSystem.write("x".utf8, to: path) }
      }
      try Data().write(to: URL(filePath: folder + "/outside"))
      #expect(throws: FileError.self) { try FileSystem.read(folder + "/outside") }
      try FileManager.default.removeItem(atPath: folder)
    }
  }
}
