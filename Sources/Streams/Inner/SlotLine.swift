/// Elements numbered from 0 in the order they were added: added at the end, taken out at either end, changed in place.
///
/// The number of an element stays what it is for as long as it stands in the line. Holds no memory until the first `append`.
struct SlotLine<Element: ~Copyable>: ~Copyable {
  private var base: UnsafeMutablePointer<Element>?
  /// A power of two, so that an element's place is the low bits of its number.
  private var capacity = 0
  /// The number of the first element, or of the next one to be added where there is none.
  private(set) var firstSlot = 0
  private(set) var count = 0

  init() {}

  deinit {
    guard let base else { return }
    for slot in firstSlot..<firstSlot + count { (base + (slot & (capacity - 1))).deinitialize(count: 1) }
    base.deallocate()
  }

  var isEmpty: Bool { count == 0 }

  /// The number that the next element gets.
  var endSlot: Int { firstSlot + count }

  func contains(_ slot: Int) -> Bool { slot >= firstSlot && slot < endSlot }

  /// The element of that number, which must be in the line.
  subscript(slot: Int) -> Element {
    _read { yield place(of: slot).pointee }
    _modify { yield &place(of: slot).pointee }
  }

  mutating func append(_ element: consuming Element) {
    if count == capacity { grow() }
    (base.unsafelyUnwrapped + (endSlot & (capacity - 1))).initialize(to: element)
    count += 1
  }

  /// Takes the element with the lowest number out; there must be one.
  mutating func removeFirst() -> Element {
    let place = place(of: firstSlot)
    firstSlot += 1
    count -= 1
    return place.move()
  }

  /// Takes the element with the highest number out; there must be one. Its number is given again.
  mutating func removeLast() -> Element {
    let place = place(of: endSlot - 1)
    count -= 1
    return place.move()
  }

  private func place(of slot: Int) -> UnsafeMutablePointer<Element> {
    precondition(contains(slot), "no such element in the line")
    return base.unsafelyUnwrapped + (slot & (capacity - 1))
  }

  private mutating func grow() {
    let wider = max(4, capacity * 2)
    let moved = UnsafeMutablePointer<Element>.allocate(capacity: wider)
    if let base {
      for slot in firstSlot..<endSlot {
        (moved + (slot & (wider - 1))).initialize(to: (base + (slot & (capacity - 1))).move())
      }
      base.deallocate()
    }
    base = moved
    capacity = wider
  }
}
