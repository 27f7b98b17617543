/// Splits a text into words as a shell does, without ever running one: white space separates, `'…'` keeps everything,
/// `"…"` keeps everything but `\"` and `\\`, `\` outside of quotes keeps the next character, `#` at the start of a line
/// begins a comment.
package func shellWords(_ text: String) -> [String] {
  var words: [String] = []
  var word: String?
  var quote: Character?
  var isLineStart = true
  var characters = Array(text)[...]
  while let character = characters.popFirst() {
    if let open = quote {
      if character == open {
        quote = nil
      } else if character == "\\", open == "\"", let next = characters.first, "\"\\".contains(next) {
        word?.append(next)
        characters.removeFirst()
      } else {
        word?.append(character)
      }
      continue
    }
    if character == "#", isLineStart, word == nil {
      while let next = characters.first, !next.isNewline {
        _ = next
        characters.removeFirst()
      }
      continue
    }
    if character.isWhitespace {
      if let done = word { words.append(done) }
      word = nil
      if character.isNewline { isLineStart = true }
      continue
    }
    isLineStart = false
    word = word ?? ""
    switch character {
    case "'", "\"": quote = character
    case "\\": if let next = characters.popFirst() { word?.append(next) }
    default: word?.append(character)
    }
  }
  if let word { words.append(word) }
  return words
}
