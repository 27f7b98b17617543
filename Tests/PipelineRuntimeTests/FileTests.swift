import Diagnostics
import Foundation
import HTTP
import PipelineRuntime
import RunEvents
import Testing
import Values

@Suite("read and save")
struct FileTests {
  /// A folder of its own, removed at the end.
  private final class Folder {
    let path = FileManager.default.temporaryDirectory.appendingPathComponent("files-\(UUID())").path

    init() throws { try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: true) }

    deinit { try? FileManager.default.removeItem(atPath: path) }

    var options: RunOptions {
      var options = RunOptions()
      options.fileDirectory = path
      return options
    }

    func write(_ bytes: some Sequence<UInt8>, to name: String) throws {
      try Data(bytes).write(to: URL(fileURLWithPath: path + "/" + name))
    }

    func text(_ name: String) -> String? {
      FileManager.default.contents(atPath: path + "/" + name).map { String(decoding: $0, as: UTF8.self) }
    }
  }

  @Test func readsNoFurtherThanIsAskedFor() throws {
    let folder = try Folder()
    // The fault stands behind what is read ahead.
    let good = (0..<100_000).map { "\($0)\n" }.joined()
    try folder.write((good + "{").utf8, to: "many.ndjson")
    let trial = try Trial.run(
      """
      nodes:
        some: [ read: many.ndjson, prefix: 3, collect ]
        all: [ read: many.ndjson, count ]
      output: some
      """, options: folder.options)
    #expect(trial.output == ["[0,1,2]"])
    #expect(
      trial.failure(of: "all")?.message.contains("line 100001, column 2: ends in the middle of the object") == true)
    #expect(trial.failure(of: "all")?.kind == .decode)
  }

  @Test(arguments: [
    ("", []), ("\n", [#""""#]), ("a", [#""a""#]), ("a\n", [#""a""#]), ("a\r\n\r\nb", [#""a""#, #""""#, #""b""#]),
    ("\u{FEFF}a\n\u{FEFF}b", [#""a""#, "\"\u{FEFF}b\""]),
  ])
  func splitsLines(text: String, expected: [String]) throws {
    let folder = try Folder()
    try folder.write(text.utf8, to: "x.log")
    #expect(try Trial.run("nodes: { n: { read: x.log } }", options: folder.options).output == expected)
  }

  @Test func linesLongerThanAPieceAndPiecesThatEndInACharacterAreWhole() throws {
    let folder = try Folder()
    let long = String(repeating: "ä", count: 100_001)
    try folder.write(("x" + long + "\n" + long).utf8, to: "x.log")
    let trial = try Trial.run("nodes: { n: [ read: x.log, map: length ] }", options: folder.options)
    #expect(trial.output == ["100002", "100001"])
  }

  @Test func bytesThatAreNoTextAreRepaired() throws {
    let folder = try Folder()
    try folder.write([0x61, 0xFF, 0x0A], to: "x.log")
    #expect(try Trial.run("nodes: { n: { read: x.log } }", options: folder.options).output == ["\"a\u{FFFD}\""])
  }

  @Test func readsOneFileForEachValueInTheirOrder() throws {
    let folder = try Folder()
    for name in ["a", "b", "c"] { try folder.write("\(name)1\n\(name)2\n".utf8, to: name + ".txt") }
    let trial = try Trial.run(
      """
      nodes:
        n:
          - sequence: [b, c, a]
          - as: name
          - read: '${ . }.txt'
          - map: '[$name, ., $index]'
          - collect
      """, options: folder.options)
    #expect(
      trial.output == [
        #"[["b","b1",0],["b","b2",1],["c","c1",2],["c","c2",3],["a","a1",4],["a","a2",5]]"#
      ])
  }

  @Test func aFileThatIsMissingFailsTheStepAndCanBeReplaced() throws {
    let folder = try Folder()
    let trial = try Trial.run(
      """
      nodes:
        n:
          - sequence: [gone]
          - read: '${ . }.json'
          - catch: [ map: .kind ]
      """, options: folder.options)
    #expect(trial.output == [#""io""#])
    #expect(trial.recoveries.first?.contains("cannot read 'gone.json': No such file") == true)
    #expect(trial.recoveries.first?.contains("looked for at \(folder.path)/gone.json") == true)
  }

  @Test func missingFilesAreToldButNotThoseThatTheRunWrites() throws {
    let folder = try Folder()
    let pipeline = try checkedPipeline(
      """
      nodes:
        a: [ just: 1, save: later.json, read: later.json ]
        b: [ read: gone.json ]
        c: [ read: /dev/null ]
        d: [ fetch: { put: 'http://a.test/x', upload: gone.bin } ]
      """)
    let told = missingFiles(of: pipeline, inputs: [:], folder: folder.path).map(\.message)
    #expect(
      told == [
        "cannot read 'gone.json': No such file or directory (looked for at \(folder.path)/gone.json)",
        "cannot read 'gone.bin': No such file or directory (looked for at \(folder.path)/gone.bin)",
      ])
  }

  @Test func savesWholeOrNotAtAll() throws {
    let folder = try Folder()
    try folder.write("old".utf8, to: "kept.json")
    let trial = try Trial.run(
      """
      nodes:
        kept:
          - just: { a: 1 }
          - expect: .a == 2
          - save: kept.json
        made:
          - sequence: [one, two]
          - save: a/b/${ . }.txt
      """, options: folder.options)
    #expect(trial.output == [#""one""#, #""two""#])
    #expect(folder.text("kept.json") == "old")
    #expect(folder.text("a/b/one.txt") == "one")
    #expect(try FileManager.default.contentsOfDirectory(atPath: folder.path).sorted() == ["a", "kept.json"])
  }

  @Test(arguments: [
    ("out/${ . }", "../x", false), ("out/${ . }", "a/../../x", false), ("out/${ . }", "..", false),
    ("out/${ . }", "..x/y", true), ("${ . }", "out/../y", true), ("out/../${ . }", "y", true),
    ("out/.${ . }/x", ".", false),
  ])
  func whatATemplateBringsDoesNotLeadUpwards(path: String, name: String, isGood: Bool) throws {
    let folder = try Folder()
    try FileManager.default.createDirectory(atPath: folder.path + "/out", withIntermediateDirectories: true)
    let trial = try Trial.run("nodes: { n: [ just: \(name), save: '\(path)' ] }", options: folder.options)
    #expect((trial.failure(of: "n") == nil) == isGood)
    if !isGood { #expect(trial.failure(of: "n")?.message.hasSuffix("leads out of its folder") == true) }
  }
}
