/// As many elements as it was made with, side by side: what an operator keeps for each of its inputs.
///
/// An array could not hold what cannot be copied (`Ring`).
struct FixedArray<Element: ~Copyable>: ~Copyable {
  private let elements: UnsafeMutableBufferPointer<Element>

  init(count: Int, _ make: () -> Element) {
    elements = .allocate(capacity: count)
    for index in 0..<count { elements.initializeElement(at: index, to: make()) }
  }

  deinit {
    elements.deinitialize()
    elements.deallocate()
  }

  var count: Int { elements.count }

  subscript(index: Int) -> Element {
    _read { yield elements[index] }
    _modify { yield &elements[index] }
  }
}
