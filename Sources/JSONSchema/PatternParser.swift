/// Reads a regular expression (ECMA 262, section 22.2.1), and the older forms that browsers read, where they mean one thing.
struct PatternParser {
  private let scalars: [UInt32]
  private var index = 0
  private var depth = 0
  private var names: [String: Int] = [:]
  /// Back references by name that stood before their group, and so can be told only at the end.
  private var highestReference = 0
  private(set) var groupCount = 0

  init(_ text: String) {
    scalars = text.unicodeScalars.map(\.value)
    // Names may be used before they are given.
    var scan = 0
    var number = 0
    var inClass = false
    while scan < scalars.count {
      switch scalars[scan] {
      case 0x5C: scan += 1  // backslash
      case 0x5B: inClass = true
      case 0x5D: inClass = false
      case 0x28 where !inClass:
        if Self.at(scan + 1, in: scalars) != 0x3F {
          number += 1
        } else if Self.at(scan + 2, in: scalars) == 0x3C, ![0x3D, 0x21].contains(Self.at(scan + 3, in: scalars)) {
          number += 1
          let name = scalars[(scan + 3)...].prefix { $0 != 0x3E }
          names[Self.string(name)] = number
        }
      default: break
      }
      scan += 1
    }
  }

  mutating func parse() throws(PatternError) -> PatternNode {
    let node = try choice()
    guard index == scalars.count else { throw PatternError("a ')' has no '(' before it") }
    guard highestReference <= groupCount else {
      throw PatternError("'\\\(highestReference)' refers to a group that is not there")
    }
    return node
  }

  // MARK: - Structure

  private mutating func choice() throws(PatternError) -> PatternNode {
    depth += 1
    defer { depth -= 1 }
    guard depth <= 100 else { throw PatternError("its groups are nested too deeply") }
    var branches = [try sequence()]
    while take("|") { branches.append(try sequence()) }
    return branches.count == 1 ? branches[0] : .choice(branches)
  }

  private mutating func sequence() throws(PatternError) -> PatternNode {
    var parts: [PatternNode] = []
    while let next = peek, next != UInt32(ascii: "|"), next != UInt32(ascii: ")") {
      let (node, canRepeat) = try term()
      parts.append(try quantified(node, canRepeat: canRepeat))
    }
    return parts.count == 1 ? parts[0] : parts.isEmpty ? .empty : .sequence(parts)
  }

  private mutating func quantified(_ node: PatternNode, canRepeat: Bool) throws(PatternError) -> PatternNode {
    let bounds: (Int, Int?)
    if take("*") {
      bounds = (0, nil)
    } else if take("+") {
      bounds = (1, nil)
    } else if take("?") {
      bounds = (0, 1)
    } else if let braces = try bracedBounds() {
      bounds = braces
    } else {
      return node
    }
    guard canRepeat else { throw PatternError("a quantifier has nothing to repeat") }
    return .repeated(node, least: bounds.0, most: bounds.1, isGreedy: !take("?"))
  }

  /// `{2}`, `{2,}` or `{2,5}`; a brace that is none of these stands for itself.
  private mutating func bracedBounds() throws(PatternError) -> (Int, Int?)? {
    let start = index
    guard take("{") else { return nil }
    guard let least = decimal() else {
      index = start
      return nil
    }
    var most: Int? = least
    if take(",") { most = decimal() }
    guard take("}") else {
      index = start
      return nil
    }
    if let most, most < least { throw PatternError("the bounds of a quantifier are out of order") }
    return (least, most)
  }

  private mutating func term() throws(PatternError) -> (PatternNode, canRepeat: Bool) {
    guard let next = peek else { return (.empty, false) }
    index += 1
    switch next {
    case UInt32(ascii: "^"): return (.start, false)
    case UInt32(ascii: "$"): return (.end, false)
    case UInt32(ascii: "."): return (.scalars(ScalarSet.lineEnds.negated), true)
    case UInt32(ascii: "("): return try group()
    case UInt32(ascii: "["): return (.scalars(try characterClass()), true)
    case UInt32(ascii: "\\"): return try escape()
    case UInt32(ascii: "*"), UInt32(ascii: "+"), UInt32(ascii: "?"):
      throw PatternError("a quantifier has nothing to repeat")
    default: return (.scalars(.one(next)), true)
    }
  }

  private mutating func group() throws(PatternError) -> (PatternNode, canRepeat: Bool) {
    func closed(_ node: PatternNode) throws(PatternError) -> PatternNode {
      guard take(")") else { throw PatternError("a '(' has no ')' after it") }
      return node
    }
    guard take("?") else {
      groupCount += 1
      let number = groupCount
      return (.group(try closed(try choice()), number: number), true)
    }
    if take(":") { return (.group(try closed(try choice()), number: nil), true) }
    if take("=") { return (.look(try closed(try choice()), isAhead: true, isWanted: true), true) }
    if take("!") { return (.look(try closed(try choice()), isAhead: true, isWanted: false), true) }
    guard take("<") else { throw PatternError("'(?' begins a form that ECMA 262 does not have") }
    if take("=") { return (.look(try closed(try choice()), isAhead: false, isWanted: true), false) }
    if take("!") { return (.look(try closed(try choice()), isAhead: false, isWanted: false), false) }
    _ = try groupName()
    groupCount += 1
    let number = groupCount
    return (.group(try closed(try choice()), number: number), true)
  }

  private mutating func groupName() throws(PatternError) -> String {
    let rest = scalars[index...].prefix { $0 != UInt32(ascii: ">") }
    guard !rest.isEmpty, index + rest.count < scalars.count else { throw PatternError("a group's name has no end") }
    index += rest.count + 1
    return Self.string(rest)
  }

  // MARK: - Escapes and classes

  private mutating func escape() throws(PatternError) -> (PatternNode, canRepeat: Bool) {
    guard let next = peek else { throw PatternError("it ends in a '\\'") }
    switch next {
    case UInt32(ascii: "b"), UInt32(ascii: "B"):
      index += 1
      return (.wordBoundary(next == UInt32(ascii: "b")), false)
    case UInt32(ascii: "k") where Self.at(index + 1, in: scalars) == UInt32(ascii: "<"):
      index += 2
      let name = try groupName()
      guard let number = names[name] else { throw PatternError("'\\k<\(name)>' refers to a group that is not there") }
      return (.backReference(number), true)
    case UInt32(ascii: "1")...UInt32(ascii: "9"):
      let number = decimal() ?? 0
      highestReference = max(highestReference, number)
      return (.backReference(number), true)
    default:
      return (.scalars(try escapedSet()), true)
    }
  }

  /// The set that an escape stands for, in a class or outside; the backslash has been read.
  private mutating func escapedSet() throws(PatternError) -> ScalarSet {
    guard let next = peek else { throw PatternError("it ends in a '\\'") }
    index += 1
    switch Unicode.Scalar(next) {
    case "d": return .digits
    case "D": return ScalarSet.digits.negated
    case "w": return .words
    case "W": return ScalarSet.words.negated
    case "s": return .spaces
    case "S": return ScalarSet.spaces.negated
    case "p", "P": return try property(isWanted: next == UInt32(ascii: "p"))
    case "t": return .one(0x09)
    case "n": return .one(0x0A)
    case "v": return .one(0x0B)
    case "f": return .one(0x0C)
    case "r": return .one(0x0D)
    case "0" where !(UInt32(ascii: "0")...UInt32(ascii: "9")).contains(peek ?? 0): return .one(0)
    case "c":
      guard let letter = peek, (UInt32(ascii: "A")...UInt32(ascii: "Z")).contains(letter & ~0x20) else {
        throw PatternError("'\\c' wants a letter after it")
      }
      index += 1
      return .one(letter & 0x1F)
    case "x": return .one(try hexadecimal(2))
    case "u": return .one(try unicodeEscape())
    case let scalar?:
      // A letter or digit that means nothing here is most often another dialect's escape, such as '\A'.
      guard !scalar.properties.isAlphabetic, !(0x30...0x39).contains(next) else {
        throw PatternError("it has no escape '\\\(scalar)'")
      }
      return .one(next)
    case nil: throw PatternError("it holds half of a surrogate pair")
    }
  }

  private mutating func property(isWanted: Bool) throws(PatternError) -> ScalarSet {
    guard take("{") else { throw PatternError("'\\p' wants a property in braces after it") }
    let rest = scalars[index...].prefix { $0 != UInt32(ascii: "}") }
    guard index + rest.count < scalars.count else { throw PatternError("a '\\p{' has no '}' after it") }
    index += rest.count + 1
    let name = Self.string(rest)
    guard let property = ScalarProperty(name, isWanted: isWanted) else {
      throw PatternError("'\\p{\(name)}' is no property known here")
    }
    var set = ScalarSet([])
    set.insert(property)
    return set
  }

  private mutating func unicodeEscape() throws(PatternError) -> UInt32 {
    if take("{") {
      var value: UInt32 = 0
      var count = 0
      while let digit = hexDigit(peek) {
        index += 1
        count += 1
        value = value &* 16 &+ digit
        guard value <= 0x10FFFF else { throw PatternError("'\\u{…}' is beyond the last character") }
      }
      guard count > 0, take("}") else { throw PatternError("'\\u{' wants hexadecimal digits and a '}' after it") }
      return value
    }
    let unit = try hexadecimal(4)
    guard (0xD800...0xDBFF).contains(unit), peek == UInt32(ascii: "\\"),
      Self.at(index + 1, in: scalars) == UInt32(ascii: "u")
    else { return unit }
    let before = index
    index += 2
    if let low = try? hexadecimal(4), (0xDC00...0xDFFF).contains(low) {
      return 0x10000 + (unit - 0xD800) << 10 + (low - 0xDC00)
    }
    index = before
    return unit
  }

  private mutating func characterClass() throws(PatternError) -> ScalarSet {
    var set = ScalarSet([])
    let isNegated = take("^")
    while !take("]") {
      let low = try classAtom()
      guard peek == UInt32(ascii: "-"), let after = Self.at(index + 1, in: scalars), after != UInt32(ascii: "]") else {
        set.insert(low)
        continue
      }
      index += 1
      let high = try classAtom()
      guard let first = low.single, let last = high.single else {
        // As browsers have it: a dash beside a class stands for itself.
        set.insert(low)
        set.insert(.one(UInt32(ascii: "-")))
        set.insert(high)
        continue
      }
      guard first <= last else { throw PatternError("a range in '[…]' is out of order") }
      set.insert(first...last)
    }
    set.isNegated = isNegated
    return set
  }

  private mutating func classAtom() throws(PatternError) -> ScalarSet {
    guard let next = peek else { throw PatternError("a '[' has no ']' after it") }
    index += 1
    guard next == UInt32(ascii: "\\") else { return .one(next) }
    switch peek {
    case UInt32(ascii: "b"):
      index += 1
      return .one(0x08)
    case UInt32(ascii: "-"):
      index += 1
      return .one(UInt32(ascii: "-"))
    default: return try escapedSet()
    }
  }

  // MARK: - Scanning

  private var peek: UInt32? { Self.at(index, in: scalars) }

  private static func at(_ index: Int, in scalars: [UInt32]) -> UInt32? {
    index < scalars.count ? scalars[index] : nil
  }

  private mutating func take(_ scalar: Unicode.Scalar) -> Bool {
    guard peek == scalar.value else { return false }
    index += 1
    return true
  }

  private mutating func decimal() -> Int? {
    var value: Int?
    while let digit = peek, (UInt32(ascii: "0")...UInt32(ascii: "9")).contains(digit) {
      value = min(1_000_000_000, (value ?? 0) * 10 + Int(digit - UInt32(ascii: "0")))
      index += 1
    }
    return value
  }

  private mutating func hexadecimal(_ count: Int) throws(PatternError) -> UInt32 {
    var value: UInt32 = 0
    for _ in 0..<count {
      guard let digit = hexDigit(peek) else { throw PatternError("an escape wants \(count) hexadecimal digits") }
      value = value * 16 + digit
      index += 1
    }
    return value
  }

  private func hexDigit(_ scalar: UInt32?) -> UInt32? {
    guard let scalar, let character = Unicode.Scalar(scalar), character.properties.isASCIIHexDigit else { return nil }
    return UInt32(String(Character(character)), radix: 16)
  }

  private static func string(_ scalars: some Sequence<UInt32>) -> String {
    var text = ""
    for scalar in scalars { text.unicodeScalars.append(Unicode.Scalar(scalar) ?? "\u{FFFD}") }
    return text
  }
}

extension UInt32 {
  fileprivate init(ascii scalar: Unicode.Scalar) { self = scalar.value }
}
