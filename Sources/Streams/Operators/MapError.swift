extension Publisher {
  /// Rewrites the failure, and nothing else.
  @inlinable public func mapError(_ transform: @escaping @Sendable (any Error) -> any Error) -> AnyPublisher<Output> {
    step { _, next in
      Receiver(
        receive: next.receive,
        complete: { completion in
          if case .failure(let error) = completion {
            next.complete(.failure(transform(error)))
          } else {
            next.complete(completion)
          }
        })
    }
  }
}
