extension Publisher {
  /// Replaces each value, dropping it where `transform` gives nil.
  @inlinable package func compactMap<New: Sendable>(
    _ transform: @escaping @Sendable (Output) throws -> New?
  ) -> AnyPublisher<New> {
    fused(.values { value in outcome { try transform(value).map { .one(Payload($0)) } ?? .none } })
  }
}
