/// Lets go of long chains of objects without a call stack as long as the chain.
///
/// A publisher holds what is above it, which holds what is above that; released plainly, a chain of 100,000 ends in as
/// many nested `deinit`s. Here the first few nest, and the rest waits in a list of the thread's own.
enum Teardown {
  private static let deepest = 24

  private final class State {
    var depth = 0
    var waiting: [Any] = []
  }

  private static let local = ThreadLocal { State() }

  /// Sets `slot` to nil, now or, deep inside another release, a little later on this thread.
  static func release<Value>(_ slot: inout Value?) {
    let state = local.value
    if state.depth >= deepest {
      if let value = slot.take() { state.waiting.append(value) }
      return
    }
    state.depth += 1
    slot = nil
    if state.depth == 1 {
      while let next = state.waiting.popLast() { _ = consume next }
    }
    state.depth -= 1
  }
}
