extension Publisher {
  /// Passes on the first `count` values, then finishes and cancels upstream with the last of them, not after it.
  /// `prefix(0)` finishes without subscribing.
  @inlinable public func prefix(_ count: Int) -> AnyPublisher<Output> {
    precondition(count >= 0, "a prefix is never shorter than nothing")
    if count == 0 { return Streams.empty() }
    return step { _, next in
      var left = count
      return Receiver(
        receive: { value in
          left -= 1
          guard next.receive(value) else { return false }
          return left > 0 || next.end(.finished)
        }, complete: next.complete)
    }
  }
}
