/// A subcommand: its options, its help and what it does.
protocol Command: Sendable {
  static var name: String { get }
  /// What stands behind the name on the usage line.
  static var usage: String { get }
  /// One sentence for the list of commands; no full stop.
  static var summary: String { get }
  /// More for `--help`, after the options.
  static var discussion: String { get }
  static var options: [Option] { get }
  /// What its operands are, for a shell that completes them.
  static var operands: Operands { get }
  /// Whether the main thread is to be left to Dispatch meanwhile.
  static var needsMainQueue: Bool { get }

  init(_ arguments: ParsedArguments) throws(UsageError)

  /// Does it, and tells the exit status.
  func run() -> Int32
}

/// What a command takes beside options.
enum Operands: Sendable, Equatable {
  /// Pipeline files, and folders of them.
  case pipelines
  case files
  /// One of these, or nothing.
  case words([String])
}

extension Command {
  static var discussion: String { "" }
  static var operands: Operands { .pipelines }
  static var needsMainQueue: Bool { false }

  static var help: String {
    let words = usage.isEmpty ? name : "\(name) \(usage)"
    var text = "\(summary.prefix(1).uppercased() + summary.dropFirst()).\n\nUsage: pipeline \(words)\n"
    let all = options + [.help]
    let width = all.map(\.spelling.count).max() ?? 0
    text += "\nOptions:\n"
    for option in all {
      let padding = String(repeating: " ", count: width - option.spelling.count)
      text += "  \(option.spelling)\(padding)  \(option.help)\n"
    }
    if !discussion.isEmpty { text += "\n" + discussion + "\n" }
    return text
  }
}

extension Option {
  static let help = Option("help", short: "h", "show this help")
}

/// The exit statuses (the reference in `docs/` lists them).
enum ExitStatus {
  static let success: Int32 = 0
  static let usage: Int32 = 1
  static let invalidFile: Int32 = 2
  static let transport: Int32 = 3
  static let check: Int32 = 4
}
