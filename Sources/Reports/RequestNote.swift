import RunEvents

extension RequestDescription {
  /// What tells it from the other requests of its step: `attempt 2`, `redirect`, `poll`.
  var note: String? { requestNote(attempt: attempt, cause: cause) }
}

extension RequestSummary {
  /// What tells it from the other requests of its step: `attempt 2`, `redirect`, `poll`.
  var note: String? { requestNote(attempt: attempt, cause: cause) }
}

private func requestNote(attempt: Int, cause: RequestCause?) -> String? {
  let number = attempt > 1 ? "attempt \(attempt)" : nil
  switch cause {
  case .redirect: return ["redirect", number].compactMap { $0 }.joined(separator: ", ")
  case .poll: return ["poll", number].compactMap { $0 }.joined(separator: ", ")
  case .retry, nil: return number
  }
}
