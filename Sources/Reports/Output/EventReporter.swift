package import RunEvents
import Synchronization
import Values

/// Writes every event as one line of JSON (`--events`), as it comes and masked like everything else.
package final class EventReporter: Reporter {
  package let wanted: EventDetail = [.requests, .progress, .headers, .bodies, .values]
  private let write: @Sendable ([UInt8]) -> Void
  private let pending = Mutex<[UInt8]>([])

  private static let largestPending = 1 << 16

  /// - Parameter write: Takes the next whole lines, in order.
  package init(write: @escaping @Sendable ([UInt8]) -> Void) { self.write = write }

  package func receive(_ event: RunEvent) {
    let isFull = pending.withLock { bytes in
      event.json.write(to: &bytes)
      bytes.append(UInt8(ascii: "\n"))
      return bytes.count >= Self.largestPending
    }
    if isFull { flush() }
  }

  package func flush() {
    let bytes = pending.withLock { bytes in
      defer { bytes = [] }
      return bytes
    }
    if !bytes.isEmpty { write(bytes) }
  }

  package func finish() { flush() }
}
