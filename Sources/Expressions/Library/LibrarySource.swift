/// The one program that holds all expressions of a run: it takes `[dot, choices…, variables…]`.
///
/// The choices are booleans that lead through a tree of conditions to the expression, so that the last one costs hardly more
/// than the first, and no number is compared on the way.
struct LibrarySource {
  let text: String
  /// The line on which each expression starts, from 1.
  let firstLines: [Int]
  /// For each expression its choices, all of one length.
  let choices: [[Bool]]

  init(_ expressions: [LibraryExpression]) {
    var levels = 0
    while 1 << levels < expressions.count { levels += 1 }
    var text = Self.guards(for: expressions)
    var line = 1
    var firstLines: [Int] = []
    var choices: [[Bool]] = []
    func write(_ range: Range<Int>, _ path: [Bool]) {
      if range.count == 1 {
        let expression = expressions[range.lowerBound]
        choices.append(path + Array(repeating: false, count: levels - path.count))
        for (place, name) in expression.variables.enumerated() { text += ".[\(1 + levels + place)] as $\(name) | " }
        // On lines of its own, so that the line of a message tells whose it is.
        text += ".[0] | (\n" + expression.text + "\n)"
        line += 1
        firstLines.append(line)
        line += 1 + expression.text.utf8.count { $0 == UInt8(ascii: "\n") }
        return
      }
      let middle = range.lowerBound + (range.count + 1) / 2
      text += "if .[\(1 + path.count)] then "
      write(range.lowerBound..<middle, path + [true])
      text += " else "
      write(middle..<range.upperBound, path + [false])
      text += " end"
    }
    if expressions.isEmpty { text += "." } else { write(expressions.indices, []) }
    self.text = text
    self.firstLines = firstLines
    self.choices = choices
  }

  /// The expression in which libjq's message lies, by its line.
  func expression(of message: String) -> Int? {
    guard let range = message.range(ofBytes: ", line ") else { return nil }
    let line = Int(message.utf8[range.upperBound...].prefix { $0.isDigit }.reduce(0) { $0 * 10 + Int($1 - 0x30) })
    // The last one that starts on that line or before it.
    return firstLines.lastIndex { $0 <= line }
  }

  /// Redefinitions that keep libjq 1.6 from crashing: it never returns from searching for an empty string.
  private static func guards(for expressions: [LibraryExpression]) -> String {
    let used = expressions.reduce(into: Set<String>()) { $0.formUnion($1.functions) }
    var text = ""
    for (name, nothing) in [("indices", "[]"), ("index", "null"), ("rindex", "null")] where used.contains(name) {
      text += "def _pl_\(name)($x): \(name)($x); "
      text += "def \(name)($x): if $x == \"\" and type == \"string\" then \(nothing) else _pl_\(name)($x) end; "
    }
    return text
  }
}

extension String {
  /// The first place where `text` stands.
  fileprivate func range(ofBytes text: String) -> Range<String.Index>? {
    let bytes = utf8
    var start = bytes.startIndex
    while start != bytes.endIndex {
      if bytes[start...].starts(with: text.utf8) {
        return start..<bytes.index(start, offsetBy: text.utf8.count)
      }
      start = bytes.index(after: start)
    }
    return nil
  }
}

extension UInt8 {
  fileprivate var isDigit: Bool { self &- 0x30 < 10 }
}
