extension Publisher {
  /// Rewrites the failure, and nothing else.
  @inlinable package func mapError(_ transform: @escaping @Sendable (any Error) -> any Error) -> AnyPublisher<Output> {
    fused(
      StageStep {
        .init(
          complete: { completion in
            if case .failure(let error) = completion { return ([], .failure(transform(error))) }
            return ([], completion)
          })
      })
  }
}
