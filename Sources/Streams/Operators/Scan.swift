extension Publisher {
  /// Emits the running result after each value, never the seed; nothing where there are no values.
  @inlinable package func scan<Result: Sendable>(
    _ initial: Result, _ next: @escaping @Sendable (Result, Output) throws -> Result
  ) -> AnyPublisher<Result> {
    fused(
      StageStep {
        var result = initial
        return .init(receive: { value in
          outcome {
            result = try next(result, value.unwrap())
            return .one(Payload(result))
          }
        })
      })
  }
}
