package import RunEvents
import Synchronization
package import Values

/// Writes each value of the output as JSON on lines of its own, in the output's order, masked like everything else.
///
/// On a terminal a value is written as it comes, so that it stands where the live lines have made room; elsewhere what
/// has gathered is written in one piece. The values of a run that may be tried again are held until its end, and left out if it
/// is: those of the next try take their place. What would steer a terminal or command a CI system is written as an escape.
package final class OutputReporter: Reporter {
  private let output: any TextOutput
  private let layout: JSONValue.Layout
  private let state = Mutex(State())

  private struct State {
    var pending: [UInt8] = []
    /// Of a run that may be tried again: its course so far, and its values.
    var run: RunSummary?
    var held: [UInt8] = []
  }

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
    let mustWrite = state.withLock { state in
      if case .runStarted(let run) = event.kind, let attempt = run.suite.attempt, attempt.number < attempt.count {
        state.run = RunSummary(detail: .counts)
      }
      state.run?.apply(event)
      switch event.kind {
      case .output(let value) where state.run != nil: add(value, to: &state.held)
      case .output(let value): add(value, to: &state.pending)
      case .runFinished: endRun(&state)
      default: return false
      }
      return !state.pending.isEmpty && (output.isTerminal || state.pending.count >= Self.largestPending)
    }
    if mustWrite { flush() }
  }

  private func add(_ value: JSONValue, to bytes: inout [UInt8]) {
    value.write(to: &bytes, layout)
    bytes.append(UInt8(ascii: "\n"))
  }

  private func endRun(_ state: inout State) {
    guard let run = state.run.take() else { return }
    if !run.mayBeTriedAgain { state.pending += state.held }
    state.held = []
  }

  package func flush() {
    let bytes = state.withLock { state in
      defer { state.pending = [] }
      return state.pending
    }
    guard !bytes.isEmpty else { return }
    output.write(output.isTerminal ? SafeJSON.bytes(bytes) : SafeJSON.bytesWithoutCommands(bytes))
  }

  package func finish() { flush() }
}
