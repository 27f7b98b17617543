/// Words of the user in single quotes, cut where they are longer than anyone wants to read in a message.
package func quoted(_ text: String, limit: Int = 60) -> String {
  guard text.unicodeScalars.count > limit else { return "'\(text)'" }
  var cut = String.UnicodeScalarView()
  cut.append(contentsOf: text.unicodeScalars.prefix(limit))
  return "'\(String(cut))…'"
}

/// The choices as a message lists them: `'a'`, `'a' or 'b'`, `one of 'a', 'b' or 'c'`.
package func oneOf(_ choices: [String]) -> String {
  guard let last = choices.last else { return "nothing" }
  let others = choices.dropLast().map { "'\($0)'" }.joined(separator: ", ")
  return switch choices.count {
  case 1: "'\(last)'"
  case 2: "\(others) or '\(last)'"
  default: "one of \(others) or '\(last)'"
  }
}

/// `did you mean 'flatMap'?` where a candidate is near, else nil.
package func didYouMean(_ word: String, among candidates: some Sequence<String>) -> String? {
  closestMatch(to: word, among: candidates).map { "did you mean '\($0)'?" }
}
