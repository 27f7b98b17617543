/// Turns libyaml's counts of characters into byte offsets.
struct ScalarOffsets {
  /// The offset of the text in its source.
  let base: Int
  private let text: UnsafeBufferPointer<UInt8>
  /// The offset in the text of every 64th character; empty where all are single bytes.
  private var checkpoints: [Int] = []

  /// The text must be UTF-8 and outlive this value.
  init(_ text: UnsafeBufferPointer<UInt8>, from base: Int) {
    self.base = base
    self.text = text
    guard text.contains(where: { $0 >= 0x80 }) else { return }
    var scalars = 0
    for (offset, byte) in text.enumerated() where byte & 0xC0 != 0x80 {
      if scalars.isMultiple(of: 64) { checkpoints.append(offset) }
      scalars += 1
    }
  }

  func offset(ofScalar index: Int) -> Int {
    guard let last = checkpoints.indices.last else { return base + min(index, text.count) }
    let checkpoint = min(index / 64, last)
    var offset = checkpoints[checkpoint]
    var remaining = index - checkpoint * 64
    while remaining > 0, offset < text.count {
      offset += 1
      while offset < text.count, text[offset] & 0xC0 == 0x80 { offset += 1 }
      remaining -= 1
    }
    return base + offset
  }
}
