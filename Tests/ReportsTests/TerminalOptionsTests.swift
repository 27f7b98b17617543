import Reports
import Testing

@Suite struct TerminalOptionsTests {
  private func options(
    _ color: TerminalOptions.ColorChoice = .auto, isTerminal: Bool = true, environment: [String: String]
  ) -> TerminalOptions {
    var environment = environment
    if environment["TERM"] == nil { environment["TERM"] = "xterm" }
    return TerminalOptions(verbosity: .normal, color: color, isTerminal: isTerminal) { environment[$0] }
  }

  @Test func colorFollowsFlagThenEnvironmentThenTerminal() {
    #expect(options(environment: [:]).color)
    #expect(!options(isTerminal: false, environment: [:]).color)
    #expect(!options(environment: ["NO_COLOR": "1"]).color)
    #expect(options(environment: ["NO_COLOR": ""]).color)
    #expect(!options(environment: ["TERM": "dumb"]).color)
    #expect(options(isTerminal: false, environment: ["CLICOLOR_FORCE": "1"]).color)
    #expect(!options(isTerminal: false, environment: ["CLICOLOR_FORCE": "0"]).color)
    #expect(!options(isTerminal: false, environment: ["CLICOLOR_FORCE": "1", "NO_COLOR": "1"]).color)
    #expect(options(.always, isTerminal: false, environment: ["NO_COLOR": "1"]).color)
    #expect(!options(.never, environment: ["CLICOLOR_FORCE": "1"]).color)
  }

  @Test func animatesOnATerminalThatCanDoSo() {
    #expect(options(environment: [:]).animates)
    #expect(options(environment: ["NO_COLOR": "1"]).animates)
    #expect(!options(environment: ["TERM": "dumb"]).animates)
    #expect(!options(isTerminal: false, environment: ["CLICOLOR_FORCE": "1"]).animates)
    #expect(!TerminalOptions(verbosity: .quiet, color: .auto, isTerminal: true) { _ in "xterm" }.animates)
  }

  @Test func signsFollowTheLocale() {
    #expect(options(environment: ["LANG": "de_DE.UTF-8"]).unicode)
    #expect(options(environment: ["LANG": "C.utf8"]).unicode)
    #expect(!options(environment: ["LANG": "C.UTF-8", "LC_ALL": "C"]).unicode)
    #expect(!options(environment: ["LANG": "C", "LC_CTYPE": ""]).unicode)
    #expect(!options(environment: [:]).unicode)
  }
}
