extension Publisher {
  /// Passes on the first `count` values, then finishes and cancels upstream with the last of them, not after it.
  /// `prefix(0)` finishes without subscribing.
  package func prefix(_ count: Int) -> AnyPublisher<Output> {
    precondition(count >= 0, "a prefix is never shorter than nothing")
    if count == 0 { return Streams.empty() }
    return fused(
      StageStep {
        var left = count
        return .init(receive: { value in
          left -= 1
          return left > 0 ? .one(value) : .ended([value], .finished)
        })
      })
  }
}
