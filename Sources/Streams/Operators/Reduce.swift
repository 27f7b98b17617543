extension Publisher {
  /// One value at the end: the seed, or what `next` made of it and every value. A failure drops it.
  @inlinable public func reduce<Result: Sendable>(
    _ initial: Result, _ next: @escaping @Sendable (Result, Output) throws -> Result
  ) -> AnyPublisher<Result> {
    accumulate(into: initial, { $0 = try next($0, $1) }, atEnd: { $0 })
  }
}
