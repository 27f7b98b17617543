import CJQ
import Values

/// Carries values into libjq and back, without text in between, and without losing digits on the way.
///
/// libjq computes with doubles. A number that a double would round is refused, unless libjq keeps its text (1.7 and later)
/// and the expression only moves values about. A number that merely comes back in another spelling (`1.10` as `1.1`) gets
/// its own spelling again.
struct LibraryValues {
  private let keepsDigits: Bool
  /// The spelling of numbers that libjq would spell otherwise, by their double.
  private var spellings: [UInt64: String] = [:]
  /// The same for numbers that no double holds.
  private var literals: [JSONNumber: String] = [:]

  /// Whether the installed libjq keeps the text of a number that is only moved about: from 1.7 on.
  static let libraryKeepsDigits = pl_jq_keeps_literals() != 0

  /// - Parameter keepsDigits: the expression only moves values about.
  init(keepsDigits: Bool) {
    self.keepsDigits = keepsDigits && Self.libraryKeepsDigits
  }

  // MARK: Into libjq

  private enum Content {
    case array([JSONValue])
    case object(JSONObject)
  }

  /// A list or object of which some elements are still to be made.
  private struct Incoming {
    var content: Content
    var next = 0
    var made: jv
  }

  /// The result is owned by the caller.
  mutating func library(_ value: JSONValue) throws(ExpressionError) -> jv {
    if let leaf = try leaf(value) { return leaf }
    var open = [try begin(value)]
    do throws(ExpressionError) {
      while true {
        let top = open.count - 1
        guard let child = Self.nextChild(&open[top]) else {
          let done = open.removeLast().made
          guard !open.isEmpty else { return done }
          Self.attach(done, to: &open[top - 1])
          continue
        }
        if let leaf = try leaf(child) {
          Self.attach(leaf, to: &open[top])
        } else {
          guard open.count < JSONValue.maximumDepth else { throw DepthLimit.error }
          open.append(try begin(child))
        }
      }
    } catch {
      for container in open { jv_free(container.made) }
      throw error
    }
  }

  private func begin(_ value: JSONValue) throws(ExpressionError) -> Incoming {
    switch value {
    case .array(let elements):
      guard let count = Int32(exactly: elements.count) else { throw Self.tooLarge }
      return Incoming(content: .array(elements), made: jv_array_sized(max(count, 1)))
    case .object(let object): return Incoming(content: .object(object), made: jv_object())
    case .null, .bool, .number, .string: preconditionFailure("a value that holds no others was made at once")
    }
  }

  private static func nextChild(_ container: inout Incoming) -> JSONValue? {
    defer { container.next += 1 }
    switch container.content {
    case .array(let elements): return container.next < elements.count ? elements[container.next] : nil
    case .object(let object): return container.next < object.count ? object[container.next].value : nil
    }
  }

  /// To be called after `nextChild`.
  private static func attach(_ child: jv, to container: inout Incoming) {
    switch container.content {
    case .array: container.made = jv_array_append(container.made, child)
    case .object(let object):
      container.made = jv_object_set(container.made, string(object[container.next - 1].key), child)
    }
  }

  /// Nil for a list or object.
  private mutating func leaf(_ value: JSONValue) throws(ExpressionError) -> jv? {
    switch value {
    case .null: return jv_null()
    case .bool(let value): return jv_bool(value ? 1 : 0)
    case .number(let number): return try self.number(number)
    case .string(let text):
      guard text.utf8.count < Int(Int32.max) / 4 else { throw Self.tooLarge }
      return Self.string(text)
    case .array, .object: return nil
    }
  }

  private static func string(_ text: String) -> jv {
    var text = text
    return text.withUTF8 { bytes in
      bytes.withMemoryRebound(to: CChar.self) { jv_string_sized($0.baseAddress, Int32(truncatingIfNeeded: $0.count)) }
    }
  }

  private mutating func number(_ number: JSONNumber) throws(ExpressionError) -> jv {
    if let integer = Int(exactly: number), integer.magnitude < 1 << 50 {
      // `-0` is the double -0, whose bits differ from those of 0.
      let double = number.isPlainInteger ? Double(integer) : number.doubleValue
      if !number.isPlainInteger { keepSpelling(number.text, of: double) }
      return jv_number(double)
    }
    let text = number.text
    guard number.survivesDouble else {
      guard keepsDigits else { throw Self.precisionError(text) }
      literals[number] = text
      return text.withCString { pl_jv_number_with_literal($0) }
    }
    let double = number.doubleValue
    if JSONNumber(double)?.text != text { keepSpelling(text, of: double) }
    return jv_number(double)
  }

  /// Of several spellings of one number the first is kept: their value is the same.
  private mutating func keepSpelling(_ text: String, of double: Double) {
    if spellings[double.bitPattern] == nil { spellings[double.bitPattern] = text }
  }

  static func precisionError(_ text: String) -> ExpressionError {
    let hint =
      Self.libraryKeepsDigits
      ? "paths and comparisons keep the digits, computing does not"
      : "paths, comparisons and whole-number arithmetic keep the digits, other expressions need libjq 1.7"
    return ExpressionError(
      .precision,
      "the number \(text) would lose digits: libjq\(Self.libraryKeepsDigits ? "" : " 1.6") computes with doubles",
      hint: hint, value: text)
  }

  private static var tooLarge: ExpressionError {
    ExpressionError(.limit, "a value is too large for libjq")
  }

  // MARK: Out of libjq

  /// A list or object of which some elements are still to be read.
  private struct Outgoing {
    var source: jv
    var isObject: Bool
    /// The place in a list, or libjq's iterator of an object.
    var next: Int32
    var key = ""
    var elements: [JSONValue] = []
    var object = JSONObject()

    var value: JSONValue { isObject ? .object(object) : .array(elements) }

    mutating func attach(_ child: JSONValue) {
      if isObject { object[key] = child } else { elements.append(child) }
    }
  }

  /// Frees `value`.
  func value(consuming value: jv) throws(ExpressionError) -> JSONValue {
    if let leaf = leaf(consuming: value) { return leaf }
    var open = [Self.begin(value)]
    while true {
      let top = open.count - 1
      guard let child = Self.nextChild(&open[top]) else {
        let done = open.removeLast()
        jv_free(done.source)
        guard !open.isEmpty else { return done.value }
        open[top - 1].attach(done.value)
        continue
      }
      if let leaf = leaf(consuming: child) {
        open[top].attach(leaf)
      } else {
        guard open.count < JSONValue.maximumDepth else {
          jv_free(child)
          for container in open { jv_free(container.source) }
          throw DepthLimit.error
        }
        open.append(Self.begin(child))
      }
    }
  }

  private static func begin(_ value: jv) -> Outgoing {
    let isObject = jv_get_kind(value) == JV_KIND_OBJECT
    return Outgoing(source: value, isObject: isObject, next: isObject ? jv_object_iter(value) : 0)
  }

  private static func nextChild(_ container: inout Outgoing) -> jv? {
    if container.isObject {
      guard jv_object_iter_valid(container.source, container.next) != 0 else { return nil }
      container.key = text(consuming: jv_object_iter_key(container.source, container.next))
      let child = jv_object_iter_value(container.source, container.next)
      container.next = jv_object_iter_next(container.source, container.next)
      return child
    }
    guard container.next < jv_array_length(jv_copy(container.source)) else { return nil }
    defer { container.next += 1 }
    return jv_array_get(jv_copy(container.source), container.next)
  }

  /// Nil for a list or object, which is then still owned by the caller.
  private func leaf(consuming value: jv) -> JSONValue? {
    switch jv_get_kind(value) {
    case JV_KIND_ARRAY, JV_KIND_OBJECT: return nil
    case JV_KIND_TRUE: return .bool(true)
    case JV_KIND_FALSE: return .bool(false)
    case JV_KIND_STRING: return .string(Self.text(consuming: value))
    case JV_KIND_NUMBER:
      defer { jv_free(value) }
      return number(value)
    default:
      jv_free(value)
      return .null
    }
  }

  private func number(_ value: jv) -> JSONValue {
    if !literals.isEmpty, let literal = pl_jv_number_literal(value), let number = JSONNumber(String(cString: literal)) {
      return .number(literals[number].flatMap { JSONNumber($0) } ?? number)
    }
    let double = jv_number_value(value)
    if !spellings.isEmpty, let text = spellings[double.bitPattern], let number = JSONNumber(text) {
      return .number(number)
    }
    // As jq prints what JSON has no word for.
    if double.isNaN { return .null }
    let finite = min(max(double, -Double.greatestFiniteMagnitude), Double.greatestFiniteMagnitude)
    return JSONNumber(finite).map(JSONValue.number) ?? .null
  }

  static func text(consuming value: jv) -> String {
    defer { jv_free(value) }
    guard let start = jv_string_value(value) else { return "" }
    let count = Int(jv_string_length_bytes(jv_copy(value)))
    return start.withMemoryRebound(to: UInt8.self, capacity: count) {
      String(decoding: UnsafeBufferPointer(start: $0, count: count), as: UTF8.self)
    }
  }
}
