import Diagnostics
import PipelineLanguage
import RunEvents

#if canImport(Darwin)
  import Darwin
#elseif canImport(Glibc)
  import Glibc
#else
  import Musl
#endif

extension RunDescription {
  /// - Parameter nodes: with those of the pipelines that it runs.
  init(
    of pipeline: Pipeline, case row: CaseDeclaration?, at suite: SuitePlace, nodes: [NodeDescription]
  ) {
    var time = timespec()
    clock_gettime(CLOCK_REALTIME, &time)
    self.init(
      id: String(UInt64.random(in: .min ... .max), radix: 36), pipeline: pipeline.name,
      description: pipeline.description, file: pipeline.source.name,
      startedAt: Double(time.tv_sec) + Double(time.tv_nsec) / 1e9,
      nodes: nodes,
      inputSet: row.map { InputSet(number: $0.number, label: $0.label) }, suite: suite)
  }
}

extension NodeDescription {
  init(_ node: Node, of pipeline: Pipeline) {
    let place = node.nameRange.start
    self.init(
      name: node.name, description: node.description,
      place: SourcePlace(file: pipeline.source.name, line: place.line, column: place.column), inputs: node.inputs,
      isTeardown: node.isTeardown)
  }
}

/// Seconds since 1970 as RFC 3339 writes them, in UTC, to the millisecond.
func timestamp(_ seconds: Double) -> String {
  var whole = time_t(seconds.rounded(.down))
  var parts = tm()
  gmtime_r(&whole, &parts)
  func padded(_ number: Int, _ width: Int) -> String {
    let text = String(number)
    return String(repeating: "0", count: max(0, width - text.count)) + text
  }
  let date =
    "\(padded(Int(parts.tm_year) + 1900, 4))-\(padded(Int(parts.tm_mon) + 1, 2))-\(padded(Int(parts.tm_mday), 2))"
  let time = "\(padded(Int(parts.tm_hour), 2)):\(padded(Int(parts.tm_min), 2)):\(padded(Int(parts.tm_sec), 2))"
  return "\(date)T\(time).\(padded(Int((seconds - seconds.rounded(.down)) * 1000), 3))Z"
}
