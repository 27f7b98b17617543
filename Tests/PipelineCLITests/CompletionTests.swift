import Foundation
import Testing

@testable import PipelineCLI

@Suite("Completions and the manual page come from the declarations of the commands")
struct CompletionTests {
  @Test func everyOptionIsInEachOfThem() {
    for command in Commands.all {
      for option in command.options {
        #expect(BashCompletion.text.contains("--\(option.long)"))
        #expect(ZshCompletion.text.contains("--\(option.long)"))
        #expect(FishCompletion.text.contains("-l \(option.long) "))
        #expect(ManualPage.text.contains(Roff.escaped("--\(option.long)")))
      }
    }
  }

  @Test(arguments: [
    (["pipeline", "pl"], ["plan"]),
    (["pipeline", "run", "--fail"], ["--fail-fast"]),
    (["pipeline", "run", "--color", "a"], ["auto", "always"]),
    (["pipeline", "run", "--color", "=", "ne"], ["never"]),
    (["pipeline", "run", "--color", "="], ["auto", "always", "never"]),
    (["pipeline", "plan", "-f", "m"], ["mermaid"]),
    (["pipeline", "help", "zip"], ["zipMany"]),
    (["pipeline", "completions", ""], ["bash", "zsh", "fish"]),
    (["pipeline", "run", "a b"], ["a b.yaml", "a b.folder"]),
    (["pipeline", "run", "--report-junit", "no"], ["notes.txt"]),
    (["pipeline", "run", "no"], []),
    (["pipeline", "run", "-i", ""], []),
    (["pipeline", "nothing", ""], []),
  ])
  func bashOffers(words: [String], offers: [String]) throws {
    let folder = FileManager.default.temporaryDirectory.appending(path: "completion-\(UUID())")
    try FileManager.default.createDirectory(
      at: folder.appending(path: "a b.folder"), withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }
    for name in ["a b.yaml", "notes.txt"] { try Data().write(to: folder.appending(path: name)) }
    try Data(BashCompletion.text.utf8).write(to: folder.appending(path: ".completion"))

    let bash = Process()
    bash.executableURL = URL(filePath: "/bin/bash")
    bash.currentDirectoryURL = folder
    bash.arguments =
      [
        "--norc", "-c",
        #". ./.completion; COMP_WORDS=("$@"); COMP_CWORD=$(($# - 1)); _pipeline; [ ${#COMPREPLY[@]} -eq 0 ] || printf '%s\n' "${COMPREPLY[@]}""#,
        "bash",
      ] + words
    let output = Pipe()
    bash.standardOutput = output
    try bash.run()
    let text = String(decoding: try output.fileHandleForReading.readToEnd() ?? Data(), as: UTF8.self)
    bash.waitUntilExit()
    #expect(bash.terminationStatus == 0)
    #expect(text.split(separator: "\n").map(String.init) == offers)
  }

  /// Where the shell is installed, it reads its file.
  @Test(arguments: [("zsh", ZshCompletion.text), ("fish", FishCompletion.text)])
  func otherShellsReadTheirs(shell: String, text: String) throws {
    guard
      let path = ["/usr/bin/", "/bin/", "/opt/homebrew/bin/"].map({ $0 + shell }).first(
        where: FileManager.default.fileExists)
    else {
      print("\(shell) is not installed: its completions are not read")
      return
    }
    let file = FileManager.default.temporaryDirectory.appending(path: "completion-\(UUID())")
    try Data(text.utf8).write(to: file)
    defer { try? FileManager.default.removeItem(at: file) }
    let process = try Process.run(URL(filePath: path), arguments: ["-n", file.path])
    process.waitUntilExit()
    #expect(process.terminationStatus == 0)
  }

  @Test func theManualKeepsWhatItsLanguageWouldTake() {
    #expect(Roff.escaped(".yaml") == "\\&.yaml")
    #expect(Roff.escaped("a\\b-c 'd'") == "a\\eb\\-c \\(aqd\\(aq")
    var page = Roff()
    page.paragraph(
      String(repeating: "word ", count: 13) + "next .yaml and 'more' " + String(repeating: "x", count: 60) + " .end")
    let lines = page.text.split(separator: "\n").dropFirst()
    #expect(lines.allSatisfy { $0.count <= 80 && !$0.hasPrefix(".") && !$0.hasPrefix("'") })
    #expect(page.text.contains("next .yaml"))
  }
}
