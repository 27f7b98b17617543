import Values

/// `[…]`: collects the outputs.
struct ArrayOperation: SinglePlainOperation {
  var content: (any PlainOperation)?

  func one(_ dot: JSONValue, _ context: PlainContext) throws(PlainFailure) -> JSONValue {
    var elements: [JSONValue] = []
    try content?.each(dot, context) { value throws(PlainFailure) in
      try context.step()
      elements.append(value)
    }
    return .array(elements)
  }
}

/// `{…}` where every key and value has one output.
struct ObjectOperation: SinglePlainOperation {
  enum Key: Sendable {
    case name(String)
    case computed(any SinglePlainOperation)
  }

  var entries: [(key: Key, value: any SinglePlainOperation)]

  func one(_ dot: JSONValue, _ context: PlainContext) throws(PlainFailure) -> JSONValue {
    var object = JSONObject()
    object.reserveCapacity(entries.count)
    for entry in entries {
      let name: String
      switch entry.key {
      case .name(let fixed): name = fixed
      case .computed(let operation):
        let key = try operation.one(dot, context)
        guard case .string(let text) = key else {
          throw .raised("Object keys must be strings")
        }
        name = text
      }
      object[name] = try entry.value.one(dot, context)
    }
    return .object(object)
  }
}

/// A string with interpolations, maybe after a format.
struct StringOperation: SinglePlainOperation {
  enum Part: Sendable {
    case text(String)
    case value(any SinglePlainOperation)
  }

  var format: TextFormat
  var parts: [Part]

  func one(_ dot: JSONValue, _ context: PlainContext) throws(PlainFailure) -> JSONValue {
    var result = ""
    for part in parts {
      switch part {
      case .text(let text): result += text
      case .value(let operation): result += format.text(of: try operation.one(dot, context))
      }
    }
    return .string(result)
  }
}

struct FormatOperation: SinglePlainOperation {
  var format: TextFormat

  func one(_ dot: JSONValue, _ context: PlainContext) throws(PlainFailure) -> JSONValue {
    .string(format.text(of: dot))
  }
}

/// The formats on whose output all versions of jq agree.
enum TextFormat: String, Sendable {
  case text = "@text"
  case json = "@json"
  case html = "@html"
  case base64 = "@base64"

  func text(of value: JSONValue) -> String {
    switch self {
    case .text: value.asText
    case .json: value.text()
    case .html: Self.escapeHTML(value.asText)
    case .base64: Self.encodeBase64(value.asText)
    }
  }

  private static func escapeHTML(_ text: String) -> String {
    var result = ""
    for scalar in text.unicodeScalars {
      switch scalar {
      case "<": result += "&lt;"
      case ">": result += "&gt;"
      case "&": result += "&amp;"
      case "'": result += "&#39;"
      case "\"": result += "&quot;"
      default: result.unicodeScalars.append(scalar)
      }
    }
    return result
  }

  private static func encodeBase64(_ text: String) -> String {
    let alphabet = Array("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/".utf8)
    let bytes = Array(text.utf8)
    var result: [UInt8] = []
    result.reserveCapacity((bytes.count + 2) / 3 * 4)
    for start in stride(from: 0, to: bytes.count, by: 3) {
      let count = min(3, bytes.count - start)
      var group = 0
      for offset in 0..<3 { group = group << 8 | (offset < count ? Int(bytes[start + offset]) : 0) }
      for digit in 0..<4 {
        result.append(digit <= count ? alphabet[group >> (18 - 6 * digit) & 63] : UInt8(ascii: "="))
      }
    }
    return String(decoding: result, as: UTF8.self)
  }
}

extension JSONValue {
  /// What jq's `tostring` gives: a string as it is, everything else as compact JSON.
  package var asText: String {
    if case .string(let text) = self { text } else { text() }
  }
}
