import RunEvents

/// A text as one word of a shell command.
enum ShellWord {
  /// As it is where it is harmless, in single quotes else; by `"$(printf '…')"` where it holds control characters, so that
  /// the command stays on one line and steers no terminal. Any shell of POSIX reads it.
  ///
  /// A NUL can't be in a shell word; it is left out. Line feeds at the end stand as they are, since a shell takes them from
  /// what a command prints.
  static func quoted(_ text: String) -> String {
    if !text.isEmpty, text.utf8.allSatisfy(isPlain) { return text }
    if text.unicodeScalars.allSatisfy(SafeText.isHarmless) { return singleQuoted(text) }
    let scalars = text.unicodeScalars.filter { $0 != "\0" }
    let ends = scalars.reversed().prefix { $0 == "\n" }.count
    let head = String(String.UnicodeScalarView(scalars.dropLast(ends)))
    let word = head.isEmpty ? "" : "\"$(\(printf(head)))\""
    return ends == 0 ? word : word + "'" + String(repeating: "\n", count: ends) + "'"
  }

  /// The command that prints the very text, whatever it holds.
  static func printf(_ text: String) -> String {
    var format = ""
    for (place, scalar) in text.unicodeScalars.enumerated() {
      switch scalar {
      case "\n": format += "\\n"
      case "\r": format += "\\r"
      case "\t": format += "\\t"
      case "\\": format += "\\\\"
      case "%": format += "%%"
      // What would be an option, or an earlier command.
      case "-" where place == 0, "!": format += octal(UInt8(scalar.value))
      default:
        if SafeText.isHarmless(scalar) {
          format.unicodeScalars.append(scalar)
        } else {
          for byte in String(scalar).utf8 { format += octal(byte) }
        }
      }
    }
    return "printf " + singleQuoted(format)
  }

  /// Pieces of a request as one word; secrets come from variables. `nil` where one is a file.
  static func quoted(_ pieces: [RequestPieces.Piece]) -> String? {
    var word = ""
    for piece in pieces {
      switch piece {
      case .text(let text): word += quoted(text)
      case .secret(let name, .plain): word += "\"$\(variable(name))\""
      case .secret(let name, let encoding): word += "\"$(\(printed(name, encoding)))\""
      case .base64(let pieces):
        guard let inner = quoted(pieces) else { return nil }
        word += "\"$(printf %s \(inner) | base64 | tr -d '\\n')\""
      case .file: return nil
      }
    }
    return word
  }

  /// The command that prints what the pieces are, files included.
  static func printf(_ pieces: [RequestPieces.Piece]) -> String {
    let commands = pieces.map { piece in
      switch piece {
      case .text(let text): printf(text)
      case .file(let path): "cat " + quoted(path.hasPrefix("-") ? "./" + path : path)
      case .secret(let name, let encoding): printed(name, encoding)
      case .base64: "printf %s " + (quoted([piece]) ?? "")
      }
    }
    return commands.count == 1 ? commands[0] : "{ " + commands.joined(separator: "; ") + "; }"
  }

  /// The variable from which the secret input of that name is taken.
  private static func variable(_ name: String) -> String { "PIPELINE_SECRET_" + name }

  private static func printed(_ name: String, _ encoding: RequestPieces.Encoding) -> String {
    let plain = "printf %s \"$\(variable(name))\""
    return switch encoding {
    case .plain: plain
    case .percent: plain + " | jq -sRr @uri"
    case .form: plain + " | jq -sRr '@uri | gsub(\"%20\"; \"+\")'"
    case .json: plain + " | jq -sR . | sed 's/^\"//; s/\"$//'"
    }
  }

  private static func singleQuoted(_ text: String) -> String {
    "'" + text.split(separator: "'", omittingEmptySubsequences: false).joined(separator: "'\\''") + "'"
  }

  private static func isPlain(_ byte: UInt8) -> Bool {
    switch byte {
    case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
      UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "_"), UInt8(ascii: "@"), UInt8(ascii: "%"),
      UInt8(ascii: "+"), UInt8(ascii: ":"), UInt8(ascii: ","), UInt8(ascii: "."), UInt8(ascii: "/"),
      UInt8(ascii: "-"):
      true
    default: false
    }
  }

  /// Three digits always, so that a digit behind it is no part of it.
  private static func octal(_ byte: UInt8) -> String {
    let digits = String(byte, radix: 8)
    return "\\" + String(repeating: "0", count: 3 - digits.count) + digits
  }
}
