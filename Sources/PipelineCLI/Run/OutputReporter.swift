import RunEvents
import Values

/// Writes each value of the output on standard output as JSON: a line each, or indented for a person.
final class OutputReporter: Reporter {
  private let layout: JSONValue.Layout

  init(isCompact: Bool) { layout = isCompact ? .compact : .pretty }

  func receive(_ event: RunEvent) {
    guard case .output(let value) = event.kind else { return }
    var bytes: [UInt8] = []
    value.write(to: &bytes, layout)
    bytes.append(UInt8(ascii: "\n"))
    bytes.withUnsafeBufferPointer { StandardStream.output.write($0) }
  }

  func finish() {}
}
