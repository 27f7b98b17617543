extension Publisher {
  /// How many values there were, at the end.
  @inlinable public func count() -> AnyPublisher<Int> {
    accumulate(into: 0, { count, _ in count += 1 }, atEnd: { $0 })
  }
}
