package import Values

/// A value that a node emitted, as its start in JSON.
package struct ValueDescription: Sendable, Equatable {
  /// Its place, from 0, among the node's values.
  package var index: Int
  /// Compact JSON, or its first characters.
  package var preview: String
  /// Whether there is more of it than `preview` holds.
  package var isCut: Bool

  package init(index: Int, preview: String, isCut: Bool) {
    self.index = index
    self.preview = preview
    self.isCut = isCut
  }

  /// Takes as long as the preview is, however large the value.
  package init(index: Int, _ value: JSONValue) {
    var printer = PreviewPrinter()
    printer.print(value)
    self.init(index: index, preview: printer.text, isCut: printer.isFull)
  }

  /// So many of a node's values are told of; their number is known at its end.
  package static let mostTold = 1000

  /// The longest preview, in characters as Unicode counts them.
  package static let longestPreview = 120
}

/// Prints compact JSON until there is no room left. Each bracket takes room, so nesting is bounded too.
private struct PreviewPrinter {
  private var scalars = String.UnicodeScalarView()
  private var room = ValueDescription.longestPreview
  private(set) var isFull = false

  var text: String { String(scalars) }

  mutating func print(_ value: JSONValue) {
    if isFull { return }
    switch value {
    case .null, .bool, .number: append(value.text())
    case .string(let string): print(string)
    case .array(let elements):
      append("[")
      for (place, element) in elements.enumerated() where !isFull {
        if place > 0 { append(",") }
        print(element)
      }
      append("]")
    case .object(let object):
      append("{")
      var place = 0
      for (key, member) in object {
        if isFull { break }
        if place > 0 { append(",") }
        place += 1
        print(key)
        append(":")
        print(member)
      }
      append("}")
    }
  }

  private mutating func print(_ string: String) {
    let start = string.unicodeScalars.prefix(room)
    let isWhole = start.endIndex == string.unicodeScalars.endIndex
    var bytes: [UInt8] = []
    JSONValue.writeString(String(start), to: &bytes)
    append(String(decoding: isWhole ? bytes[...] : bytes.dropLast(), as: UTF8.self))
    if !isWhole { isFull = true }
  }

  private mutating func append(_ text: String) {
    if isFull { return }
    for scalar in text.unicodeScalars {
      if room == 0 {
        isFull = true
        return
      }
      scalars.append(scalar)
      room -= 1
    }
  }
}
