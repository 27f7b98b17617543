extension Publisher {
  /// Skips the first `count` values.
  @inlinable public func dropFirst(_ count: Int = 1) -> AnyPublisher<Output> {
    precondition(count >= 0, "no fewer than no values are dropped")
    return step { _, next in
      var left = count
      return Receiver(
        receive: { value in
          if left == 0 { return next.receive(value) }
          left -= 1
          return true
        }, complete: next.complete)
    }
  }
}
