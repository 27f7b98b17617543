import RunEvents
import Synchronization

/// Keeps what is written.
final class MemoryOutput: TextOutput {
  let isTerminal: Bool
  private let state: Mutex<(bytes: [UInt8], size: TextSize?, writes: Int)>

  init(size: TextSize? = nil) {
    isTerminal = size != nil
    state = Mutex(([], size, 0))
  }

  var size: TextSize? {
    get { state.withLock { $0.size } }
    set { state.withLock { $0.size = newValue } }
  }

  var text: String { String(decoding: state.withLock { $0.bytes }, as: UTF8.self) }
  var writes: Int { state.withLock { $0.writes } }

  func write(_ bytes: [UInt8]) {
    state.withLock {
      $0.bytes += bytes
      $0.writes += 1
    }
  }

  /// What has been written since the last call.
  func take() -> String {
    state.withLock { state in
      defer { state.bytes = [] }
      return String(decoding: state.bytes, as: UTF8.self)
    }
  }
}
