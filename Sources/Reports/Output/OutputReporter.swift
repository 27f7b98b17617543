package import RunEvents
import Synchronization
package import Values

/// Writes each value of the output as JSON on lines of its own, in the output's order, masked like everything else.
///
/// On a terminal a value is written as it comes, so that it stands where the live lines have made room; elsewhere what
/// has gathered is written in one piece.
package final class OutputReporter: Reporter {
  private let output: any TextOutput
  private let layout: JSONValue.Layout
  private let pending = Mutex<[UInt8]>([])

  private static let largestPending = 1 << 16

  /// - Parameters:
  ///   - output: Standard output as a rule.
  ///   - layout: Pretty on a terminal, compact else, if it is left out.
  package init(output: any TextOutput, layout: JSONValue.Layout? = nil) {
    self.output = output
    self.layout = layout ?? (output.isTerminal ? .pretty : .compact)
  }

  package var wanted: EventDetail { [] }

  package func receive(_ event: RunEvent) {
    guard case .output(let value) = event.kind else { return }
    let mustWrite = pending.withLock { bytes in
      value.write(to: &bytes, layout)
      bytes.append(UInt8(ascii: "\n"))
      return output.isTerminal || bytes.count >= Self.largestPending
    }
    if mustWrite { flush() }
  }

  package func flush() {
    let bytes = pending.withLock { bytes in
      defer { bytes = [] }
      return bytes
    }
    if !bytes.isEmpty { output.write(bytes) }
  }

  package func finish() { flush() }
}
