import Streams

/// What the random streams carry: a number, or a list of such.
enum Value: Hashable, Sendable, CustomStringConvertible {
  case number(Int)
  case list([Value])

  /// The number that stands for it in arithmetic and in conditions.
  var key: Int {
    switch self {
    case .number(let number): number
    case .list(let values): values.reduce(7) { ($0 * 31 + $1.key) % Value.modulus }
    }
  }

  private static let modulus = 9973

  /// Another number for each value and each `other`, near enough.
  func mixed(with other: Int) -> Value { .number((key * 31 + other) % Value.modulus) }

  /// Whether a condition that holds for one value in `divisor` holds for this one. None is met with a divisor of 0.
  func isMultiple(of divisor: Int) -> Bool { divisor > 0 && key % divisor == 0 }

  /// What `mapMany` makes of it: up to three values.
  var several: [Value] { (0..<key % 4).map { mixed(with: $0) } }

  /// What `expand` makes of it: up to two smaller values, so that it comes to an end.
  var smaller: [Value] { (0..<key % 3).map { .number(key / (3 + $0)) } }

  var description: String {
    switch self {
    case .number(let number): "\(number)"
    case .list(let values): "[\(values.map(\.description).joined(separator: " "))]"
    }
  }
}

/// A value on its way, counted for as long as it lives.
struct Grain: Sendable {
  let value: Value
  private let life: Tracked

  init(_ value: Value, _ count: Tracked.Count) {
    self.value = value
    life = Tracked(count)
  }
}

/// The same numbers for the same seed (splitmix64).
struct Dice: RandomNumberGenerator {
  private var state: UInt64

  init(seed: Int) { state = UInt64(bitPattern: Int64(seed)) &* 0xD134_2543_DE82_EF95 &+ 0x2545_F491_4F6C_DD1D }

  mutating func next() -> UInt64 {
    state &+= 0x9E37_79B9_7F4A_7C15
    var mixed = state
    mixed = (mixed ^ (mixed >> 30)) &* 0xBF58_476D_1CE4_E5B9
    mixed = (mixed ^ (mixed >> 27)) &* 0x94D0_49BB_1331_11EB
    return mixed ^ (mixed >> 31)
  }

  /// 0 to `sides - 1`.
  mutating func roll(_ sides: Int) -> Int { Int(next() % UInt64(sides)) }

  /// True `times` times in `sides`.
  mutating func chance(_ times: Int, in sides: Int) -> Bool { roll(sides) < times }
}
