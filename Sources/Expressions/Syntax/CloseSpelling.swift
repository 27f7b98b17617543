/// Finds the word that was probably meant.
enum CloseSpelling {
  /// The nearest of `candidates`, if it is near enough to be a slip; of equally near ones the first by code points.
  static func nearest(to word: String, among candidates: some Sequence<String>) -> String? {
    let limit = max(1, word.count / 3)
    var best: (distance: Int, word: String)?
    for candidate in candidates where abs(candidate.count - word.count) <= limit {
      let distance = distance(Array(word), Array(candidate))
      guard distance <= limit else { continue }
      if best == nil || (distance, candidate) < (best?.distance ?? 0, best?.word ?? "") { best = (distance, candidate) }
    }
    return best?.word
  }

  /// Insertions, deletions, replacements and swaps of neighbours.
  private static func distance(_ left: [Character], _ right: [Character]) -> Int {
    var beforeLast: [Int] = []
    var last = Array(0...right.count)
    for (row, letter) in left.enumerated() {
      var current = [row + 1]
      for (column, other) in right.enumerated() {
        var cost = min(last[column + 1], current[column]) + 1
        cost = min(cost, last[column] + (letter == other ? 0 : 1))
        if row > 0, column > 0, letter == right[column - 1], left[row - 1] == other {
          cost = min(cost, beforeLast[column - 1] + 1)
        }
        current.append(cost)
      }
      beforeLast = last
      last = current
    }
    return last[right.count]
  }
}
