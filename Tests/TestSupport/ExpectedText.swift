/// A text as a golden file holds it, in which `~~~` stands for whatever may differ from run to run: within a line for
/// any run of characters (or none), alone on a line for any number of lines (or none).
package struct ExpectedText {
  private let lines: [Line]

  package init(_ text: String) {
    lines = Self.split(text).map(Line.init)
  }

  package func matches(_ actual: String) -> Bool { difference(from: actual) == nil }

  /// `nil` when it matches; else the two side by side: `-` was expected and did not come, `+` came and was not expected.
  package func difference(from actual: String) -> String? {
    let steps = alignment(with: Self.split(actual))
    if steps.allSatisfy(\.isMatch) { return nil }
    return Self.rendered(steps)
  }

  /// `actual` as a golden file would hold it: where a line still matches, its placeholders are kept.
  package func updated(to actual: String) -> String {
    var kept: [String] = []
    for step in alignment(with: Self.split(actual)) {
      switch step {
      case .match(let expected, _): kept.append(expected)
      case .wild: if kept.last != Line.wildcard { kept.append(Line.wildcard) }
      case .missing: break
      case .unexpected(let line): kept.append(line)
      }
    }
    return kept.joined(separator: "\n")
  }

  /// A line feed at the end shows as a last line that is empty.
  private static func split(_ text: String) -> [String] {
    // By bytes: to Swift, a carriage return and a line feed are one character.
    text.utf8.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false).map { String(Substring($0)) }
  }
}

extension ExpectedText {
  private struct Line {
    static let wildcard = "~~~"
    let text: String
    /// What stands between the placeholders.
    private let pieces: [[UInt8]]

    init(_ text: String) {
      self.text = text
      pieces = text.components(separatedBy: Self.wildcard)
    }

    var isWild: Bool { text == Self.wildcard }

    func matches(_ actual: String) -> Bool {
      guard pieces.count > 1, let first = pieces.first, let last = pieces.last else {
        // By bytes: to Swift, composed and decomposed letters are equal.
        return text.utf8.elementsEqual(actual.utf8)
      }
      var rest = Array(actual.utf8)[...]
      guard rest.starts(with: first) else { return false }
      rest = rest.dropFirst(first.count)
      guard rest.count >= last.count, rest.suffix(last.count).elementsEqual(last) else { return false }
      rest = rest.dropLast(last.count)
      for piece in pieces.dropFirst().dropLast() {
        guard let start = rest.firstIndex(of: piece) else { return false }
        rest = rest[(start + piece.count)...]
      }
      return true
    }
  }

  private enum Step {
    case match(expected: String, actual: String)
    /// A line of `~~~`, with one of the lines that it stands for, if any.
    case wild(actual: String?)
    case missing(String)
    case unexpected(String)

    var isMatch: Bool {
      switch self {
      case .match, .wild: true
      case .missing, .unexpected: false
      }
    }
  }

  /// The alignment with the fewest lines that differ.
  private func alignment(with actual: [String]) -> [Step] {
    // What is equal at both ends needs no search; a search costs lines times lines.
    var start = 0
    while start < min(lines.count, actual.count), !lines[start].isWild, lines[start].matches(actual[start]) {
      start += 1
    }
    var end = 0
    while end < min(lines.count, actual.count) - start {
      let line = lines[lines.count - 1 - end]
      if line.isWild || !line.matches(actual[actual.count - 1 - end]) { break }
      end += 1
    }
    let head = (0..<start).map { Step.match(expected: lines[$0].text, actual: actual[$0]) }
    let tail = (0..<end).reversed().map {
      Step.match(expected: lines[lines.count - 1 - $0].text, actual: actual[actual.count - 1 - $0])
    }
    let middle = Self.search(Array(lines[start..<(lines.count - end)]), Array(actual[start..<(actual.count - end)]))
    return head + middle + tail
  }

  private static func search(_ lines: [Line], _ actual: [String]) -> [Step] {
    // A line that `~~~` stands for costs a little, so that it stands for no more than it must, and all of them together
    // cost less than one line that differs.
    let difference = actual.count + 1
    // costs[i][j]: the least that the lines from i on cost against the actual ones from j on.
    var costs = [[Int]](repeating: [Int](repeating: 0, count: actual.count + 1), count: lines.count + 1)
    func choices(_ i: Int, _ j: Int) -> [(cost: Int, step: Step)] {
      let line = i < lines.count ? lines[i] : nil
      let isWild = line?.isWild == true
      var choices: [(cost: Int, step: Step)] = []
      if let line, !isWild, j < actual.count, line.matches(actual[j]) {
        choices.append((costs[i + 1][j + 1], .match(expected: line.text, actual: actual[j])))
      }
      if let line {
        choices.append((costs[i + 1][j] + (isWild ? 0 : difference), isWild ? .wild(actual: nil) : .missing(line.text)))
      }
      if j < actual.count {
        choices.append(
          (costs[i][j + 1] + (isWild ? 1 : difference), isWild ? .wild(actual: actual[j]) : .unexpected(actual[j])))
      }
      return choices
    }
    for i in (0...lines.count).reversed() {
      for j in (0...actual.count).reversed() { costs[i][j] = choices(i, j).map(\.cost).min() ?? 0 }
    }
    var steps: [Step] = []
    var (i, j) = (0, 0)
    while let best = choices(i, j).min(by: { $0.cost < $1.cost }) {
      steps.append(best.step)
      switch best.step {
      case .match: (i, j) = (i + 1, j + 1)
      case .missing, .wild(nil): i += 1
      case .unexpected, .wild: j += 1
      }
    }
    return steps
  }

  /// Three lines of surroundings on each side of a difference; the rest is left out.
  private static func rendered(_ steps: [Step]) -> String {
    var isShown = [Bool](repeating: false, count: steps.count)
    for (index, step) in steps.enumerated() where !step.isMatch {
      for near in max(0, index - 3)...min(steps.count - 1, index + 3) { isShown[near] = true }
    }
    var lines: [String] = []
    for (index, step) in steps.enumerated() {
      if !isShown[index] {
        if index == 0 || isShown[index - 1] { lines.append("  …") }
        continue
      }
      let isEnd = index == steps.count - 1
      switch step {
      case .match(_, let actual): if !(isEnd && actual.isEmpty) { lines.append("  \(actual)") }
      case .wild(let actual): lines.append("  \(actual ?? Line.wildcard)")
      case .missing(let text): lines.append(isEnd && text.isEmpty ? "- (a line feed at the end)" : "- \(text)")
      case .unexpected(let text): lines.append(isEnd && text.isEmpty ? "+ (a line feed at the end)" : "+ \(text)")
      }
    }
    return lines.joined(separator: "\n")
  }
}

extension String {
  fileprivate func components(separatedBy separator: String) -> [[UInt8]] {
    let separator = Array(separator.utf8)
    var rest = Array(utf8)[...]
    var pieces: [[UInt8]] = []
    while let start = rest.firstIndex(of: separator) {
      pieces.append(Array(rest[..<start]))
      rest = rest[(start + separator.count)...]
    }
    return pieces + [Array(rest)]
  }
}

extension ArraySlice<UInt8> {
  /// Where `piece` first occurs.
  fileprivate func firstIndex(of piece: [UInt8]) -> Int? {
    if piece.isEmpty { return startIndex }
    if count < piece.count { return nil }
    return (startIndex...(endIndex - piece.count)).first { self[$0...].starts(with: piece) }
  }
}
