extension Publisher {
  /// Skips the first `count` values.
  package func dropFirst(_ count: Int = 1) -> AnyPublisher<Output> {
    precondition(count >= 0, "no fewer than no values are dropped")
    return fused(
      StageStep {
        var left = count
        return .init(receive: { value in
          if left == 0 { return .one(value) }
          left -= 1
          return .none
        })
      })
  }
}
