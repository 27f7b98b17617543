import Foundation
import Testing

@testable import Files

/// A folder that exists as long as the value.
final class TemporaryFolder {
  let path: String

  init() throws {
    let url = FileManager.default.temporaryDirectory.appending(path: "files-\(UInt64.random(in: .min ... .max))")
    try FileManager.default.createDirectory(at: url, withIntermediateDirectories: true)
    path = url.path
  }

  deinit { try? FileManager.default.removeItem(atPath: path) }

  func callAsFunction(_ name: String) -> String { Paths.join(path, name) }

  var names: [String] { ((try? FileManager.default.contentsOfDirectory(atPath: path)) ?? []).sorted() }
}

@Suite struct FileSystemTests {
  private let folder: TemporaryFolder

  init() throws { folder = try TemporaryFolder() }

  private func error(_ body: () throws -> Void) -> FileError? {
    do {
      try body()
      return nil
    } catch {
      return error as? FileError
    }
  }

  private func text(_ path: String) -> String? {
    (try? FileSystem.read(path)).map { String(decoding: $0, as: UTF8.self) }
  }

  // MARK: Reading

  @Test(arguments: [0, 1, 4095, 4096, 4097, 600_000])
  func readsWhatWasWritten(_ size: Int) throws {
    let bytes = (0..<size).map { UInt8(truncatingIfNeeded: $0 &* 31) }
    try FileSystem.write(bytes, to: folder("a"))
    #expect(try FileSystem.read(folder("a")) == bytes)
    #expect(try FileSystem.status(of: folder("a")) == FileStatus(kind: .regular, size: Int64(size)))
  }

  @Test func namesThePathAndTheSystemsReason() throws {
    let missing = folder("none/a")
    #expect(
      error { _ = try FileSystem.read(missing) }
        == FileError(path: missing, operation: "read", reason: "No such file or directory"))
    #expect(error { _ = try FileSystem.status(of: missing) }?.reason == "No such file or directory")
    #expect(error { _ = try FileSystem.read(folder.path) }?.reason == "Is a directory")
    #expect(error { _ = try FileSystem.read("a\0b") }?.reason == "Invalid argument")
    #expect(error { _ = try FileSystem.read("") }?.reason == "No such file or directory")
  }

  @Test func readsAPipeToItsEnd() throws {
    let path = folder("pipe")
    #expect(mkfifo(path, 0o600) == 0)
    #expect(try FileSystem.status(of: path).kind == .pipe)
    let bytes = [UInt8](repeating: 7, count: 300_000)
    // Each end waits for the other, so the writer needs a thread of its own.
    Thread.detachNewThread { try? FileSystem.write(bytes, to: path) }
    #expect(try FileSystem.read(path) == bytes)
  }

  @Test func readsFilesThatSayNoSize() throws {
    guard FileManager.default.fileExists(atPath: "/proc/self/status") else { return }
    #expect(try FileSystem.read("/proc/self/status").count > 100)
  }

  @Test func refusesWhatIsLongerThanTheLimit() throws {
    try FileSystem.write([1, 2, 3], to: folder("a"))
    #expect(try FileSystem.read(folder("a"), limit: 3) == [1, 2, 3])
    #expect(error { _ = try FileSystem.read(folder("a"), limit: 2) }?.reason == "File too large")
    #expect(error { _ = try FileSystem.read("/dev/zero", limit: 100_000) }?.reason == "File too large")
  }

  @Test func readsADescriptorOfItsOwnFromWhereItStands() throws {
    try FileSystem.write(Array("abcdef".utf8), to: folder("a"))
    let handle = try #require(FileHandle(forReadingAtPath: folder("a")))
    try handle.seek(toOffset: 3)
    #expect(text("/dev/fd/\(handle.fileDescriptor)") == "def")
    #expect(error { _ = try FileSystem.read("/dev/fd/99999") }?.reason == "Bad file descriptor")
    #expect(error { _ = try FileSystem.read("/dev/fd/99999999999999") } != nil)
    try handle.close()
  }

  // MARK: Writing

  @Test func leavesNothingBesideTheFile() throws {
    try FileSystem.write(Array("one".utf8), to: folder("a"))
    try FileSystem.write(Array("two".utf8), to: folder("a"))
    #expect(text(folder("a")) == "two")
    #expect(folder.names == ["a"])
  }

  @Test func keepsTheOldFileUntilTheNewOneIsWhole() throws {
    try FileSystem.write(Array("old".utf8), to: folder("a"))
    let writer = try FileWriter(folder("a"))
    try writer.append(Array("new".utf8))
    #expect(text(folder("a")) == "old")
    #expect(folder.names.count == 2)
    try writer.finish()
    #expect(text(folder("a")) == "new")
    #expect(folder.names == ["a"])
    #expect(error { try writer.append([1]) } != nil)
    #expect(error { try writer.finish() } != nil)
  }

  @Test func removesWhatIsNotFinished() throws {
    try FileSystem.write(Array("old".utf8), to: folder("a"))
    do {
      let writer = try FileWriter(folder("a"))
      try writer.append(Array("new".utf8))
    }
    let discarded = try FileWriter(folder("b"))
    try discarded.append([1])
    discarded.discard()
    #expect(text(folder("a")) == "old")
    #expect(folder.names == ["a"])
  }

  @Test func makesFoldersOnlyOnRequest() throws {
    let path = folder("x/y//z/a")
    #expect(
      error { try FileSystem.write([1], to: path) }
        == FileError(path: path, operation: "write", reason: "No such file or directory"))
    try FileSystem.write([1], to: path, makesFolders: true)
    try FileSystem.write([2], to: path, makesFolders: true)
    #expect(try FileSystem.read(path) == [2])
    #expect(error { try FileSystem.write([1], to: path + "/b", makesFolders: true) }?.operation == "create folder")
  }

  @Test func refusesFoldersAndPathsWithoutAName() throws {
    #expect(error { try FileSystem.write([1], to: folder.path) }?.reason == "Is a directory")
    #expect(error { try FileSystem.write([1], to: folder("new/")) }?.reason == "Is a directory")
    #expect(error { try FileSystem.write([1], to: "") }?.reason == "No such file or directory")
    #expect(error { try FileSystem.write([1], to: folder("a\0b")) }?.reason == "Invalid argument")
    #expect(
      error { try FileSystem.write([1], to: folder(String(repeating: "n", count: 300))) }?.reason
        == "File name too long")
    #expect(folder.names == [])
  }

  @Test func givesNewFilesThePermissionsOfTheProcess() throws {
    try FileSystem.write([1], to: folder("a"))
    let descriptor = open(folder("b"), O_CREAT | O_WRONLY, 0o666)
    close(descriptor)
    var (ours, plain) = (stat(), stat())
    #expect(stat(folder("a"), &ours) == 0 && stat(folder("b"), &plain) == 0)
    #expect(ours.st_mode == plain.st_mode)
  }

  @Test func writesThroughLinks() throws {
    try FileSystem.write([1], to: folder("sub/real"), makesFolders: true)
    #expect(symlink("sub/real", folder("link")) == 0)
    #expect(symlink("link", folder("chain")) == 0)
    #expect(symlink("sub/new", folder("dangling")) == 0)
    #expect(symlink("loop", folder("loop")) == 0)
    try FileSystem.write([2], to: folder("chain"))
    try FileSystem.write([3], to: folder("dangling"))
    #expect(try FileSystem.read(folder("sub/real")) == [2])
    #expect(try FileSystem.read(folder("sub/new")) == [3])
    #expect(folder.names == ["chain", "dangling", "link", "loop", "sub"])
    #expect(error { try FileSystem.write([1], to: folder("loop")) }?.reason == "Too many levels of symbolic links")
  }

  @Test func writesStraightToWhatIsNoRegularFile() throws {
    try FileSystem.write([1, 2], to: "/dev/null")
    #expect(try FileSystem.status(of: "/dev/null").kind == .device)
    // What is behind a descriptor is written where it stands, not replaced.
    try FileSystem.write(Array("abc".utf8), to: folder("a"))
    let handle = try #require(FileHandle(forWritingAtPath: folder("a")))
    try handle.seekToEnd()
    try FileSystem.write(Array("def".utf8), to: "/dev/fd/\(handle.fileDescriptor)")
    try handle.close()
    #expect(text(folder("a")) == "abcdef")
  }

  @Test func tellsOfAFullDevice() throws {
    guard FileManager.default.fileExists(atPath: "/dev/full") else { return }
    #expect(
      error { try FileSystem.write([1], to: "/dev/full") }
        == FileError(path: "/dev/full", operation: "write", reason: "No space left on device"))
  }

  // MARK: Surroundings

  @Test func knowsTheWorkingDirectoryAndTheEnvironment() throws {
    #expect(try FileSystem.currentFolder() == FileManager.default.currentDirectoryPath)
    #expect(environment("PATH") == ProcessInfo.processInfo.environment["PATH"])
    #expect(environment("SURELY_NOT_SET_ANYWHERE") == nil)
    #expect(environment("") == nil)
  }
}
