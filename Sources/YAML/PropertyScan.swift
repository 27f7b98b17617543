/// Finds the anchor and the tag before a node, and where the node itself begins.
struct PropertyScan {
  /// The `&name`.
  var anchor: Range<Int>?
  var tag: Range<Int>?
  /// The first byte behind them that is neither blank nor comment.
  var contentOffset = 0

  static var none: PropertyScan { PropertyScan() }

  var isEmpty: Bool { anchor == nil && tag == nil }

  private init() {}

  init(_ bytes: [UInt8], from start: Int) {
    var offset = start
    while offset < bytes.count {
      if bytes[offset] == UInt8(ascii: "&"), anchor == nil {
        let end = Self.endOfName(bytes, from: offset + 1)
        anchor = offset..<end
        offset = end
      } else if bytes[offset] == UInt8(ascii: "!"), tag == nil {
        let end = Self.endOfTag(bytes, from: offset + 1)
        tag = offset..<end
        offset = end
      } else {
        break
      }
      offset = Self.skipBlanks(bytes, from: offset)
    }
    contentOffset = offset
  }

  /// libyaml's names are letters, digits, `-` and `_` of ASCII.
  private static func endOfName(_ bytes: [UInt8], from start: Int) -> Int {
    var offset = start
    while offset < bytes.count {
      switch bytes[offset] {
      case UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
        UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "-"), UInt8(ascii: "_"):
        offset += 1
      default: return offset
      }
    }
    return offset
  }

  private static func endOfTag(_ bytes: [UInt8], from start: Int) -> Int {
    var offset = start
    let isVerbatim = start < bytes.count && bytes[start] == UInt8(ascii: "<")
    while offset < bytes.count {
      switch bytes[offset] {
      case UInt8(ascii: " "), UInt8(ascii: "\t"), UInt8(ascii: "\n"), UInt8(ascii: "\r"): return offset
      case UInt8(ascii: ","), UInt8(ascii: "["), UInt8(ascii: "]"), UInt8(ascii: "{"), UInt8(ascii: "}"):
        if !isVerbatim { return offset }
      default: break
      }
      offset += 1
    }
    return offset
  }

  private static func skipBlanks(_ bytes: [UInt8], from start: Int) -> Int {
    var offset = start
    while offset < bytes.count {
      switch bytes[offset] {
      case UInt8(ascii: " "), UInt8(ascii: "\t"), UInt8(ascii: "\n"), UInt8(ascii: "\r"): offset += 1
      case UInt8(ascii: "#") where offset > start:
        while offset < bytes.count, bytes[offset] != UInt8(ascii: "\n") { offset += 1 }
      default: return offset
      }
    }
    return offset
  }
}
