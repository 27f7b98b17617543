/// All the patterns to look for, as one tree of Unicode scalars that is walked along the readings of a text.
struct SecretTrie: Sendable {
  /// What a match takes in beside the pattern.
  struct Ending: OptionSet, Sendable {
    let rawValue: UInt8

    static let plain = Ending(rawValue: 1 << 0)
    /// The base64 character before it, which shares bits with it.
    static let base64Before = Ending(rawValue: 1 << 1)
    /// The base64 character behind it, and the padding.
    static let base64Behind = Ending(rawValue: 1 << 2)
    /// All the rest of the text.
    static let everything = Ending(rawValue: 1 << 3)
  }

  /// By node and scalar.
  private var edges: [UInt64: UInt32] = [:]
  /// By node; empty where no pattern ends.
  private var endings: [Ending] = [[]]
  private var filter = PatternFilter()

  /// How many characters of a pattern must be there for a cut end to count as a match.
  private static let fewestAtCut = 3
  /// The same in front of dots, which often stand for themselves.
  private static let fewestAtDots = 4

  var isEmpty: Bool { edges.isEmpty }

  /// - Parameter pattern: Unicode scalars, at least two.
  mutating func insert(_ pattern: [UInt32], ending: Ending) {
    guard pattern.count > 1, let first = Unicode.Scalar(pattern[0]), let second = Unicode.Scalar(pattern[1]) else {
      return
    }
    filter.insert(first, second)
    var node: UInt32 = 0
    for scalar in pattern {
      let edge = UInt64(node) << 32 | UInt64(scalar)
      if let next = edges[edge] {
        node = next
      } else {
        endings.append([])
        node = UInt32(endings.count - 1)
        edges[edge] = node
      }
    }
    endings[Int(node)].formUnion(ending)
  }

  /// Where the patterns stand in a text: in order, apart from each other, overlapping and touching ones as one.
  func ranges(in utf8: UnsafeBufferPointer<UInt8>, isCut: Bool) -> [Range<Int>] {
    let text = EncodedText(bytes: utf8)
    var found: [Range<Int>] = []
    var states: [State] = []
    for start in 0..<max(0, utf8.count - 1) where filter.mayBegin(utf8[start], utf8[start + 1]) {
      guard let match = longestMatch(in: text, at: start, isCut: isCut, states: &states) else { continue }
      var merged = match
      while let last = found.last, last.upperBound >= merged.lowerBound {
        merged = min(last.lowerBound, merged.lowerBound)..<max(last.upperBound, merged.upperBound)
        found.removeLast()
      }
      found.append(merged)
    }
    return found
  }

  private struct State: Equatable {
    var node: UInt32
    var position: Int
  }

  /// All readings of the text are followed at once, one scalar of the patterns a round.
  private func longestMatch(
    in text: EncodedText, at start: Int, isCut: Bool, states: inout [State]
  ) -> Range<Int>? {
    states.removeAll(keepingCapacity: true)
    states.append(State(node: 0, position: start))
    var match: Range<Int>?
    var depth = 0
    while !states.isEmpty {
      if isCut, depth >= Self.fewestAtCut, states.contains(where: { text.mayBeCut(at: $0.position) }) {
        return start..<text.bytes.count
      }
      if depth >= Self.fewestAtDots, let end = states.lazy.compactMap({ text.dots(at: $0.position) }).first {
        match = match.map { $0.lowerBound..<max($0.upperBound, end) } ?? start..<end
      }
      let count = states.count
      for index in 0..<count {
        let state = states[index]
        text.readings(at: state.position) { scalar, end in
          guard let node = edges[UInt64(state.node) << 32 | UInt64(scalar)] else { return }
          let next = State(node: node, position: end)
          if !states[count...].contains(next) { states.append(next) }
        }
      }
      states.removeSubrange(..<count)
      depth += 1
      for state in states where !endings[Int(state.node)].isEmpty {
        let whole = text.extended(start..<state.position, by: endings[Int(state.node)])
        match = match.map { min($0.lowerBound, whole.lowerBound)..<max($0.upperBound, whole.upperBound) } ?? whole
      }
    }
    return match
  }
}

extension EncodedText {
  /// The range with what the ending takes in beside it.
  fileprivate func extended(_ range: Range<Int>, by ending: SecretTrie.Ending) -> Range<Int> {
    var start = range.lowerBound
    var end = range.upperBound
    if ending.contains(.base64Before), start > 0, Base64Core.isCharacter(bytes[start - 1]) { start -= 1 }
    if ending.contains(.base64Behind) {
      if end < bytes.count, Base64Core.isCharacter(bytes[end]) { end += 1 }
      while end < bytes.count, let padding = paddingEnd(at: end) { end = padding }
    }
    if ending.contains(.everything) { end = bytes.count }
    return start..<end
  }
}
