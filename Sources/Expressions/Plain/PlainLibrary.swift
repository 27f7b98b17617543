import Values

/// jq's functions of fixed arity, as far as all its versions agree on them.
enum PlainLibrary {
  typealias Function = @Sendable (JSONValue) throws(PlainFailure) -> JSONValue
  typealias ArgumentFunction = @Sendable (JSONValue, JSONValue) throws(PlainFailure) -> JSONValue

  static func function(_ name: String) -> Function? {
    switch name {
    case "not": { value throws(PlainFailure) in .bool(!value.isTruthy) }
    case "length": length
    case "type": { value throws(PlainFailure) in .string(value.kindName) }
    case "keys": keys
    case "keys_unsorted": keysUnsorted
    case "tostring": { value throws(PlainFailure) in .string(value.asText) }
    case "tojson": { value throws(PlainFailure) in .string(value.text()) }
    case "tonumber": toNumber
    case "fromjson": fromJSON
    case "add": add
    case "any": { value throws(PlainFailure) in .bool(try elements(of: value).contains(where: \.isTruthy)) }
    case "all": { value throws(PlainFailure) in .bool(try elements(of: value).allSatisfy(\.isTruthy)) }
    case "first": { value throws(PlainFailure) in try Access.place(0, of: value) }
    case "last": { value throws(PlainFailure) in try Access.place(-1, of: value) }
    case "reverse": { value throws(PlainFailure) in .array(try array(value).reversed()) }
    case "sort": { value throws(PlainFailure) in .array(sorted(try array(value))) }
    case "unique": unique
    case "to_entries": toEntries
    case "ascii_downcase": { value throws(PlainFailure) in .string(try changeCase(value, from: "A")) }
    case "ascii_upcase": { value throws(PlainFailure) in .string(try changeCase(value, from: "a")) }
    case "floor": { value throws(PlainFailure) in try round(value, .down) }
    case "ceil": { value throws(PlainFailure) in try round(value, .up) }
    case "error": { value throws(PlainFailure) in throw raise(value) }
    default: nil
    }
  }

  static func argumentFunction(_ name: String) -> ArgumentFunction? {
    switch name {
    case "has": has
    case "error": { _, message throws(PlainFailure) in throw raise(message) }
    case "join": join
    case "split": split
    case "startswith":
      { value, part throws(PlainFailure) in
        guard case .string(let text) = value, case .string(let part) = part else {
          throw .raised("startswith() requires string inputs")
        }
        return .bool(text.utf8.starts(with: part.utf8))
      }
    case "endswith":
      { value, part throws(PlainFailure) in
        guard case .string(let text) = value, case .string(let part) = part else {
          throw .raised("endswith() requires string inputs")
        }
        return .bool(text.utf8.reversed().starts(with: part.utf8.reversed()))
      }
    case "ltrimstr":
      { value, part throws(PlainFailure) in
        guard case .string(let text) = value, case .string(let part) = part, text.utf8.starts(with: part.utf8) else {
          return value
        }
        return .string(String(decoding: text.utf8.dropFirst(part.utf8.count), as: UTF8.self))
      }
    case "rtrimstr":
      { value, part throws(PlainFailure) in
        guard case .string(let text) = value, case .string(let part) = part,
          text.utf8.reversed().starts(with: part.utf8.reversed())
        else { return value }
        return .string(String(decoding: text.utf8.dropLast(part.utf8.count), as: UTF8.self))
      }
    default: nil
    }
  }

  static func filter(_ name: String) -> (@Sendable (JSONValue) -> Bool)? {
    switch name {
    case "values": { $0 != .null }
    case "nulls": { $0 == .null }
    case "booleans": { $0.boolValue != nil }
    case "numbers": { $0.numberValue != nil }
    case "strings": { $0.stringValue != nil }
    case "arrays": { $0.arrayValue != nil }
    case "objects": { $0.objectValue != nil }
    case "iterables": { $0.arrayValue != nil || $0.objectValue != nil }
    case "scalars": { $0.arrayValue == nil && $0.objectValue == nil }
    default: nil
    }
  }

  // MARK: The functions

  /// What `error(null)` does differs between versions.
  private static func raise(_ message: JSONValue) -> PlainFailure { message.isNull ? .needsLibrary : .raised(message) }

  private static func array(_ value: JSONValue) throws(PlainFailure) -> [JSONValue] {
    guard case .array(let elements) = value else { throw .needsLibrary }
    return elements
  }

  private static func elements(of value: JSONValue) throws(PlainFailure) -> [JSONValue] {
    switch value {
    case .array(let elements): return elements
    case .object(let object): return object.values
    default: throw Access.cannotIterate(value)
    }
  }

  private static let length: Function = { value throws(PlainFailure) in
    switch value {
    case .null: return 0
    case .bool: throw .raised("boolean (\(value)) has no length")
    case .number(let number):
      guard number.text.hasPrefix("-") else { return value }
      return JSONNumber(String(number.text.dropFirst())).map(JSONValue.number) ?? value
    case .string(let text): return .number(JSONNumber(text.unicodeScalars.count))
    case .array(let elements): return .number(JSONNumber(elements.count))
    case .object(let object): return .number(JSONNumber(object.count))
    }
  }

  private static let keys: Function = { value throws(PlainFailure) in
    switch value {
    case .object(let object): return .array(object.sortedKeys.map(JSONValue.string))
    default: return try keysUnsorted(value)
    }
  }

  private static let keysUnsorted: Function = { value throws(PlainFailure) in
    switch value {
    case .object(let object): return .array(object.keys.map(JSONValue.string))
    case .array(let elements): return .array(elements.indices.map { .number(JSONNumber($0)) })
    default: throw .raised("\(value.kindName) (\(Access.shown(value))) has no keys")
    }
  }

  private static let has: ArgumentFunction = { value, key throws(PlainFailure) in
    switch (value, key) {
    case (.object(let object), .string(let name)): return .bool(object.contains(name))
    case (.array(let elements), .number(let number)):
      guard let place = Int(exactly: number) else { throw .needsLibrary }
      return .bool(elements.indices.contains(place))
    default: throw .needsLibrary
    }
  }

  private static let toNumber: Function = { value throws(PlainFailure) in
    switch value {
    case .number: return value
    case .string(let text):
      guard let number = JSONNumber(text) else { throw .needsLibrary }
      return .number(number)
    default: throw .raised("\(value.kindName) (\(Access.shown(value))) cannot be parsed as a number")
    }
  }

  private static let fromJSON: Function = { value throws(PlainFailure) in
    guard case .string(let text) = value else { throw .needsLibrary }
    guard let parsed = try? JSONValue(parsing: text) else { throw .needsLibrary }
    return parsed
  }

  private static let add: Function = { value throws(PlainFailure) in
    let elements = try elements(of: value)
    // Lists of strings and of lists are joined in one go; adding them pair by pair would be quadratic.
    if elements.count > 2 {
      let strings = elements.compactMap(\.stringValue)
      if strings.count == elements.count { return .string(strings.joined()) }
      let arrays = elements.compactMap(\.arrayValue)
      if arrays.count == elements.count { return .array(Array(arrays.joined())) }
    }
    var sum = JSONValue.null
    for element in elements { sum = try Arithmetic.apply(.plus, sum, element) }
    return sum
  }

  private static func sorted(_ elements: [JSONValue]) -> [JSONValue] {
    elements.indices.sorted { left, right in
      let order = JSONValue.order(elements[left], elements[right])
      return order == 0 ? left < right : order < 0
    }
    .map { elements[$0] }
  }

  private static let unique: Function = { value throws(PlainFailure) in
    var result: [JSONValue] = []
    for element in sorted(try array(value)) where result.last != element { result.append(element) }
    return .array(result)
  }

  private static let toEntries: Function = { value throws(PlainFailure) in
    guard case .object(let object) = value else { throw .needsLibrary }
    return .array(object.map { .object(["key": .string($0.key), "value": $0.value]) })
  }

  private static func changeCase(_ value: JSONValue, from first: Unicode.Scalar) throws(PlainFailure) -> String {
    guard case .string(let text) = value else { throw .needsLibrary }
    let start = UInt8(ascii: first)
    return String(decoding: text.utf8.map { $0 &- start < 26 ? $0 ^ 0x20 : $0 }, as: UTF8.self)
  }

  private static func round(_ value: JSONValue, _ rule: FloatingPointRoundingRule) throws(PlainFailure) -> JSONValue {
    guard case .number(let number) = value else { throw .needsLibrary }
    if Int(exactly: number) != nil { return value }
    guard number.survivesDouble, let rounded = JSONNumber(number.doubleValue.rounded(rule)) else { throw .needsLibrary }
    return .number(rounded)
  }

  private static let join: ArgumentFunction = { value, separator throws(PlainFailure) in
    guard case .array(let elements) = value, case .string(let separator) = separator else { throw .needsLibrary }
    var parts: [String] = []
    for element in elements {
      switch element {
      case .null: parts.append("")
      case .string(let text): parts.append(text)
      case .bool, .number: parts.append(element.text())
      case .array, .object: throw .needsLibrary
      }
    }
    return .string(parts.joined(separator: separator))
  }

  private static let split: ArgumentFunction = { value, separator throws(PlainFailure) in
    guard case .string(let text) = value, case .string(let separator) = separator else { throw .needsLibrary }
    if text.isEmpty { return [] }
    if separator.isEmpty { return .array(text.unicodeScalars.map { .string(String($0)) }) }
    let bytes = Array(text.utf8)
    let mark = Array(separator.utf8)
    var parts: [JSONValue] = []
    var start = 0
    var place = 0
    while place + mark.count <= bytes.count {
      if bytes[place] == mark[0], bytes[place..<place + mark.count].elementsEqual(mark) {
        parts.append(.string(String(decoding: bytes[start..<place], as: UTF8.self)))
        place += mark.count
        start = place
      } else {
        place += 1
      }
    }
    parts.append(.string(String(decoding: bytes[start...], as: UTF8.self)))
    return .array(parts)
  }
}
