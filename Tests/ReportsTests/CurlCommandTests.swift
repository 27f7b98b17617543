import Foundation
import HTTP
import RunEvents
import Testing

@testable import Reports

@Suite struct CurlCommandTests {
  /// What a shell hands to `curl`: the words after it.
  private func words(of command: String, shell: String = "/bin/bash") throws -> [String] {
    let process = Process()
    let pipe = Pipe()
    process.executableURL = URL(fileURLWithPath: shell)
    process.arguments = ["-c", "curl() { printf '%s\\0' \"$@\"; }\n" + command]
    process.standardOutput = pipe
    try process.run()
    let data = pipe.fileHandleForReading.readDataToEndOfFile()
    process.waitUntilExit()
    return String(decoding: data, as: UTF8.self).split(separator: "\0", omittingEmptySubsequences: false).dropLast()
      .map(String.init)
  }

  private static let hard = [
    "", "plain", "it's", "a b", "$HOME `id` $(id) \\ \" !x", "*?[a]{b,c}~", "-X", "#", "ü日本\u{1F600}", "a\nb",
    "\ta\\n'b\r",
    "\u{1b}[2J7", "\u{85}\u{202e}'\\", "%41&;|<>()", "\n'\n", "\\", "'", "''",
  ]

  @Test(.enabled(if: FileManager.default.fileExists(atPath: "/bin/bash"), "bash quotes $'…'"), arguments: hard)
  func aShellReadsTheVeryText(_ text: String) throws {
    let quoted = ShellWord.quoted(text)
    #expect(try words(of: "curl \(quoted) end") == [text, "end"])
    #expect(quoted.unicodeScalars.allSatisfy(SafeText.isHarmless))
  }

  @Test func aPlainShellReadsWhatHasNoControls() throws {
    for text in Self.hard where text.unicodeScalars.allSatisfy(SafeText.isHarmless) {
      #expect(try words(of: "curl \(ShellWord.quoted(text)) end", shell: "/bin/sh") == [text, "end"])
    }
  }

  private func command(
    _ method: String, _ url: String = "http://a.test/x", headers: [Header] = [], body: String? = nil, size: Int? = nil,
    file: String? = nil
  ) -> String {
    CurlCommand.text(
      of: RequestDescription(
        id: 1, node: 0, step: fetch, attempt: 1, method: method, url: url, headers: headers,
        bodySize: size ?? body?.utf8.count ?? 0, bodyStart: body, uploadFile: file))
  }

  @Test func writesWhatCurlNeedsAndNoMore() {
    #expect(command("GET") == "curl http://a.test/x")
    #expect(command("HEAD") == "curl -I http://a.test/x")
    #expect(command("POST") == "curl -X POST http://a.test/x")
    #expect(command("DELETE") == "curl -X DELETE http://a.test/x")
    #expect(
      command("GET", headers: [Header("Accept", "*/*"), Header("X-Empty", "")])
        == "curl http://a.test/x -H 'Accept: */*' -H 'X-Empty;'")
    #expect(
      command("POST", headers: [Header("content-type", "text/plain"), Header("Content-Length", "3")], body: "@it")
        == "curl -X POST http://a.test/x -H 'content-type: text/plain' --data-raw @it")
    #expect(command("POST", body: "x") == "curl -X POST http://a.test/x -H Content-Type: --data-raw x")
  }

  @Test func keepsTheURLAsItIs() {
    #expect(command("GET", "http://a.test/a/../b?x=[1]") == "curl -g --path-as-is 'http://a.test/a/../b?x=[1]'")
    #expect(command("GET", "http://a.test/a/%2e%2E/b") == "curl --path-as-is http://a.test/a/%2e%2E/b")
    #expect(command("GET", "http://a.test/a?b=/../c") == "curl 'http://a.test/a?b=/../c'")
  }

  @Test func streamsAnUploadedFile() {
    #expect(
      command("PUT", size: 9, file: "a b.bin") == "curl -X PUT http://a.test/x -H Expect: -T 'a b.bin'")
    // `-T` would add the file's name to these.
    #expect(
      command("PUT", "http://a.test/x/", size: 9, file: "f")
        == "curl -X PUT http://a.test/x/ -H Content-Type: --data-binary @f")
    #expect(
      command("PUT", "http://a.test", size: 9, file: "f")
        == "curl -X PUT http://a.test -H Content-Type: --data-binary @f")
    #expect(
      command("POST", headers: [Header("Content-Type", "audio/mp4")], size: 9, file: "f")
        == "curl -X POST http://a.test/x -H 'Content-Type: audio/mp4' --data-binary @f")
  }

  @Test func saysSoWhereTheBodyIsNotKnownAsAWhole() {
    #expect(
      command("POST", body: "abc", size: 5000)
        == "curl -X POST http://a.test/x -H Content-Type: --data-binary @BODY # BODY: a file with the 5000 bytes of the body"
    )
    #expect(command("POST", size: 3).hasSuffix("# BODY: a file with the 3 bytes of the body"))
    #expect(command("POST", body: "a\0b").contains("@BODY"))
  }
}
