/// What `race` decides: who has won, and how it ends.
struct RaceStateMachine {
  enum Verdict {
    /// The value is the winner's.
    case send
    /// It is the first: the others are to be cancelled.
    case win
    /// It came too late.
    case drop
  }

  private enum Phase {
    /// So many have neither emitted nor ended.
    case running(Int)
    case won(by: Int)
    /// Ended, or cancelled.
    case over
  }

  private var phase: Phase
  /// The failure of the first declared that failed.
  private var failure: (input: Int, error: any Error)?

  init(count: Int) { phase = .running(count) }

  /// Who is to be asked: nil for all that have not ended.
  var winner: Int? {
    if case .won(let port) = phase { port } else { nil }
  }

  mutating func receiveValue(at port: Int) -> Verdict {
    switch phase {
    case .running:
      phase = .won(by: port)
      return .win
    case .won(let winner): return port == winner ? .send : .drop
    case .over: return .drop
    }
  }

  /// - Returns: The terminal to be sent, where this is the end.
  mutating func receive(completion: Completion, at port: Int) -> Completion? {
    switch phase {
    case .won(let winner):
      guard port == winner else { return nil }
      phase = .over
      return completion
    case .running(let left):
      if let error = completion.failure, failure.map({ port < $0.input }) ?? true { failure = (port, error) }
      if left > 1 {
        phase = .running(left - 1)
        return nil
      }
      phase = .over
      return failure.map { .failure($0.error) } ?? .finished
    case .over:
      return nil
    }
  }

  mutating func cancel() { phase = .over }
}
