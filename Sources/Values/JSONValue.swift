/// A JSON value (RFC 8259) that keeps what it was parsed from: the order of an object's keys and every digit of a number.
///
/// Equality is that of jq: numbers by their exact value (`1.0 == 1`), strings by their bytes (no Unicode normalisation),
/// objects whatever the order of their keys.
package enum JSONValue: Sendable {
  case null
  case bool(Bool)
  case number(JSONNumber)
  case string(String)
  case array([JSONValue])
  case object(JSONObject)
}

// MARK: - What it holds

extension JSONValue {
  package var isNull: Bool {
    if case .null = self { true } else { false }
  }

  package var boolValue: Bool? {
    if case .bool(let value) = self { value } else { nil }
  }

  package var numberValue: JSONNumber? {
    if case .number(let value) = self { value } else { nil }
  }

  package var stringValue: String? {
    if case .string(let value) = self { value } else { nil }
  }

  package var arrayValue: [JSONValue]? {
    if case .array(let value) = self { value } else { nil }
  }

  package var objectValue: JSONObject? {
    if case .object(let value) = self { value } else { nil }
  }

  /// The whole number that this is, or nil: for a number with a fraction, one that `Int` does not hold, or another kind.
  package var intValue: Int? {
    if case .number(let value) = self { Int(exactly: value) } else { nil }
  }

  /// The nearest double of a number (infinite for `1e1000`), nil for every other kind.
  package var doubleValue: Double? {
    if case .number(let value) = self { value.doubleValue } else { nil }
  }

  /// The value of a key, nil where this is no object or has no such key.
  package subscript(key: String) -> JSONValue? {
    if case .object(let object) = self { object[key] } else { nil }
  }

  /// The element at a place from 0, nil where this is no array or is shorter.
  package subscript(index: Int) -> JSONValue? {
    if case .array(let elements) = self, elements.indices.contains(index) { elements[index] } else { nil }
  }

  /// The word jq's `type` gives: `null`, `boolean`, `number`, `string`, `array`, `object`.
  package var kindName: String {
    switch self {
    case .null: "null"
    case .bool: "boolean"
    case .number: "number"
    case .string: "string"
    case .array: "array"
    case .object: "object"
    }
  }
}

// MARK: - Literals

// Not by `nil`: in `condition ? value : nil` it would quietly make a null of what should be no value.
extension JSONValue: ExpressibleByBooleanLiteral, ExpressibleByIntegerLiteral,
  ExpressibleByFloatLiteral, ExpressibleByStringLiteral, ExpressibleByArrayLiteral, ExpressibleByDictionaryLiteral
{
  package init(booleanLiteral value: Bool) { self = .bool(value) }
  package init(integerLiteral value: Int) { self = .number(JSONNumber(value)) }
  /// A literal that no JSON number can be (an infinity) becomes null, as in jq.
  package init(floatLiteral value: Double) { self = JSONNumber(value).map(JSONValue.number) ?? .null }
  package init(stringLiteral value: String) { self = .string(value) }
  package init(arrayLiteral elements: JSONValue...) { self = .array(elements) }
  package init(dictionaryLiteral elements: (String, JSONValue)...) {
    var object = JSONObject()
    for (key, value) in elements { object[key] = value }
    self = .object(object)
  }
}
