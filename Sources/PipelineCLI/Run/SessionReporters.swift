import Files
import Reports
import RunEvents
import Synchronization
import Values

/// The reporters that all runs of a session share.
final class SessionReporters: Sendable {
  /// What an event log of a run is given.
  let all: [any Reporter]
  /// Those that are told of runs that do not begin too; a terminal has been told of them already.
  private let lasting: [any Reporter]
  private let files: [SessionLongReporter]
  private let events: [EventFile]
  private let github: GitHubReporter?
  private let terminal: TerminalReporter?
  private let written: Written

  /// - Parameters:
  ///   - terminal: What a person is told by; in front of all others.
  ///   - output: What writes the output.
  /// - Throws: where a file that is written as things happen cannot be opened.
  init(
    _ options: ReportOptions, terminal: TerminalReporter? = nil, output: OutputReporter? = nil
  ) throws(FileError) {
    let written = Written()
    var events: [EventFile] = []
    for path in options.events { events.append(try EventFile(path)) }
    files = options.files.map { kind, path in
      SessionLongReporter(kind.reporter { bytes in written.write(bytes, to: path) })
    }
    github = GitHubReporter.forEnvironment(written)
    lasting = events.map(\.reporter) + files + [github].compactMap(\.self)
    let shown: [(any Reporter)?] = [terminal, output]
    all = shown.compactMap(\.self) + lasting
    self.terminal = terminal
    self.events = events
    self.written = written
  }

  /// Tells of runs that do not begin.
  func refuse(_ refusals: [RunRefusal], mask: SecretMask = SecretMask()) {
    for refusal in refusals {
      let event = mask.masked(RunEvent(sequence: 0, time: .zero, kind: .runRefused(refusal)))
      if case .ended = refusal.reason { terminal?.count(event) }
      for reporter in lasting {
        reporter.receive(event)
        reporter.flush()
      }
    }
  }

  /// After the last run: writes the files. Tells whether everything could be written.
  func close() -> Int32 {
    terminal?.close()
    for file in files { file.close() }
    github?.close()
    for file in events {
      if let fault = file.close() { written.tell("cannot write the events to '\(file.path)': \(fault)") }
    }
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
final class Written: Sendable {
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
      tell("cannot write the report '\(path)': \(error.reason)")
    }
  }

  func tell(_ message: String) {
    fault.withLock { $0 = true }
    StandardStream.error.write("pipeline: \(message)\n")
  }
}
