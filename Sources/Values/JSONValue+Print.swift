extension JSONValue {
  /// How a value is laid out as text.
  package enum Layout: Sendable {
    /// On one line, without spaces.
    case compact
    /// As jq prints: two spaces for each level, every element and key on its own line.
    case pretty
  }

  /// The value as JSON, as jq writes it: only `"`, `\`, control characters and U+007F are escaped. Numbers keep their digits.
  package func text(_ layout: Layout = .compact) -> String {
    var printer = JSONPrinter(layout)
    printer.print(self)
    return String(decoding: printer.writer.bytes, as: UTF8.self)
  }

  /// Appends the value as JSON in UTF-8.
  package func write(to bytes: inout [UInt8], _ layout: Layout = .compact) {
    var printer = JSONPrinter(layout)
    printer.print(self)
    bytes.append(contentsOf: printer.writer.bytes)
  }

  /// Appends `string` as a JSON string with its quotes.
  package static func writeString(_ string: String, to bytes: inout [UInt8]) {
    JSONValue.string(string).write(to: &bytes)
  }
}

extension JSONValue: CustomStringConvertible {
  /// Compact JSON.
  package var description: String { text() }
}

extension JSONNumber: CustomStringConvertible {
  package var description: String { text }
}

extension JSONObject: CustomStringConvertible {
  /// Compact JSON.
  package var description: String { JSONValue.object(self).text() }
}

/// Prints one value. It keeps its own stack, so that depth costs no stack of the thread.
private struct JSONPrinter: ~Copyable {
  var writer = ByteWriter()
  private let isPretty: Bool
  private var open = MoveStack<Container>()

  /// A list or object of which some elements are still to be printed.
  private struct Container {
    var content: Content
    var next = 0
  }

  private enum Content {
    case array([JSONValue])
    case object(JSONObject)
  }

  init(_ layout: JSONValue.Layout) { isPretty = layout == .pretty }

  mutating func print(_ value: JSONValue) {
    begin(value)
    while !open.isEmpty {
      var container = open.pop()
      let next = container.next
      container.next += 1
      switch container.content {
      case .array(let elements):
        guard next < elements.count else {
          end(UInt8(ascii: "]"))
          continue
        }
        separate(next)
        open.push(container)
        begin(elements[next])
      case .object(let object):
        guard next < object.count else {
          end(UInt8(ascii: "}"))
          continue
        }
        separate(next)
        open.push(container)
        let entry = object.entries[next]
        string(entry.key)
        writer.append(UInt8(ascii: ":"))
        if isPretty { writer.append(UInt8(ascii: " ")) }
        begin(entry.value)
      }
    }
  }

  /// Prints a value that holds no others, and the beginning of one that does.
  @inline(__always)
  private mutating func begin(_ value: JSONValue) {
    switch value {
    case .null: writer.append("null")
    case .bool(true): writer.append("true")
    case .bool(false): writer.append("false")
    case .number(let number):
      switch number.storage {
      case .integer(let value): writer.append(value)
      case .text(var text): text.withUTF8 { writer.append($0) }
      }
    case .string(let text): string(text)
    case .array(let elements):
      if elements.isEmpty {
        writer.append("[]")
      } else {
        writer.append(UInt8(ascii: "["))
        open.push(Container(content: .array(elements)))
      }
    case .object(let object):
      if object.isEmpty {
        writer.append("{}")
      } else {
        writer.append(UInt8(ascii: "{"))
        open.push(Container(content: .object(object)))
      }
    }
  }

  /// To be called while the container is not on the stack.
  @inline(__always)
  private mutating func separate(_ place: Int) {
    if place > 0 { writer.append(UInt8(ascii: ",")) }
    startLine(depth: open.count + 1)
  }

  @inline(__always)
  private mutating func end(_ bracket: UInt8) {
    startLine(depth: open.count)
    writer.append(bracket)
  }

  @inline(__always)
  private mutating func startLine(depth: Int) {
    guard isPretty else { return }
    writer.append(UInt8(ascii: "\n"))
    writer.append(repeating: UInt8(ascii: " "), count: depth * 2)
  }

  private mutating func string(_ string: String) {
    writer.append(UInt8(ascii: "\""))
    var string = string
    string.withUTF8 { text in
      var unwritten = 0
      for index in 0..<text.count {
        let byte = text[index]
        guard byte < 0x20 || byte == UInt8(ascii: "\"") || byte == UInt8(ascii: "\\") || byte == 0x7F else { continue }
        writer.append(UnsafeBufferPointer(rebasing: text[unwritten..<index]))
        escape(byte)
        unwritten = index + 1
      }
      writer.append(UnsafeBufferPointer(rebasing: text[unwritten...]))
    }
    writer.append(UInt8(ascii: "\""))
  }

  private mutating func escape(_ byte: UInt8) {
    writer.append(UInt8(ascii: "\\"))
    switch byte {
    case 0x08: writer.append(UInt8(ascii: "b"))
    case 0x09: writer.append(UInt8(ascii: "t"))
    case 0x0A: writer.append(UInt8(ascii: "n"))
    case 0x0C: writer.append(UInt8(ascii: "f"))
    case 0x0D: writer.append(UInt8(ascii: "r"))
    case UInt8(ascii: "\""), UInt8(ascii: "\\"): writer.append(byte)
    default:
      writer.append("u00")
      for digit in [byte >> 4, byte & 15] { writer.append(digit < 10 ? 0x30 + digit : 0x61 + digit - 10) }
    }
  }
}
