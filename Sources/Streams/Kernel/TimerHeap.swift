/// Armed timers by deadline, then by kind, then in the order of arming.
///
/// A cancelled timer is let go of at once: the heap holds places, not timers. Its place goes when it comes up, or when
/// more than half of the heap is such places.
struct TimerHeap {
  private struct Place {
    let deadline: Duration
    let kind: StreamTimer.Kind
    let order: UInt64
    let timer: ObjectIdentifier

    func isBefore(_ other: Place) -> Bool {
      if deadline != other.deadline { return deadline < other.deadline }
      if kind != other.kind { return kind.rawValue < other.kind.rawValue }
      return order < other.order
    }
  }

  private var heap: [Place] = []
  private var armed: [ObjectIdentifier: (timer: StreamTimer, order: UInt64)] = [:]
  private var nextOrder: UInt64 = 0

  mutating func insert(_ timer: StreamTimer) {
    let place = Place(deadline: timer.deadline, kind: timer.kind, order: nextOrder, timer: ObjectIdentifier(timer))
    nextOrder += 1
    armed[place.timer] = (timer, place.order)
    heap.append(place)
    siftUp(heap.count - 1)
  }

  mutating func remove(_ timer: StreamTimer) {
    guard armed.removeValue(forKey: ObjectIdentifier(timer)) != nil else { return }
    if heap.count > 16, heap.count > 2 * armed.count {
      heap = heap.filter(isArmed)
      for index in stride(from: heap.count / 2, through: 0, by: -1) { siftDown(index) }
    }
  }

  /// The earliest deadline.
  mutating func nextDeadline() -> Duration? {
    dropForgotten()
    return heap.first?.deadline
  }

  /// The first timer whose deadline has come.
  mutating func popFirst(until now: Duration) -> StreamTimer? {
    dropForgotten()
    guard let first = heap.first, first.deadline <= now else { return nil }
    removeTop()
    return armed.removeValue(forKey: first.timer)?.timer
  }

  private func isArmed(_ place: Place) -> Bool { armed[place.timer]?.order == place.order }

  private mutating func dropForgotten() {
    while let first = heap.first, !isArmed(first) { removeTop() }
  }

  private mutating func removeTop() {
    let last = heap.removeLast()
    if heap.isEmpty { return }
    heap[0] = last
    siftDown(0)
  }

  private mutating func siftUp(_ start: Int) {
    var child = start
    while child > 0 {
      let parent = (child - 1) / 2
      guard heap[child].isBefore(heap[parent]) else { return }
      heap.swapAt(child, parent)
      child = parent
    }
  }

  private mutating func siftDown(_ start: Int) {
    var parent = start
    while true {
      var least = parent
      for child in [2 * parent + 1, 2 * parent + 2] where child < heap.count && heap[child].isBefore(heap[least]) {
        least = child
      }
      if least == parent { return }
      heap.swapAt(parent, least)
      parent = least
    }
  }
}
