/// A first-in, first-out buffer that grows by doubling and never moves its elements to take one out.
///
/// Holds no memory until the first `append`.
struct Ring<Element>: ~Copyable {
  private var base: UnsafeMutablePointer<Element>?
  private var capacity = 0
  private var head = 0
  private(set) var count = 0

  init() {}

  deinit {
    guard let base else { return }
    let first = min(count, capacity - head)
    (base + head).deinitialize(count: first)
    base.deinitialize(count: count - first)
    base.deallocate()
  }

  var isEmpty: Bool { count == 0 }

  /// The element that `popFirst` would take; the ring must not be empty.
  var first: Element {
    precondition(count > 0, "an empty ring has no first element")
    return base.unsafelyUnwrapped[head]
  }

  mutating func append(_ element: consuming Element) {
    if count == capacity { grow() }
    (base.unsafelyUnwrapped + ((head + count) & (capacity - 1))).initialize(to: element)
    count += 1
  }

  mutating func prepend(_ element: consuming Element) {
    if count == capacity { grow() }
    head = (head - 1) & (capacity - 1)
    (base.unsafelyUnwrapped + head).initialize(to: element)
    count += 1
  }

  mutating func popFirst() -> Element? {
    if count == 0 { return nil }
    let element = (base.unsafelyUnwrapped + head).move()
    head = (head + 1) & (capacity - 1)
    count -= 1
    return element
  }

  mutating func popLast() -> Element? {
    if count == 0 { return nil }
    count -= 1
    return (base.unsafelyUnwrapped + ((head + count) & (capacity - 1))).move()
  }

  /// Where the last element is, until the ring changes; nil where there is none.
  var last: UnsafeMutablePointer<Element>? {
    if count == 0 { return nil }
    return base.unsafelyUnwrapped + ((head + count - 1) & (capacity - 1))
  }

  /// Gives the element at `index`, counted from the first, to `body`.
  func element(at index: Int) -> Element {
    precondition(index >= 0 && index < count, "no such element in the ring")
    return base.unsafelyUnwrapped[(head + index) & (capacity - 1)]
  }

  private mutating func grow() {
    let wider = max(2, capacity * 2)
    let moved = UnsafeMutablePointer<Element>.allocate(capacity: wider)
    if let base {
      let first = min(count, capacity - head)
      moved.moveInitialize(from: base + head, count: first)
      (moved + first).moveInitialize(from: base, count: count - first)
      base.deallocate()
    }
    base = moved
    capacity = wider
    head = 0
  }
}
