import HTTP
import RunEvents

/// The live lines: what each node is doing now.
struct LiveText {
  var glyphs: Glyphs
  var nameWidth: Int
  /// Of the terminal.
  var columns: Int

  /// How much is told of a node that runs. What matters least goes first where it does not fit.
  private struct Fullness {
    var barCells = 20
    var hasRate = true
    var hasRequests = true
    var hasTotal = true

    static let descending = [
      Fullness(), Fullness(barCells: 10), Fullness(barCells: 10, hasRate: false),
      Fullness(barCells: 10, hasRate: false, hasRequests: false),
      Fullness(barCells: 0, hasRate: false, hasRequests: false),
      Fullness(barCells: 0, hasRate: false, hasRequests: false, hasTotal: false),
    ]
  }

  private static let spinnerPeriod = 80_000

  /// Of the nodes whose end has not been told: the running ones first, then those that have ended and wait for their
  /// turn; in declared order, no more than `most` lines.
  ///
  /// - Parameter head: The first node whose end has not been told.
  func lines(_ summary: RunSummary, from head: Int, at time: Duration, most: Int) -> [StyledText] {
    guard most > 0 else { return [] }
    var running: [Int] = []
    var ended: [Int] = []
    for node in summary.nodes.indices.dropFirst(head) {
      if summary.nodes[node].outcome != nil {
        ended.append(node)
      } else if summary.nodes[node].startedAt != nil {
        running.append(node)
      }
    }
    let isCut = running.count > most
    let shown = isCut ? Array(running.prefix(max(0, most - 1))) : running + Array(ended.prefix(most - running.count))
    let transfers = self.transfers(summary)
    var lines = shown.sorted().map { node in
      line(node, transfers[node], in: summary, at: time)
    }
    if isCut {
      lines.append(StyledText("\(glyphs.ellipsis) and \(running.count - shown.count) more running", .dim))
    }
    return lines
  }

  /// The bytes moved by the requests of each node.
  private func transfers(_ summary: RunSummary) -> [Int: Transfer] {
    summary.underWay.values.reduce(into: [:]) { transfers, request in
      transfers[request.description.node, default: Transfer()].add(request)
    }
  }

  private func line(_ index: Int, _ transfer: Transfer?, in run: RunSummary, at time: Duration) -> StyledText {
    var line = StyledText()
    for fullness in Fullness.descending {
      line = self.line(index, transfer, in: run, at: time, fullness)
      // The last column stays free.
      if line.width < columns { break }
    }
    return line
  }

  private func line(
    _ index: Int, _ transfer: Transfer?, in run: RunSummary, at time: Duration, _ fullness: Fullness
  ) -> StyledText {
    let node = run.nodes[index]
    let nodeText = NodeText(glyphs: glyphs, nameWidth: nameWidth, clipsNames: true)
    guard node.outcome == nil else {
      var line = nodeText.line(index, in: run)
      if let failure = node.failure { line.append("  " + failure.message, .bad) }
      return line
    }
    let frame = max(0, Int(time.microseconds)) / Self.spinnerPeriod % glyphs.spinner.count
    var line = StyledText(glyphs.spinner[frame], .warning)
    nodeText.appendName(node, to: &line)
    if let input = run.awaitedInput(index) {
      line.append("  waits for '\(run.nodes[input].name)'", .dim)
      return line
    }
    if let transfer { append(transfer, to: &line, at: time, fullness) }
    // Where nothing moves yet they are all there is to tell.
    if node.requestCount > 0, fullness.hasRequests || transfer?.shown(glyphs) == nil {
      line.append("  " + Units.count(node.requestCount, "request"), .dim)
      if node.requestsUnderWay > 1 { line.append(", \(node.requestsUnderWay) under way", .dim) }
    }
    if node.retryCount > 0 {
      line.append("  " + (node.retryCount == 1 ? "1 retry" : "\(node.retryCount) retries"), .warning)
    }
    if let since = run.activeSince(index) { line.append("  " + Units.duration(max(.zero, time - since)), .dim) }
    return line
  }

  private func append(
    _ transfer: Transfer, to line: inout StyledText, at time: Duration, _ fullness: Fullness
  ) {
    guard let (sign, moved, total) = transfer.shown(glyphs) else { return }
    line.append("  ")
    if let total {
      let share = min(1, Double(moved) / Double(max(1, total)))
      let full = Int(Double(fullness.barCells) * share)
      line.append(String(repeating: glyphs.barFull, count: full), .good)
      line.append(String(repeating: glyphs.barEmpty, count: fullness.barCells - full), .dim)
      let percent = "\(Int(100 * share))%"
      line.append(String(repeating: " ", count: max(0, (fullness.barCells > 0 ? 5 : 4) - percent.count)) + percent)
      line.append("  \(sign) \(Units.size(moved))" + (fullness.hasTotal ? " of \(Units.size(total))" : ""))
    } else {
      line.append("\(sign) \(Units.size(moved))")
    }
    if fullness.hasRate, let rate = transfer.rate(of: moved, at: time) { line.append("  \(Units.size(rate))/s", .dim) }
  }
}

/// What several requests move together.
private struct Transfer {
  private var sent = 0
  private var received = 0
  /// `nil` where one of them does not know its own.
  private var sentTotal: Int? = 0
  private var receivedTotal: Int? = 0
  private var since: Duration?

  mutating func add(_ request: RequestUnderWay) {
    guard let progress = request.progress else { return }
    sent = Self.sum(sent, progress.sent)
    received = Self.sum(received, progress.received)
    // Before the upload is through nothing is known of what comes back, and that is no reason to show no bar.
    sentTotal = sentTotal.flatMap { sum in progress.sentTotal.map { Self.sum(sum, $0) } }
    receivedTotal = receivedTotal.flatMap { sum in progress.receivedTotal.map { Self.sum(sum, $0) } }
    since = min(since ?? request.startedAt, request.startedAt)
  }

  /// Never traps: a server may announce any length.
  private static func sum(_ left: Int, _ right: Int) -> Int {
    let (sum, isTooLarge) = left.addingReportingOverflow(max(0, right))
    return isTooLarge ? Int.max : sum
  }

  /// The direction in which bytes move, how many have, and of how many if that is known.
  func shown(_ glyphs: Glyphs) -> (sign: String, moved: Int, total: Int?)? {
    if received > 0 { return (glyphs.down, received, receivedTotal.flatMap { $0 > 0 ? $0 : nil }) }
    if sent > 0 || (sentTotal ?? 0) > 0 { return (glyphs.up, sent, sentTotal.flatMap { $0 > 0 ? $0 : nil }) }
    return nil
  }

  /// Bytes a second; `nil` before that says anything.
  func rate(of moved: Int, at time: Duration) -> Int? {
    guard let since else { return nil }
    let milliseconds = Int((time - since).microseconds / 1000)
    guard milliseconds >= 500 else { return nil }
    return moved > Int.max / 1000 ? nil : moved * 1000 / milliseconds
  }
}
