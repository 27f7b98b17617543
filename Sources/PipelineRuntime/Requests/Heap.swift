/// A binary heap: the least element is taken first.
struct Heap<Element: Comparable> {
  private var elements: [Element] = []

  var isEmpty: Bool { elements.isEmpty }

  mutating func insert(_ element: Element) {
    elements.append(element)
    var place = elements.count - 1
    while place > 0, elements[place] < elements[(place - 1) / 2] {
      elements.swapAt(place, (place - 1) / 2)
      place = (place - 1) / 2
    }
  }

  mutating func popLeast() -> Element? {
    guard let last = elements.popLast() else { return nil }
    guard let least = elements.first else { return last }
    elements[0] = last
    var place = 0
    while true {
      let children = (2 * place + 1..<2 * place + 3).clamped(to: elements.indices)
      guard let child = children.min(by: { elements[$0] < elements[$1] }), elements[child] < elements[place] else {
        return least
      }
      elements.swapAt(place, child)
      place = child
    }
  }
}
