extension Publisher {
  /// The first value, then finishes at once; nothing where there is none.
  package func first() -> AnyPublisher<Output> { prefix(1) }

  /// The first value for which `condition` holds, then finishes at once.
  package func first(where condition: @escaping @Sendable (Output) throws -> Bool) -> AnyPublisher<Output> {
    fused(
      StageStep {
        .init(receive: { value in
          do { return try condition(value.unwrap()) ? .ended([value], .finished) : .none } catch {
            return .ended([], .failure(error))
          }
        })
      })
  }
}
