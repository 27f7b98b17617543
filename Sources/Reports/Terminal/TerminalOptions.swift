/// How the terminal's report looks. What the flags and the environment say of it is decided by the caller.
package struct TerminalOptions: Sendable {
  package enum Verbosity: Int, Sendable, Comparable {
    /// `-q`: failures only.
    case quiet
    /// A line for each finished node, messages, retries and failures.
    case normal
    /// `-v`: each request with its status and time as well.
    case verbose
    /// `-vv`: headers and the starts of the bodies as well.
    case everything

    package static func < (left: Self, right: Self) -> Bool { left.rawValue < right.rawValue }
  }

  package var verbosity: Verbosity
  package var color: Bool
  /// Whether the locale is UTF-8; else the signs are ASCII.
  package var unicode: Bool
  /// Whether running nodes are shown live. Needs a terminal that understands cursor movement.
  package var animates: Bool
  /// Whether each run begins with its name: for several files in one go.
  package var titles: Bool
  /// `--curl`: whether each request is shown with a command that repeats it.
  package var showsCurl = false

  package init(
    verbosity: Verbosity = .normal, color: Bool = false, unicode: Bool = true, animates: Bool = false,
    titles: Bool = false
  ) {
    self.verbosity = verbosity
    self.color = color
    self.unicode = unicode
    self.animates = animates
    self.titles = titles
  }
}
