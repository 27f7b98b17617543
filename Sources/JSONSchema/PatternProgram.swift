/// A regular expression as steps for the matcher.
struct PatternProgram: Sendable {
  enum Step: Sendable {
    case scalar(UInt32, isBackward: Bool)
    case set(Int, isBackward: Bool)
    case jump(Int)
    /// Tries the first, and the second should that fail.
    case split(Int, Int)
    /// Notes the place in a slot.
    case mark(Int)
    /// Fails where nothing has been consumed since the slot's mark.
    case progress(Int)
    case backReference(Int, isBackward: Bool)
    case start
    case end
    case wordBoundary(Bool)
    /// The steps after this up to `next` are a program of their own.
    case look(isWanted: Bool, next: Int)
    case match
  }

  private(set) var steps: [Step] = []
  private(set) var sets: [ScalarSet] = []
  /// Two for each group that a back reference needs, then one for each loop that could spin.
  private(set) var slotCount: Int
  /// Whether a match can only begin at the start of the text.
  let isAnchored: Bool
  private let keepsGroups: Bool

  private static let stepLimit = 100_000

  init(_ node: PatternNode, groups: Int) throws(PatternError) {
    keepsGroups = Self.hasBackReference(node)
    slotCount = keepsGroups ? 2 * (groups + 1) : 0
    isAnchored = Self.isAnchored(node)
    try add(node, isBackward: false)
    steps.append(.match)
  }

  private static func isAnchored(_ node: PatternNode) -> Bool {
    switch node {
    case .start: true
    case .sequence(let parts): parts.first.map(isAnchored) ?? false
    case .choice(let parts): parts.allSatisfy(isAnchored)
    case .group(let inner, _): isAnchored(inner)
    default: false
    }
  }

  private static func hasBackReference(_ node: PatternNode) -> Bool {
    switch node {
    case .backReference: true
    case .sequence(let parts), .choice(let parts): parts.contains(where: hasBackReference)
    case .group(let inner, _), .repeated(let inner, _, _, _), .look(let inner, _, _): hasBackReference(inner)
    case .empty, .scalars, .start, .end, .wordBoundary: false
    }
  }

  private mutating func add(_ node: PatternNode, isBackward: Bool) throws(PatternError) {
    guard steps.count < Self.stepLimit else { throw PatternError("its quantifiers make it too large") }
    switch node {
    case .empty: break
    case .scalars(let set):
      if let scalar = set.single {
        steps.append(.scalar(scalar, isBackward: isBackward))
      } else {
        sets.append(set)
        steps.append(.set(sets.count - 1, isBackward: isBackward))
      }
    case .sequence(let parts):
      for part in isBackward ? parts.reversed() : parts { try add(part, isBackward: isBackward) }
    case .choice(let parts): try addChoice(parts, isBackward: isBackward)
    case .group(let inner, let number):
      guard let number, keepsGroups else { return try add(inner, isBackward: isBackward) }
      steps.append(.mark(2 * number + (isBackward ? 1 : 0)))
      try add(inner, isBackward: isBackward)
      steps.append(.mark(2 * number + (isBackward ? 0 : 1)))
    case .repeated(let inner, let least, let most, let isGreedy):
      try addRepeated(inner, least: least, most: most, isGreedy: isGreedy, isBackward: isBackward)
    case .backReference(let number): steps.append(.backReference(number, isBackward: isBackward))
    case .start: steps.append(.start)
    case .end: steps.append(.end)
    case .wordBoundary(let isWanted): steps.append(.wordBoundary(isWanted))
    case .look(let inner, let isAhead, let isWanted):
      let place = steps.count
      steps.append(.match)
      try add(inner, isBackward: !isAhead)
      steps.append(.match)
      steps[place] = .look(isWanted: isWanted, next: steps.count)
    }
  }

  private mutating func addChoice(_ parts: [PatternNode], isBackward: Bool) throws(PatternError) {
    var ends: [Int] = []
    for (index, part) in parts.enumerated() {
      let split = steps.count
      let isLast = index == parts.count - 1
      if !isLast { steps.append(.match) }
      try add(part, isBackward: isBackward)
      if isLast { break }
      ends.append(steps.count)
      steps.append(.match)
      steps[split] = .split(split + 1, steps.count)
    }
    for end in ends { steps[end] = .jump(steps.count) }
  }

  private mutating func addRepeated(
    _ inner: PatternNode, least: Int, most: Int?, isGreedy: Bool, isBackward: Bool
  ) throws(PatternError) {
    func split(_ into: Int, _ past: Int) -> Step { isGreedy ? .split(into, past) : .split(past, into) }
    // What matches nothing needs no more than one turn; so many of them would only take time.
    let isEmpty = inner.canBeEmpty
    for _ in 0..<least {
      let before = steps.count
      try add(inner, isBackward: isBackward)
      // However often nothing is repeated, it is nothing; the limit on steps would not end this.
      if steps.count == before { break }
    }
    guard let most else {
      let slot = slotCount
      if isEmpty { slotCount += 1 }
      let loop = steps.count
      steps.append(.match)
      if isEmpty { steps.append(.mark(slot)) }
      try add(inner, isBackward: isBackward)
      if isEmpty { steps.append(.progress(slot)) }
      steps.append(.jump(loop))
      steps[loop] = split(loop + 1, steps.count)
      return
    }
    var splits: [Int] = []
    for _ in least..<most {
      splits.append(steps.count)
      steps.append(.match)
      try add(inner, isBackward: isBackward)
    }
    for place in splits { steps[place] = split(place + 1, steps.count) }
  }
}
