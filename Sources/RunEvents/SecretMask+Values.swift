package import Values

extension SecretMask {
  /// The value with its strings and keys masked; a number whose digits hold a secret becomes a string, and of keys that
  /// become equal the later ones are numbered. However deep the value is, the stack does not grow.
  package func masked(_ value: JSONValue) -> JSONValue {
    guard !isEmpty else { return value }
    var open: [OpenValue] = []
    var next = value
    while true {
      var done: JSONValue
      switch next {
      case .array(let elements):
        open.append(OpenValue(rest: elements[...], keys: nil))
        done = .null
      case .object(let object):
        open.append(OpenValue(rest: object.values[...], keys: masked(keys: object.keys)))
        done = .null
      case .null, .bool, .number, .string:
        done = maskedScalar(next)
        guard !open.isEmpty else { return done }
        open[open.count - 1].done.append(done)
      }
      // Up, as long as what is open has no element left.
      while let last = open.indices.last {
        if let element = open[last].rest.popFirst() {
          next = element
          break
        }
        done = open.removeLast().value
        guard !open.isEmpty else { return done }
        open[open.count - 1].done.append(done)
      }
    }
  }

  private func maskedScalar(_ value: JSONValue) -> JSONValue {
    switch value {
    case .string(let text): return .string(masked(text))
    case .number(let number):
      let text = number.text
      let maskedText = masked(text)
      return maskedText == text ? value : .string(maskedText)
    case .null, .bool, .array, .object: return value
    }
  }

  private func masked(keys: [String]) -> [String] {
    let maskedKeys = keys.map { masked($0) }
    guard maskedKeys != keys else { return keys }
    var taken: [String: Int] = [:]
    return maskedKeys.map { key in
      let count = taken[key, default: 0] + 1
      taken[key] = count
      return count == 1 ? key : "\(key) (\(count))"
    }
  }
}

/// A list or an object whose elements are being masked.
private struct OpenValue {
  var rest: ArraySlice<JSONValue>
  /// `nil` for a list.
  var keys: [String]?
  var done: [JSONValue] = []

  var value: JSONValue {
    guard let keys else { return .array(done) }
    return .object(JSONObject(zip(keys, done)))
  }
}
