/// Unpacks DEFLATE data (RFC 1951), whole and bounded.
///
/// libcurl unpacks too, but takes data that ends early for data that has ended.
struct Inflate {
  enum Failure: Error {
    case endsEarly
    case invalid
    case tooLarge
    /// Not DEFLATE at all, by its name.
    case unknown
  }

  private var input: BitReader
  private(set) var output: [UInt8] = []
  private let limit: Int

  /// - Parameter limit: Bytes of output, beyond which it fails.
  init(_ input: ArraySlice<UInt8>, limit: Int) {
    self.input = BitReader(input)
    self.limit = limit
  }

  /// Unpacks to the end of the last block and returns what follows it.
  mutating func run() throws(Failure) -> ArraySlice<UInt8> {
    var isLast = false
    while !isLast {
      isLast = try input.bits(1) == 1
      switch try input.bits(2) {
      case 0: try copyStored()
      case 1: try expand(Self.fixedLiterals, Self.fixedDistances)
      case 2: try expandDynamic()
      default: throw .invalid
      }
    }
    return input.rest
  }

  private mutating func copyStored() throws(Failure) {
    input.alignToByte()
    let count = try input.bits(16)
    guard try input.bits(16) == count ^ 0xFFFF else { throw .invalid }
    guard count <= limit - output.count else { throw .tooLarge }
    for _ in 0..<count { output.append(UInt8(try input.bits(8))) }
  }

  private mutating func expandDynamic() throws(Failure) {
    let literalCount = try input.bits(5) + 257
    let distanceCount = try input.bits(5) + 1
    let lengthCount = try input.bits(4) + 4
    guard literalCount <= 286, distanceCount <= 30 else { throw .invalid }
    var codeLengths = [UInt8](repeating: 0, count: 19)
    for index in 0..<lengthCount { codeLengths[Self.lengthOrder[index]] = UInt8(try input.bits(3)) }
    let code = try PrefixCode(codeLengths)
    var lengths: [UInt8] = []
    while lengths.count < literalCount + distanceCount {
      let symbol = try code.next(from: &input)
      let (value, count): (UInt8, Int)
      switch symbol {
      case 16:
        guard let last = lengths.last else { throw .invalid }
        (value, count) = (last, try input.bits(2) + 3)
      case 17: (value, count) = (0, try input.bits(3) + 3)
      case 18: (value, count) = (0, try input.bits(7) + 11)
      default: (value, count) = (UInt8(symbol), 1)
      }
      lengths.append(contentsOf: repeatElement(value, count: count))
    }
    guard lengths.count == literalCount + distanceCount, lengths[256] != 0 else { throw .invalid }
    try expand(PrefixCode(lengths[..<literalCount]), PrefixCode(lengths[literalCount...]))
  }

  private mutating func expand(_ literals: PrefixCode, _ distances: PrefixCode) throws(Failure) {
    while true {
      let symbol = try literals.next(from: &input)
      if symbol < 256 {
        guard output.count < limit else { throw .tooLarge }
        output.append(UInt8(symbol))
      } else if symbol == 256 {
        return
      } else {
        guard symbol - 257 < Self.lengths.count else { throw .invalid }
        let length = try Self.lengths[symbol - 257] + input.bits(Self.lengthBits[symbol - 257])
        let place = try distances.next(from: &input)
        guard place < Self.distances.count else { throw .invalid }
        let distance = try Self.distances[place] + input.bits(Self.distanceBits[place])
        guard distance <= output.count else { throw .invalid }
        guard length <= limit - output.count else { throw .tooLarge }
        // One by one: the copy may overlap what it makes.
        for _ in 0..<length { output.append(output[output.count - distance]) }
      }
    }
  }

  private static let lengthOrder = [16, 17, 18, 0, 8, 7, 9, 6, 10, 5, 11, 4, 12, 3, 13, 2, 14, 1, 15]
  private static let lengths = [
    3, 4, 5, 6, 7, 8, 9, 10, 11, 13, 15, 17, 19, 23, 27, 31, 35, 43, 51, 59, 67, 83, 99, 115, 131, 163, 195, 227, 258,
  ]
  private static let lengthBits = [
    0, 0, 0, 0, 0, 0, 0, 0, 1, 1, 1, 1, 2, 2, 2, 2, 3, 3, 3, 3, 4, 4, 4, 4, 5, 5, 5, 5, 0,
  ]
  private static let distances = [
    1, 2, 3, 4, 5, 7, 9, 13, 17, 25, 33, 49, 65, 97, 129, 193, 257, 385, 513, 769, 1025, 1537, 2049, 3073, 4097, 6145,
    8193, 12289, 16385, 24577,
  ]
  private static let distanceBits = [
    0, 0, 0, 0, 1, 1, 2, 2, 3, 3, 4, 4, 5, 5, 6, 6, 7, 7, 8, 8, 9, 9, 10, 10, 11, 11, 12, 12, 13, 13,
  ]
  private static let fixedLiterals = PrefixCode(
    unchecked: (0..<288).map { $0 < 144 ? 8 : $0 < 256 ? 9 : $0 < 280 ? 7 : 8 })
  private static let fixedDistances = PrefixCode(unchecked: Array(repeating: 5, count: 30))
}
