package import Values

extension SecretMask {
  /// The value with its strings and keys masked; a number whose digits hold a secret becomes a string.
  package func masked(_ value: JSONValue) -> JSONValue {
    guard !isEmpty else { return value }
    switch value {
    case .null, .bool, .object: return value
    case .number(let number):
      let text = masked(number.text)
      return text == number.text ? value : .string(text)
    case .string(let text): return .string(masked(text))
    case .array(let values): return .array(values.map { masked($0) })
    }
  }
}
