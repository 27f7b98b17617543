extension Publisher {
  /// Passes on the values for which `isIncluded` holds. A value that is dropped gives its credit back.
  @inlinable package func filter(_ isIncluded: @escaping @Sendable (Output) throws -> Bool) -> AnyPublisher<Output> {
    fused(
      StageStep {
        .init(receive: { value in outcome { try isIncluded(value.unwrap()) ? .one(value) : .none } })
      })
  }
}
