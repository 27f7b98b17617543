import HTTP
import Values

/// Why a JSON value is no event.
package struct EventFormatError: Error, Sendable, Equatable, CustomStringConvertible {
  package let message: String

  init(_ message: String) { self.message = message }

  package var description: String { message }
}

/// The members of an object inside an event, taken by their kinds; what is wrong is told with the way to it.
struct EventMembers {
  private let object: JSONObject
  private let path: String

  init(_ value: JSONValue, at path: String = "") throws(EventFormatError) {
    guard case .object(let object) = value else {
      throw EventFormatError(path.isEmpty ? "this is no object" : "'\(path)' is no object")
    }
    self.object = object
    self.path = path
  }

  func has(_ name: String) -> Bool { object[name].map { !$0.isNull } ?? false }

  func value(_ name: String) throws(EventFormatError) -> JSONValue {
    guard let value = object[name] else { throw EventFormatError("'\(path(of: name))' is missing") }
    return value
  }

  func text(_ name: String) throws(EventFormatError) -> String {
    guard let text = try value(name).stringValue else { throw wrong(name, "a string") }
    return text
  }

  func optionalText(_ name: String) throws(EventFormatError) -> String? { has(name) ? try text(name) : nil }

  /// A whole number, not negative.
  func count(_ name: String) throws(EventFormatError) -> Int {
    guard let number = try value(name).intValue, number >= 0 else { throw wrong(name, "a whole number from 0") }
    return number
  }

  func optionalCount(_ name: String) throws(EventFormatError) -> Int? { has(name) ? try count(name) : nil }

  func integer(_ name: String) throws(EventFormatError) -> Int {
    guard let number = try value(name).intValue else { throw wrong(name, "a whole number") }
    return number
  }

  func number(_ name: String) throws(EventFormatError) -> Double {
    guard let number = try value(name).doubleValue else { throw wrong(name, "a number") }
    return number
  }

  /// `false` where it is left out.
  func flag(_ name: String) throws(EventFormatError) -> Bool {
    guard has(name) else { return false }
    guard let flag = try value(name).boolValue else { throw wrong(name, "true or false") }
    return flag
  }

  func duration(_ name: String) throws(EventFormatError) -> Duration {
    guard let number = try value(name).numberValue, let duration = Duration(exactly: number) else {
      throw wrong(name, "a number of seconds")
    }
    return duration
  }

  func members(_ name: String) throws(EventFormatError) -> EventMembers {
    try EventMembers(try value(name), at: path(of: name))
  }

  func optionalMembers(_ name: String) throws(EventFormatError) -> EventMembers? {
    has(name) ? try members(name) : nil
  }

  /// The elements of a list of objects.
  func list(_ name: String) throws(EventFormatError) -> [EventMembers] {
    guard let elements = try value(name).arrayValue else { throw wrong(name, "a list") }
    var all: [EventMembers] = []
    all.reserveCapacity(elements.count)
    for (place, element) in elements.enumerated() {
      all.append(try EventMembers(element, at: "\(path(of: name))[\(place)]"))
    }
    return all
  }

  func texts(_ name: String) throws(EventFormatError) -> [String] {
    guard has(name) else { return [] }
    guard let elements = try value(name).arrayValue else { throw wrong(name, "a list") }
    let texts = elements.compactMap(\.stringValue)
    guard texts.count == elements.count else { throw wrong(name, "a list of strings") }
    return texts
  }

  func counts(_ name: String) throws(EventFormatError) -> [Int] {
    guard has(name) else { return [] }
    guard let elements = try value(name).arrayValue else { throw wrong(name, "a list") }
    let numbers = elements.compactMap(\.intValue).filter { $0 >= 0 }
    guard numbers.count == elements.count else { throw wrong(name, "a list of whole numbers from 0") }
    return numbers
  }

  func headers(_ name: String) throws(EventFormatError) -> [Header] {
    guard has(name) else { return [] }
    guard let pairs = try value(name).arrayValue else { throw wrong(name, "a list") }
    var headers: [Header] = []
    for pair in pairs {
      guard let texts = pair.arrayValue?.compactMap(\.stringValue), texts.count == 2 else {
        throw wrong(name, "a list of pairs of strings")
      }
      headers.append(Header(texts[0], texts[1]))
    }
    return headers
  }

  func wrong(_ name: String, _ expected: String) -> EventFormatError {
    EventFormatError("'\(path(of: name))' is not \(expected)")
  }

  private func path(of name: String) -> String { path.isEmpty ? name : "\(path).\(name)" }
}

extension Duration {
  /// So that any number of them can be added up.
  private static let mostSeconds: Int64 = 1_000_000_000_000

  /// `nil` where it is too large or has more decimals than a duration.
  init?(exactly number: JSONNumber) {
    let text = number.text
    let isNegative = text.hasPrefix("-")
    let parts = text.drop { $0 == "-" }.split(separator: ".", omittingEmptySubsequences: false)
    guard parts.count <= 2, let seconds = Int64(parts[0]), seconds <= Self.mostSeconds else { return nil }
    var attoseconds: Int64 = 0
    if parts.count == 2 {
      let decimals = parts[1]
      guard decimals.utf8.count <= 18, let digits = Int64(decimals), digits >= 0 else { return nil }
      attoseconds = digits
      for _ in decimals.utf8.count..<18 { attoseconds *= 10 }
    }
    self.init(
      secondsComponent: isNegative ? -seconds : seconds,
      attosecondsComponent: isNegative ? -attoseconds : attoseconds)
  }
}
