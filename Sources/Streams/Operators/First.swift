extension Publisher {
  /// The first value, then finishes at once; nothing where there is none.
  @inlinable public func first() -> AnyPublisher<Output> { prefix(1) }

  /// The first value for which `condition` holds, then finishes at once.
  @inlinable public func first(
    where condition: @escaping @Sendable (Output) throws -> Bool
  ) -> AnyPublisher<Output> {
    filter(condition).prefix(1)
  }
}
