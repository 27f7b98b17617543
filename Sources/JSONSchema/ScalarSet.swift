/// A set of Unicode scalars: ranges and properties, or all but those.
struct ScalarSet: Sendable {
  private(set) var ranges: [ClosedRange<UInt32>] = []
  private(set) var properties: [ScalarProperty] = []
  var isNegated = false

  init(_ ranges: [ClosedRange<UInt32>], isNegated: Bool = false) {
    self.ranges = ranges
    self.isNegated = isNegated
  }

  static func one(_ scalar: UInt32) -> ScalarSet { ScalarSet([scalar...scalar]) }

  /// The scalar that is the whole set, if one is.
  var single: UInt32? {
    guard !isNegated, properties.isEmpty, ranges.count == 1, ranges[0].count == 1 else { return nil }
    return ranges[0].lowerBound
  }

  mutating func insert(_ range: ClosedRange<UInt32>) { ranges.append(range) }

  mutating func insert(_ property: ScalarProperty) { properties.append(property) }

  mutating func insert(_ other: ScalarSet) {
    properties += other.properties
    ranges += other.isNegated ? Self.complement(other.ranges) : other.ranges
  }

  func contains(_ scalar: UInt32) -> Bool {
    var isIn = ranges.contains { $0.contains(scalar) }
    if !isIn, !properties.isEmpty { isIn = properties.contains { $0.holds(for: scalar) } }
    return isIn != isNegated
  }

  private static func complement(_ ranges: [ClosedRange<UInt32>]) -> [ClosedRange<UInt32>] {
    var rest: [ClosedRange<UInt32>] = []
    var next: UInt32 = 0
    for range in ranges.sorted(by: { $0.lowerBound < $1.lowerBound }) {
      if range.lowerBound > next { rest.append(next...(range.lowerBound - 1)) }
      next = max(next, range.upperBound + 1)
    }
    if next <= 0x10FFFF { rest.append(next...0x10FFFF) }
    return rest
  }

  // The classes of ECMA 262, section 22.2.2.9: digits and words are ASCII, white space is not only.
  static let digits = ScalarSet([0x30...0x39])
  static let words = ScalarSet([0x30...0x39, 0x41...0x5A, 0x5F...0x5F, 0x61...0x7A])
  static let lineEnds = ScalarSet([0x0A...0x0A, 0x0D...0x0D, 0x2028...0x2029])
  static let spaces = ScalarSet([
    0x09...0x0D, 0x20...0x20, 0xA0...0xA0, 0x1680...0x1680, 0x2000...0x200A, 0x2028...0x2029, 0x202F...0x202F,
    0x205F...0x205F, 0x3000...0x3000, 0xFEFF...0xFEFF,
  ])

  var negated: ScalarSet {
    var copy = self
    copy.isNegated.toggle()
    return copy
  }
}
