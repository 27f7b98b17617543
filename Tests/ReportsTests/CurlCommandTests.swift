import Foundation
import HTTP
import RunEvents
import Testing

@testable import Reports

@Suite struct CurlCommandTests {
  /// What a shell hands to `curl`: the words after it.
  private func words(of command: String, shell: String) throws -> [String] {
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

  /// Debian's is dash, which knows no `$'…'`.
  @Test(arguments: hard, ["/bin/sh", "/bin/bash"].filter { FileManager.default.fileExists(atPath: $0) })
  func aShellReadsTheVeryText(_ text: String, _ shell: String) throws {
    let quoted = ShellWord.quoted(text)
    #expect(try words(of: "curl \(quoted) end", shell: shell) == [text, "end"])
    if !text.hasSuffix("\n") { #expect(quoted.unicodeScalars.allSatisfy(SafeText.isHarmless)) }
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
    #expect(command("POST") == "curl -X POST http://a.test/x -H 'Content-Length: 0'")
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

  @Test func printsABodyWithControlCharacters() {
    #expect(
      command("POST", body: "-a\0b\n100%\\'!")
        == #"printf '\055a\000b\n100%%\\'\''\041' | curl -X POST http://a.test/x -H Content-Type: --data-binary @-"#)
  }

  @Test func saysSoWhereTheBodyIsNotKnownAsAWhole() {
    #expect(
      command("POST", body: "abc", size: 5000)
        == "curl -X POST http://a.test/x -H Content-Type: --data-binary @BODY # BODY: a file with the 5000 bytes of the body"
    )
    #expect(command("POST", size: 3).hasSuffix("# BODY: a file with the 3 bytes of the body"))
    // Three bytes for one that is no text.
    #expect(command("POST", body: "a\u{FFFD}b", size: 3).contains("@BODY"))
  }
}
