/// The nearest spelling among candidates, for `did you mean 'flatMap'?`; nil where none is near.
///
/// One that differs only in letter case comes first, then the fewest edits (a swap of neighbours is one edit, and at most
/// a third of the word may be edited), then the first among equals.
package func closestMatch(to word: String, among candidates: some Sequence<String>) -> String? {
  let letters = Array(word.lowercased().unicodeScalars)
  // What is longer than any name is no misspelled name, and the work grows with the square of the length.
  guard !letters.isEmpty, letters.count <= 100 else { return nil }
  var best: (candidate: String, distance: Int)?
  for candidate in candidates where candidate != word {
    let other = Array(candidate.lowercased().unicodeScalars)
    guard !other.isEmpty, other.count <= 100 else { continue }
    let allowed = max(1, max(letters.count, other.count) / 3)
    guard abs(other.count - letters.count) <= allowed else { continue }
    let distance = editDistance(letters, other)
    // A word of one or two letters is not near to another of which no letter is its own.
    guard distance <= allowed, distance < max(letters.count, other.count) else { continue }
    if distance < best?.distance ?? .max { best = (candidate, distance) }
  }
  return best?.candidate
}

/// The fewest insertions, deletions, replacements and swaps of neighbours that make one word of the other
/// (optimal string alignment: no piece is edited twice).
func editDistance(_ left: [Unicode.Scalar], _ right: [Unicode.Scalar]) -> Int {
  guard !left.isEmpty, !right.isEmpty else { return max(left.count, right.count) }
  var beforeLast = [Int](repeating: 0, count: right.count + 1)
  var last = Array(0...right.count)
  for row in 1...left.count {
    var current = [Int](repeating: row, count: right.count + 1)
    for column in 1...right.count {
      let replacement = last[column - 1] + (left[row - 1] == right[column - 1] ? 0 : 1)
      var least = min(replacement, last[column] + 1, current[column - 1] + 1)
      if row > 1, column > 1, left[row - 1] == right[column - 2], left[row - 2] == right[column - 1] {
        least = min(least, beforeLast[column - 2] + 1)
      }
      current[column] = least
    }
    (beforeLast, last) = (last, current)
  }
  return last[right.count]
}
