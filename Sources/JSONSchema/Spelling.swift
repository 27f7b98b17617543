/// The candidate that a misspelt word was probably meant to be: two slips away at most, and fewer for short words.
func likelySpelling(of word: String, among candidates: some Sequence<String>) -> String? {
  let word = Array(word.utf8.prefix(64))
  var best: (candidate: String, distance: Int)?
  for candidate in candidates {
    let distance = slips(word, Array(candidate.utf8))
    if distance <= max(1, min(2, candidate.utf8.count / 3)), distance < (best?.distance ?? .max) {
      best = (candidate, distance)
    }
  }
  return best?.candidate
}

/// How many letters are wrong, missing, too many or swapped with their neighbour.
private func slips(_ left: [UInt8], _ right: [UInt8]) -> Int {
  var beforeLast: [Int] = []
  var last = Array(0...right.count)
  for (row, letter) in left.enumerated() {
    var current = [row + 1]
    for (column, other) in right.enumerated() {
      var cost = min(last[column + 1] + 1, current[column] + 1, last[column] + (letter == other ? 0 : 1))
      if row > 0, column > 0, letter == right[column - 1], left[row - 1] == other {
        cost = min(cost, beforeLast[column - 1] + 1)
      }
      current.append(cost)
    }
    (beforeLast, last) = (last, current)
  }
  return last[right.count]
}
