/// Runs a pattern's steps over a text, by backtracking.
struct PatternMatcher {
  private enum Memory {
    /// Another way to go on.
    case branch(step: Int, place: Int)
    /// What a slot held before the way that now failed.
    case slot(Int, Int)
  }

  private let program: PatternProgram
  private let text: [UInt32]
  private var slots: [Int]
  private var memory: [Memory] = []
  private var effort = 0
  private let effortLimit: Int

  private static let memoryLimit = 4_000_000

  private struct TooLong: Error {}

  init(_ program: PatternProgram, _ text: [UInt32], effortLimit: Int) {
    self.effortLimit = effortLimit
    self.program = program
    self.text = text
    slots = [Int](repeating: -1, count: program.slotCount)
  }

  /// Whether some part of the text matches; `nil` where finding out would take too long.
  mutating func search() -> Bool? {
    do {
      for start in 0...(program.isAnchored ? 0 : text.count) {
        if try run(from: 0, at: start) { return true }
      }
      return false
    } catch {
      return nil
    }
  }

  /// Whether the steps from `first` on lead to a match. On failure the slots are as before.
  private mutating func run(from first: Int, at start: Int) throws(TooLong) -> Bool {
    let floor = memory.count
    var step = first
    var place = start
    while true {
      effort += 1
      guard effort <= effortLimit, memory.count <= Self.memoryLimit else { throw TooLong() }
      var isFine = true
      switch program.steps[step] {
      case .scalar(let scalar, let isBackward):
        let at = isBackward ? place - 1 : place
        isFine = text.indices.contains(at) && text[at] == scalar
        place += isBackward ? -1 : 1
        step += 1
      case .set(let set, let isBackward):
        let at = isBackward ? place - 1 : place
        isFine = text.indices.contains(at) && program.sets[set].contains(text[at])
        place += isBackward ? -1 : 1
        step += 1
      case .jump(let next): step = next
      case .split(let next, let other):
        memory.append(.branch(step: other, place: place))
        step = next
      case .mark(let slot):
        set(slot, to: place)
        step += 1
      case .progress(let slot):
        isFine = slots[slot] != place
        step += 1
      case .backReference(let number, let isBackward):
        let (low, high) = (slots[2 * number], slots[2 * number + 1])
        // A group that took no part matches nothing, and that is fine.
        if low >= 0, high >= low {
          let length = high - low
          let at = isBackward ? place - length : place
          isFine = at >= 0 && at + length <= text.count && text[at..<(at + length)] == text[low..<high]
          place += isBackward ? -length : length
        }
        step += 1
      case .start:
        isFine = place == 0
        step += 1
      case .end:
        isFine = place == text.count
        step += 1
      case .wordBoundary(let isWanted):
        isFine = (isWord(place - 1) != isWord(place)) == isWanted
        step += 1
      case .look(let isWanted, let next):
        let before = memory.count
        let isFound = try run(from: step + 1, at: place)
        if isFound {
          // The ways not taken inside are given up; of what it noted, a look that is not wanted leaves nothing.
          forget(to: before, restoring: !isWanted)
        }
        isFine = isFound == isWanted
        step = next
      case .match: return true
      }
      if isFine { continue }
      guard let way = back(to: floor) else { return false }
      (step, place) = way
    }
  }

  private func isWord(_ place: Int) -> Bool { text.indices.contains(place) && ScalarSet.words.contains(text[place]) }

  private mutating func set(_ slot: Int, to place: Int) {
    memory.append(.slot(slot, slots[slot]))
    slots[slot] = place
  }

  /// The latest way not yet taken.
  private mutating func back(to floor: Int) -> (Int, Int)? {
    while memory.count > floor, let last = memory.popLast() {
      switch last {
      case .branch(let step, let place): return (step, place)
      case .slot(let slot, let value): slots[slot] = value
      }
    }
    return nil
  }

  private mutating func forget(to floor: Int, restoring: Bool) {
    if restoring {
      while memory.count > floor, let last = memory.popLast() {
        if case .slot(let slot, let value) = last { slots[slot] = value }
      }
    } else {
      let kept = memory[floor...].filter { if case .slot = $0 { true } else { false } }
      memory.replaceSubrange(floor..., with: kept)
    }
  }
}
