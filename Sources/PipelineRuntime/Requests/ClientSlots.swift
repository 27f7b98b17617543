import Synchronization

/// How many requests one client has in flight, in all pipelines of a run that go through it.
///
/// Callable from any thread; what waits is called with no lock held.
final class ClientSlots: Sendable {
  private let state = Mutex(State())

  fileprivate struct State {
    var taken = 0
    /// In the order in which they came.
    var waiting: [(limit: Int, wake: @Sendable () -> Void)] = []
  }

  /// Takes a place; `false` where as many as the limit are taken.
  func take(limit: Int) -> Bool {
    state.withLock { state in
      guard state.taken < limit else { return false }
      state.taken += 1
      return true
    }
  }

  /// Takes a place, or has `wake` called once, when there may be one.
  func take(limit: Int, orWait wake: @escaping @Sendable () -> Void) -> Bool {
    state.withLock { state in
      guard state.taken >= limit else {
        state.taken += 1
        return true
      }
      state.waiting.append((limit, wake))
      return false
    }
  }

  /// Gives a place back, and has the first that waits for one look.
  func giveBack() {
    let wake = state.withLock { state -> (@Sendable () -> Void)? in
      state.taken -= 1
      return state.next()
    }
    wake?()
  }

  /// Whoever was woken needs no place any more: the next one may look.
  func passOn() {
    let wake = state.withLock { $0.next() }
    wake?()
  }
}

extension ClientSlots.State {
  fileprivate mutating func next() -> (@Sendable () -> Void)? {
    guard let first = waiting.firstIndex(where: { taken < $0.limit }) else { return nil }
    return waiting.remove(at: first).wake
  }
}

/// The slots of all clients of a run: those of a pipeline that is run many times, or by several others, are the same.
final class SharedClients: Sendable {
  private let slots = Mutex<[Identity: ClientSlots]>([:])

  /// A client is the one that a file declares; without a declaration it is the bare one of a pipeline.
  private struct Identity: Hashable {
    let file: String
    let name: String?
  }

  /// - Parameters:
  ///   - file: that declares the client; for the bare one that of the pipeline.
  ///   - name: `nil` for the bare one.
  func slots(of file: String, _ name: String?) -> ClientSlots {
    slots.withLock { slots in
      let identity = Identity(file: file, name: name)
      if let known = slots[identity] { return known }
      let made = ClientSlots()
      slots[identity] = made
      return made
    }
  }
}
