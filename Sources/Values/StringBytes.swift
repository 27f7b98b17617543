#if canImport(Darwin)
  import Darwin
#elseif canImport(Glibc)
  import Glibc
#else
  import Musl
#endif

// Swift compares strings by canonical equivalence; JSON and jq compare them by their code points, which in UTF-8 is by bytes.
extension String {
  package func hasSameBytes(as other: String) -> Bool {
    let count = utf8.count
    return count == other.utf8.count && byteOrder(to: other) == 0
  }

  /// Negative, 0 or positive, as this sorts before, with or after `other` by code points.
  package func byteOrder(to other: String) -> Int {
    let order = utf8.withContiguousStorageIfAvailable { left in
      other.utf8.withContiguousStorageIfAvailable { right in
        guard let leftBase = left.baseAddress, let rightBase = right.baseAddress else {
          return left.count - right.count
        }
        let order = memcmp(leftBase, rightBase, Swift.min(left.count, right.count))
        return order == 0 ? left.count - right.count : Int(order)
      }
    }
    if case .some(.some(let order)) = order { return order }
    if utf8.elementsEqual(other.utf8) { return 0 }
    return utf8.lexicographicallyPrecedes(other.utf8) ? -1 : 1
  }

  var byteHash: Int {
    var hasher = Hasher()
    hashBytes(into: &hasher)
    return hasher.finalize()
  }

  func hashBytes(into hasher: inout Hasher) {
    let isDone: Void? = utf8.withContiguousStorageIfAvailable { hasher.combine(bytes: UnsafeRawBufferPointer($0)) }
    if isDone == nil {
      for byte in utf8 { hasher.combine(byte) }
    }
    hasher.combine(utf8.count)
  }
}
