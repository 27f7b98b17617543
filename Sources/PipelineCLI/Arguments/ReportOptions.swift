import Reports
import RunEvents

/// The reports that a command writes to files.
struct ReportOptions: Sendable {
  /// One kind of report that is one file of all runs.
  enum Kind: CaseIterable, Sendable {
    case junit, tap, json, html

    var option: String {
      switch self {
      case .junit: "report-junit"
      case .tap: "report-tap"
      case .json: "report-json"
      case .html: "report-html"
      }
    }

    /// - Parameter deliver: takes the whole file at each `finish()`.
    func reporter(deliver: @escaping @Sendable ([UInt8]) -> Void) -> any Reporter {
      switch self {
      case .junit: ReportReporter(JUnitReport.bytes(of:), deliver: deliver)
      case .tap: ReportReporter(TAPReport.bytes(of:), deliver: deliver)
      case .json: ReportReporter(JSONReport.bytes(of:), deliver: deliver)
      case .html: HTMLReporter(deliver: deliver)
      }
    }
  }

  let files: [(kind: Kind, path: String)]
  /// Where the events go.
  let events: [String]

  init(_ arguments: ParsedArguments) throws(UsageError) {
    files = Kind.allCases.flatMap { kind in arguments.values(kind.option).map { (kind, $0) } }
    events = arguments.values("events")
    var seen: Set<String> = []
    for path in paths where !seen.insert(path).inserted {
      throw path == "-"
        ? UsageError("two reports go to standard output", hint: "give one of them a file")
        : UsageError("two reports go to '\(path)'", hint: "the second would overwrite the first")
    }
  }

  var paths: [String] { files.map(\.path) + events }

  var takesStandardOutput: Bool { events.contains("-") || files.contains { $0.path == "-" } }
}

extension Option {
  static let reports = [
    Option("report-junit", value: "FILE", "write a JUnit report; '-' is standard output, in place of the values"),
    Option("report-tap", value: "FILE", "write a report in TAP 14"),
    Option("report-json", value: "FILE", "write a report as one JSON document"),
    Option("report-html", value: "FILE", "write a page that shows the run"),
    Option("events", value: "FILE", "write every event as a line of JSON, as it happens"),
  ]
}
