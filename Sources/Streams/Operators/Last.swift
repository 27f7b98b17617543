extension Publisher {
  /// The last value, at the end; nothing where there is none.
  @inlinable public func last() -> AnyPublisher<Output> {
    accumulate(into: Output?.none, { $0 = $1 }, atEnd: { $0 })
  }
}
