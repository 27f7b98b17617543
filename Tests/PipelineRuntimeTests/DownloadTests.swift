import Foundation
import HTTP
import PipelineRuntime
import RunEvents
import Streams
import TestSupport
import Testing

@Suite("A body that goes to a file")
struct DownloadTests {
  private let folder: TemporaryFolder

  init() throws { folder = try TemporaryFolder() }

  private func trial(_ keys: String, _ reply: Reply, then steps: String = "map: .") throws -> Trial {
    try Trial("nodes: { one: [ fetch: { get: 'http://a.test/', \(keys) }, \(steps) ] }") { _, _ in reply }
  }

  private func run(_ keys: String, _ reply: Reply, then steps: String = "map: .") throws -> Trial {
    let trial = try trial(keys, reply, then: steps)
    trial.start()
    trial.finish()
    return trial
  }

  private func path(_ name: String) -> String { folder.url.appendingPathComponent(name).path }

  private func content(_ name: String) -> String? { try? String(contentsOfFile: path(name), encoding: .utf8) }

  private var files: [String] {
    let all = FileManager.default.enumerator(atPath: folder.url.path)?.compactMap { $0 as? String } ?? []
    return all.sorted()
  }

  @Test func theBodyIsInTheFileAndTheFileIsTheValue() throws {
    let file = path("out/a.bin")
    let trial = try run("download: '\(file)'", .stream(["ab", "cd", "e"], every: .seconds(1)))
    #expect(trial.output == [#"{"file":"\#(file)","size":5}"#])
    #expect(content("out/a.bin") == "abcde")
    #expect(files == ["out", "out/a.bin"])
  }

  @Test func anEmptyBodyIsAnEmptyFile() throws {
    let trial = try run(
      "download: '\(path("a"))', emit: response", .stream(status: 204, []), then: "map: '[.status, .body.size]'")
    #expect(trial.output == ["[204,0]"])
    #expect(content("a") == "")
  }

  @Test func theNameMayComeFromTheValue() throws {
    let trial = try Trial.run(
      """
      nodes:
        one:
          - sequence: [a, b]
          - fetch: { get: 'http://a.test/${ . }', download: '\(folder.url.path)/${ . }.txt' }
          - map: .size
      """
    ) { request, _ in .stream([String(request.url.suffix(1))]) }
    #expect(trial.output == ["1", "1"])
    #expect(content("a.txt") == "a")
    #expect(content("b.txt") == "b")
  }

  @Test func aNameFromAServerMayNotLeadUpwards() throws {
    let trial = try Trial.run(
      "nodes: { one: [ just: '../x', fetch: { get: 'http://a.test/', download: '\(folder.url.path)/in/${ . }' } ] }")
    #expect(trial.failure(of: "one")?.message.hasSuffix("leads out of its folder") == true)
    #expect(trial.transport.started == [])
  }

  @Test func whatBreaksOffLeavesNothing() throws {
    try Data("old".utf8).write(to: folder.url.appendingPathComponent("a"))
    let trial = try run("download: '\(path("a"))'", .stream(["new"], failure: TransportError(.truncated, "cut")))
    #expect(trial.failure(of: "one")?.message == "cut")
    #expect(content("a") == "old")
    #expect(files == ["a"])
  }

  @Test func whatIsCancelledLeavesNothing() throws {
    let trial = try trial("download: '\(path("a"))'", .stream(["new", "er"], every: .seconds(1)))
    trial.start()
    trial.scheduler.run(until: .milliseconds(1500))
    #expect(files.count == 1)
    trial.run.cancel(.signal(2))
    trial.settle()
    #expect(files == [])
    trial.finish()
    #expect(trial.transport.cancelled == ["GET http://a.test/"])
  }

  @Test func aRefusalMakesNoFile() throws {
    let trial = try run("download: '\(path("out/a"))'", .text("no", status: 404))
    #expect(trial.failure(of: "one")?.kind == .status)
    #expect(trial.failure(of: "one")?.response?.bodyStart == "no")
    #expect(files == [])
  }

  @Test func aFileThatCannotBeWrittenEndsTheTransfer() throws {
    try Data().write(to: folder.url.appendingPathComponent("file"))
    let below = path("file/a")
    let trial = try run("download: '\(below)'", .stream(Array(repeating: "a", count: 100), every: .seconds(1)))
    let failure = try #require(trial.failure(of: "one"))
    #expect(failure.kind == .io)
    #expect(failure.message.hasPrefix("cannot write '\(below)': "))
    #expect(failure.request?.url == "http://a.test/")
    #expect(trial.transport.cancelled == ["GET http://a.test/"])
  }

  @Test(.enabled(if: FileManager.default.fileExists(atPath: "/dev/full"), "needs a device that is always full"))
  func aFullDiskIsToldAsOne() throws {
    let trial = try run("download: /dev/full", .stream(["a"]))
    #expect(trial.failure(of: "one")?.message == "cannot write '/dev/full': No space left on device")
    #expect(trial.failure(of: "one")?.kind == .io)
  }

  /// Longer than the transport lets wait, so that this ends only if what is written is told to be.
  @Test func whatIsWrittenIsConsumed() throws {
    let trial = try run(
      "download: '\(path("a"))', maxBody: 10B",
      .stream(Array(repeating: String(repeating: "x", count: 50), count: 100)),
      then: "map: .size")
    #expect(trial.output == ["5000"])
    #expect(trial.transport.mostUnconsumed < ScriptedTransfer.window + 50)
  }

  @Test func downloadsToOneFileDoNotMix() throws {
    let trial = try Trial.run(
      """
      nodes:
        a: { fetch: { get: http://a.test/a, download: '\(path("same"))' } }
        b: { fetch: { get: http://a.test/b, download: '\(path("same"))' } }
      """
    ) { request, _ in
      let name = String(request.url.suffix(1))
      return .stream([name, name, name], every: name == "a" ? .seconds(2) : .seconds(1))
    }
    #expect(trial.ends == ["a: succeeded 1", "b: succeeded 1"])
    #expect(content("same") == "aaa")
    #expect(files == ["same"])
  }

  @Test func whatBreaksOffBeginsAnewWithRetry() throws {
    let trial = try Trial.run(
      "nodes: { one: { fetch: { get: 'http://a.test/', download: '\(path("a"))', retry: 1 } } }"
    ) { _, attempt in
      attempt == 0 ? .stream(["abc"], failure: TransportError(.truncated, "cut")) : .stream(["abc", "def"])
    }
    #expect(trial.output == [#"{"file":"\#(path("a"))","size":6}"#])
    #expect(content("a") == "abcdef")
    #expect(files == ["a"])
  }

  @Test func aFileThatCannotBeWrittenIsNotAskedForAgain() throws {
    try Data().write(to: folder.url.appendingPathComponent("file"))
    let trial = try run("download: '\(path("file/a"))', retry: 3", .stream(["a"]))
    #expect(trial.failure(of: "one")?.kind == .io)
    #expect(trial.transport.started.count == 1)
  }
}
