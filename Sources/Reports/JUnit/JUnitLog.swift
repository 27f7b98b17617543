import RunEvents

/// The lines of a test case's `system-out`.
enum JUnitLog {
  static func line(_ request: RequestSummary) -> String {
    var text = "\(request.method) \(request.url) → "
    switch request.result {
    case .response(let status, let size): text += "\(status)  \(Units.size(size))"
    case .failure(let kind, let message): text += "\(kind.rawValue): \(message)"
    case .cancelled: text += "cancelled"
    }
    text += "  \(Units.duration(request.endedAt - request.startedAt))"
    return request.note.map { "\(text)  (\($0))" } ?? text
  }

  static func line(_ note: NodeNote) -> String {
    switch note.kind {
    case .message(let level, let text): "\(level.rawValue): \(text)"
    case .retry(_, let attempt, let delay, let failure):
      "attempt \(attempt) failed, next in \(Units.duration(delay)): \(failure.message)"
    case .recovery(let step, let failure):
      "recovered by \(step.title) (\(step.place.file):\(step.place.line):\(step.place.column)): \(failure.message)"
    }
  }
}
