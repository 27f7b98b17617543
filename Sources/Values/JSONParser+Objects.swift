#if canImport(Darwin)
  import Darwin
#elseif canImport(Glibc)
  import Glibc
#else
  import Musl
#endif

/// A key while its object is being read.
struct ObjectKey {
  var string: String
  /// Equal for equal keys; cheap, because it only spares comparisons with the other keys of one small object.
  var hash: UInt32

  init(_ string: String, hash: UInt32) {
    self.string = string
    self.hash = hash
  }

  init(_ string: String) {
    var copy = string
    self.init(string, hash: copy.withUTF8(Self.hash))
  }

  @inline(__always)
  static func hash(_ bytes: UnsafeBufferPointer<UInt8>) -> UInt32 {
    var hash = UInt64(bytes.count) &* 0x9E37_79B9_7F4A_7C15
    var index = 0
    while index + 8 <= bytes.count {
      hash = mix(hash, UnsafeRawBufferPointer(bytes).loadUnaligned(fromByteOffset: index, as: UInt64.self))
      index += 8
    }
    var rest: UInt64 = 0
    while index < bytes.count {
      rest = rest << 8 | UInt64(bytes[index])
      index += 1
    }
    return UInt32(truncatingIfNeeded: mix(hash, rest) >> 32)
  }

  @inline(__always)
  private static func mix(_ hash: UInt64, _ word: UInt64) -> UInt64 {
    let product = (hash ^ word) &* 0xFF51_AFD7_ED55_8CCD
    return product ^ product >> 29
  }
}

/// The keys seen lately: the objects of a list mostly have the same ones, and a string made once need not be made again.
struct KeyCache: ~Copyable {
  private struct Slot {
    var bytes: UnsafeBufferPointer<UInt8>
    var key: ObjectKey
  }

  /// A power of two.
  private let size: Int
  private let slots: UnsafeMutablePointer<Slot>

  /// - Parameter length: of the text. In a short one few keys come twice, and the table itself is what costs.
  init(forTextOf length: Int) {
    size = length < 2048 ? 8 : 128
    slots = .allocate(capacity: size)
    slots.initialize(
      repeating: Slot(bytes: UnsafeBufferPointer(start: nil, count: 0), key: ObjectKey("", hash: 0)), count: size)
  }

  deinit {
    slots.deinitialize(count: size)
    slots.deallocate()
  }

  /// - Parameter bytes: ASCII, in the text being parsed, which outlives this cache.
  @inline(__always)
  mutating func key(_ bytes: UnsafeBufferPointer<UInt8>) -> ObjectKey {
    let hash = ObjectKey.hash(bytes)
    let slot = slots + Int(hash) & (size - 1)
    if slot.pointee.key.hash == hash, Self.areSame(slot.pointee.bytes, bytes) { return slot.pointee.key }
    let key = ObjectKey(String(decoding: bytes, as: UTF8.self), hash: hash)
    slot.pointee = Slot(bytes: bytes, key: key)
    return key
  }

  @inline(__always)
  private static func areSame(_ left: UnsafeBufferPointer<UInt8>, _ right: UnsafeBufferPointer<UInt8>) -> Bool {
    guard left.count == right.count else { return false }
    guard let leftBase = left.baseAddress, let rightBase = right.baseAddress else { return true }
    return memcmp(leftBase, rightBase, left.count) == 0
  }
}

extension JSONObject {
  /// Makes an object of the top of both stacks. The last of equal keys wins, at the place of the first.
  init(
    popping keys: inout MoveStack<ObjectKey>, from firstKey: Int,
    _ values: inout MoveStack<JSONValue>, from firstValue: Int
  ) {
    let count = keys.count - firstKey
    if count > Self.searchedKeys || keys.hasRepeatedHash(from: firstKey) {
      // Through the setter, which finds keys that are there.
      self.init()
      reserveCapacity(count)
      for offset in 0..<count { self[keys[firstKey + offset].string] = values[firstValue + offset] }
      keys.drop(to: firstKey)
      values.drop(to: firstValue)
    } else {
      let entries = [Entry](unsafeUninitializedCapacity: count) { buffer, initializedCount in
        keys.moveOut(from: firstKey) { offset, key in
          buffer.initializeElement(at: offset, to: Entry(key: key.string, value: .null))
        }
        values.moveOut(from: firstValue) { offset, value in buffer[offset].value = value }
        initializedCount = count
      }
      self.init(distinct: entries)
    }
  }
}

extension MoveStack<ObjectKey> {
  fileprivate func hasRepeatedHash(from first: Int) -> Bool {
    for index in first..<max(first, count) {
      let hash = self[index].hash
      for other in first..<index where self[other].hash == hash { return true }
    }
    return false
  }
}

/// A stack whose elements can be moved out into an array, without counting references.
struct MoveStack<Element>: ~Copyable {
  private var base: UnsafeMutablePointer<Element>
  private var capacity = 64
  private(set) var count = 0

  init() { base = .allocate(capacity: 64) }

  deinit {
    base.deinitialize(count: count)
    base.deallocate()
  }

  @inline(__always)
  mutating func push(_ element: consuming Element) {
    if count == capacity { grow() }
    (base + count).initialize(to: element)
    count += 1
  }

  /// The stack must not be empty.
  mutating func pop() -> Element {
    precondition(count > 0, "an element was pushed")
    count -= 1
    return (base + count).move()
  }

  @inline(__always)
  subscript(index: Int) -> Element { base[index] }

  /// The stack must not be empty.
  var top: Element { base[count - 1] }

  var isEmpty: Bool { count == 0 }

  mutating func popArray(from first: Int) -> [Element] {
    let length = count - first
    let array = [Element](unsafeUninitializedCapacity: length) { buffer, initializedCount in
      buffer.baseAddress?.moveInitialize(from: base + first, count: length)
      initializedCount = length
    }
    count = first
    return array
  }

  /// Takes the elements from `first` on, in order.
  @inline(__always)
  mutating func moveOut(from first: Int, _ body: (Int, consuming Element) -> Void) {
    for index in first..<max(first, count) { body(index - first, (base + index).move()) }
    count = first
  }

  mutating func drop(to first: Int) {
    (base + first).deinitialize(count: count - first)
    count = first
  }

  private mutating func grow() {
    let larger = UnsafeMutablePointer<Element>.allocate(capacity: capacity * 2)
    larger.moveInitialize(from: base, count: count)
    base.deallocate()
    base = larger
    capacity *= 2
  }
}
