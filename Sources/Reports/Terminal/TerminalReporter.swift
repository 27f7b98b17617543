package import RunEvents
import Synchronization

/// Tells a person about a run: live lines on a terminal, plain lines elsewhere.
///
/// Lasting lines come in declared order. On a terminal all is drawn at most some twelve times a second, in one piece; in
/// a pipe lines are written as soon as their turn has come, without escape sequences but for colour, if that is wanted.
/// A value of the output that goes to the same screen finds it clear: put the reporter that writes it behind this one.
package final class TerminalReporter: Reporter {
  /// What shows the cursor again, for a process that ends in the middle of a run.
  package static let restoringBytes = Array(LiveArea.showCursor.utf8)

  package let wanted: EventDetail
  private let output: any TextOutput
  private let options: TerminalOptions
  private let state: Mutex<State>

  private struct State {
    var log: TerminalLog
    var area = LiveArea()
    var suite = SuiteSummary()
    /// Lines that are to be written.
    var lasting: [String] = []
    var now: Duration = .zero
    var lastDrawn: Duration?
  }

  /// - Parameter output: Where it writes, standard error as a rule.
  package init(output: any TextOutput, options: TerminalOptions) {
    self.output = output
    self.options = options
    var wanted: EventDetail = options.animates ? [.ticks, .progress] : []
    if options.verbosity > .quiet { wanted.insert(.requests) }
    if options.verbosity >= .everything { wanted.formUnion([.headers, .bodies]) }
    if options.showsCurl { wanted.formUnion([.requests, .headers, .bodies]) }
    self.wanted = wanted
    state = Mutex(State(log: TerminalLog(options: options)))
  }

  package func receive(_ event: RunEvent) {
    state.withLock { state in
      state.now = event.time
      switch event.kind {
      case .runStarted:
        // The time of a further run begins anew.
        state.lastDrawn = nil
      case .output:
        // What was told before it stands before it, where both go to one screen.
        clear(&state)
      default: break
      }
      state.suite.apply(event)
      add(&state) { $0.apply(event) }
      if case .runFinished = event.kind { clear(&state) }
    }
  }

  package func flush() {
    state.withLock { state in
      if !options.animates {
        writeLasting(&state)
      } else if state.lastDrawn.map({ state.now - $0 >= Self.frameInterval }) ?? true {
        draw(&state)
      }
    }
  }

  package func tick(at time: Duration) {
    state.withLock { state in
      state.now = max(state.now, time)
      draw(&state)
    }
  }

  package func finish() {
    state.withLock { state in
      add(&state) { $0.close() }
      clear(&state)
    }
  }

  /// A run that did not begin, of which the user has been told: it counts, and no more.
  package func count(_ refused: RunEvent) { state.withLock { $0.suite.apply(refused) } }

  /// After the last run: where there were several, what came of them all.
  package func close() {
    state.withLock { state in
      state.suite.close()
      guard state.suite.count > 1, options.verbosity > .quiet else { return }
      let lines = SuiteText(glyphs: Glyphs(unicode: options.unicode)).lines(state.suite)
      let columns = width ?? Int.max
      state.lasting += lines.flatMap { $0.wrapped(to: columns) }.map { $0.rendered(color: options.color) }
      clear(&state)
    }
  }

  private static let frameInterval = Duration.milliseconds(80)
  private static let mostLiveLines = 16
  private static let usualSize = TextSize(columns: 80, rows: 24)

  /// `nil` where lines may be of any length.
  private var width: Int? { options.animates || output.isTerminal ? size.columns : nil }

  private var size: TextSize {
    guard let size = output.size, size.columns > 0, size.rows > 0 else { return Self.usualSize }
    return size
  }

  /// Adds the lines that the log lets out, in the terminal's width as it is now.
  private func add(_ state: inout State, _ lines: (inout TerminalLog) -> [StyledText]) {
    // Asked for only where it is needed: there may be a million events.
    if !state.log.isOpen { state.log.columns = width }
    let told = lines(&state.log)
    if told.isEmpty { return }
    let columns = width ?? Int.max
    state.lasting += told.flatMap { $0.wrapped(to: columns) }.map { $0.rendered(color: options.color) }
  }

  private func draw(_ state: inout State) {
    guard state.log.isOpen else { return writeLasting(&state) }
    let size = size
    state.log.columns = size.columns
    let live = state.log.liveLines(at: state.now, most: max(0, min(Self.mostLiveLines, size.rows - 2)))
    let text = state.area.frame(lasting: state.lasting, live: live, size: size, options: options)
    state.lasting = []
    state.lastDrawn = state.now
    if !text.isEmpty { output.write(Array(text.utf8)) }
  }

  /// Leaves the lasting lines only.
  private func clear(_ state: inout State) {
    let text = options.animates ? state.area.erase(size: size) : ""
    if !text.isEmpty { output.write(Array(text.utf8)) }
    writeLasting(&state)
  }

  private func writeLasting(_ state: inout State) {
    guard !state.lasting.isEmpty else { return }
    // What is no terminal may be a log that is read for commands.
    let lines = options.animates ? state.lasting : state.lasting.map { LogCommands.defused($0) }
    output.write(Array((lines.joined(separator: "\n") + "\n").utf8))
    state.lasting = []
  }
}
