import Dispatch

/// The unit of all figures: one `async` of an empty block onto a serial Dispatch queue, as an average over many.
enum Hop {
  static let count = 200_000

  static func measure() -> Duration {
    let queue = DispatchQueue(label: "hop")
    let done = DispatchSemaphore(value: 0)
    let start = ContinuousClock.now
    for _ in 0..<count { queue.async {} }
    queue.async { done.signal() }
    done.wait()
    return (ContinuousClock.now - start) / count
  }
}
