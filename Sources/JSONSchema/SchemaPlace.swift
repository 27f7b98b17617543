/// A place in one of the documents that make up a schema.
struct SchemaPlace: Hashable {
  /// The number of the document; 0 is the schema that was given.
  let document: Int
  /// A JSON pointer.
  let pointer: String

  // By bytes: two keys may look the same in Unicode's eyes and still be two.
  static func == (left: Self, right: Self) -> Bool {
    left.document == right.document && left.pointer.utf8.elementsEqual(right.pointer.utf8)
  }

  func hash(into hasher: inout Hasher) {
    hasher.combine(document)
    for byte in pointer.utf8 { hasher.combine(byte) }
  }

  func appending(_ token: String) -> SchemaPlace {
    SchemaPlace(document: document, pointer: pointer + "/" + escapedPointerToken(token))
  }
}

/// What references at a place are resolved against.
struct SchemaScope {
  /// The root of the innermost schema with an `$id`, or of the document.
  let root: SchemaPlace
  let base: String
}

/// A key or index as JSON pointers write it (RFC 6901).
func escapedPointerToken(_ token: String) -> String {
  guard token.utf8.contains(where: { $0 == UInt8(ascii: "~") || $0 == UInt8(ascii: "/") }) else { return token }
  var escaped = ""
  for scalar in token.unicodeScalars {
    switch scalar {
    case "~": escaped += "~0"
    case "/": escaped += "~1"
    default: escaped.unicodeScalars.append(scalar)
    }
  }
  return escaped
}

/// The tokens of a JSON pointer; `nil` where it does not begin with `/`.
func pointerTokens(_ pointer: String) -> [String]? {
  if pointer.isEmpty { return [] }
  guard pointer.utf8.first == UInt8(ascii: "/") else { return nil }
  return pointer.dropFirst().split(separator: "/", omittingEmptySubsequences: false).map { token in
    var plain = ""
    var afterTilde = false
    for scalar in token.unicodeScalars {
      if afterTilde {
        plain.unicodeScalars.append(scalar == "1" ? "/" : "~")
        if scalar != "0" && scalar != "1" { plain.unicodeScalars.append(scalar) }
        afterTilde = false
      } else if scalar == "~" {
        afterTilde = true
      } else {
        plain.unicodeScalars.append(scalar)
      }
    }
    return afterTilde ? plain + "~" : plain
  }
}
