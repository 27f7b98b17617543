import Files
import Reports
import RunEvents
import Synchronization
import Values

/// The reporters that all runs of a session share.
final class SessionReporters: Sendable {
  let all: [any Reporter]
  private let files: [SessionLongReporter]

  init(_ settings: RunSettings, runs: Int) {
    var options = settings.terminal
    options.titles = runs > 1
    let terminal = TerminalReporter(output: StandardStream.error, options: options)
    let written = Written()
    files =
      settings.junitFiles.map { path in
        SessionLongReporter(JUnitReporter { bytes in written.write(bytes, to: path) })
      }
      + settings.htmlFiles.map { path in
        SessionLongReporter(HTMLReporter { bytes in written.write(bytes, to: path) })
      }
    let layout: JSONValue.Layout = settings.isCompact ? .compact : .pretty
    all = [terminal, OutputReporter(output: StandardStream.output, layout: layout)] + files
    self.written = written
  }

  private let written: Written

  /// After the last run: writes the files. Tells whether everything could be written.
  func close() -> Int32 {
    for file in files { file.close() }
    if let fault = StandardStream.output.fault {
      StandardStream.error.write("pipeline: cannot write the output: \(fault)\n")
      return ExitStatus.transport
    }
    return written.isWhole ? ExitStatus.success : ExitStatus.transport
  }
}

/// Tells a reporter of all runs of a session as if they were one log.
private final class SessionLongReporter: Reporter {
  private let reporter: any Reporter

  init(_ reporter: any Reporter) { self.reporter = reporter }

  var wanted: EventDetail { reporter.wanted }
  func receive(_ event: RunEvent) { reporter.receive(event) }
  func finish() {}
  func close() { reporter.finish() }
}

/// Writes report files, whole or not at all, and remembers where that failed.
private final class Written: Sendable {
  private let fault = Mutex(false)

  var isWhole: Bool { fault.withLock { !$0 } }

  func write(_ bytes: [UInt8], to path: String) {
    if path == "-" {
      StandardStream.output.write(bytes)
      return
    }
    do throws(FileError) {
      try FileSystem.write(bytes, to: path, makesFolders: true)
    } catch {
      fault.withLock { $0 = true }
      StandardStream.error.write("pipeline: cannot write the report '\(path)': \(error.reason)\n")
    }
  }
}
