/// As many elements as it was made with, side by side: what an operator keeps for each of its inputs.
///
/// An array could not hold what cannot be copied (`Ring`). A plain pointer, since Swift 6.3 cannot compile access through a
/// buffer pointer for the thread sanitizer.
struct FixedArray<Element: ~Copyable>: ~Copyable {
  private let elements: UnsafeMutablePointer<Element>
  let count: Int

  init(count: Int, _ make: () -> Element) {
    elements = .allocate(capacity: count)
    self.count = count
    for index in 0..<count { (elements + index).initialize(to: make()) }
  }

  deinit {
    elements.deinitialize(count: count)
    elements.deallocate()
  }

  subscript(index: Int) -> Element {
    _read { yield elements[index] }
    _modify { yield &elements[index] }
  }
}
