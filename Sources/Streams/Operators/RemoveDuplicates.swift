extension Publisher {
  /// Drops each value that `isDuplicate` finds the same as the one passed on before.
  @inlinable package func removeDuplicates(
    by isDuplicate: @escaping @Sendable (Output, Output) throws -> Bool
  ) -> AnyPublisher<Output> {
    fused(
      StageStep {
        var last: Output?
        return .init(receive: { value in
          outcome {
            let new = value.unwrap(as: Output.self)
            if let last, try isDuplicate(last, new) { return .none }
            last = new
            return .one(value)
          }
        })
      })
  }
}

extension Publisher where Output: Equatable {
  /// Drops each value equal to the one before.
  @inlinable package func removeDuplicates() -> AnyPublisher<Output> { removeDuplicates(by: ==) }
}
