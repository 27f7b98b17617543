import Diagnostics
import Foundation
import Testing

@testable import YAML

/// A folder beside the package with material that is not part of it.
func sharedFolder(_ name: String) -> URL? {
  let root = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
    .deletingLastPathComponent()
  let folder = root.deletingLastPathComponent().appending(path: "shared").appending(path: name)
  return FileManager.default.fileExists(atPath: folder.path) ? folder : nil
}

/// A JSON value as Foundation reads it, to compare trees with.
enum JSON: Decodable, Equatable, CustomStringConvertible {
  case null
  case bool(Bool)
  case number(Double)
  case string(String)
  case array([JSON])
  case object([String: JSON])

  init(from decoder: any Decoder) throws {
    let value = try decoder.singleValueContainer()
    if value.decodeNil() {
      self = .null
    } else if let bool = try? value.decode(Bool.self) {
      self = .bool(bool)
    } else if let number = try? value.decode(Double.self) {
      self = .number(number)
    } else if let string = try? value.decode(String.self) {
      self = .string(string)
    } else if let array = try? value.decode([JSON].self) {
      self = .array(array)
    } else {
      self = .object(try value.decode([String: JSON].self))
    }
  }

  init(parsing text: String) throws {
    self = try JSONDecoder().decode(JSON.self, from: Data(text.utf8))
  }

  init(_ node: YAMLNode) {
    switch node.content {
    case .sequence(let elements): self = .array(elements.map(JSON.init))
    case .mapping(let entries):
      self = .object(Dictionary(entries.map { ($0.name, JSON($0.value)) }, uniquingKeysWith: { first, _ in first }))
    case .scalar(let scalar):
      switch scalar.kind {
      case .null: self = .null
      case .bool(let value): self = .bool(value)
      case .integer(let digits), .float(let digits): self = .number(Double(digits) ?? .nan)
      case .infinity, .notANumber, .string: self = .string(scalar.text)
      }
    }
  }

  var description: String {
    switch self {
    case .null: "null"
    case .bool(let value): "\(value)"
    case .number(let value): "\(value)"
    case .string(let value): value.debugDescription
    case .array(let elements): "\(elements)"
    case .object(let entries):
      "{" + entries.sorted { $0.key < $1.key }.map { "\($0.key): \($0.value)" }.joined(separator: ", ") + "}"
    }
  }
}

extension YAMLNode {
  /// Every scalar below, keys included; what aliases stand for comes again.
  var allScalars: [YAMLScalar] {
    switch content {
    case .scalar(let scalar): [scalar]
    case .sequence(let elements): elements.flatMap(\.allScalars)
    case .mapping(let entries): entries.flatMap { $0.key.allScalars + $0.value.allScalars }
    }
  }

  /// Every node below and this one, keys included.
  var allNodes: [YAMLNode] {
    switch content {
    case .scalar: [self]
    case .sequence(let elements): [self] + elements.flatMap(\.allNodes)
    case .mapping(let entries): [self] + entries.flatMap { $0.key.allNodes + $0.value.allNodes }
    }
  }
}

/// The scalars whose places would be wrong: decoding them again does not give the text that libyaml gave.
func scalarsDecodedOtherwise(in document: YAMLDocument) -> [String] {
  (document.root?.allScalars ?? []).compactMap { scalar in
    scalar.source.bytes.withUnsafeBufferPointer { bytes in
      var decoder = ScalarDecoder(bytes, scalar, upTo: .max)
      decoder.run()
      let decoded = String(decoding: decoder.decoded, as: UTF8.self)
      return decoded == scalar.text
        ? nil
        : "\(scalar.style) \(scalar.range.start.line): \(scalar.text.debugDescription) is decoded as \(decoded.debugDescription)"
    }
  }
}

/// A text with markers `1️⃣` to `9️⃣` in it, and where they stood.
struct MarkedText {
  var source: SourceText
  /// Byte offsets, by number.
  var markers: [Int: Int] = [:]

  init(_ text: String) {
    var plain = ""
    for character in text {
      let scalars = Array(character.unicodeScalars)
      if scalars.count == 3, scalars[2] == "\u{20E3}", let number = Int(String(scalars[0])) {
        markers[number] = plain.utf8.count
      } else {
        plain.append(character)
      }
    }
    source = SourceText(name: "test.yaml", text: plain)
  }
}

/// A diagnostic that is expected at a marker; `text` is what the carets are under.
struct ExpectedDiagnostic {
  var marker: Int
  var text: String
  var message: String
  /// The marker of its only note.
  var note: Int?

  init(_ marker: Int, _ text: String, _ message: String, note: Int? = nil) {
    self.marker = marker
    self.text = text
    self.message = message
    self.note = note
  }
}

/// Reads a marked text and compares its diagnostics, all of them, with the expected ones; gives the document for more.
@discardableResult
func expectDiagnostics(
  _ text: String, _ expected: [ExpectedDiagnostic], sourceLocation: Testing.SourceLocation = #_sourceLocation
) -> YAMLDocument {
  let marked = MarkedText(text)
  let document = parseYAML(marked.source)
  func line(_ offset: Int?, _ text: String, _ message: String, _ note: Int?) -> String {
    "\(offset ?? -1) '\(text)' \(message)" + (note.map { " (note at \($0))" } ?? "")
  }
  let found = document.diagnostics.map { diagnostic in
    let range = diagnostic.range
    return line(
      range?.start.offset, range.map { marked.source.text(in: $0) } ?? "", diagnostic.message,
      diagnostic.notes.first?.range?.start.offset)
  }
  let wanted = expected.map {
    line(marked.markers[$0.marker], $0.text, $0.message, $0.note.flatMap { marked.markers[$0] })
  }
  #expect(found == wanted, sourceLocation: sourceLocation)
  return document
}
