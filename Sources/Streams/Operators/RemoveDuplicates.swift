extension Publisher {
  /// Drops each value that `isDuplicate` finds the same as the one passed on before.
  @inlinable public func removeDuplicates(
    by isDuplicate: @escaping @Sendable (Output, Output) throws -> Bool
  ) -> AnyPublisher<Output> {
    step { _, next in
      var last: Output?
      return Receiver(
        receive: { value in
          do {
            if let last, try isDuplicate(last, value) { return true }
            last = value
            return next.receive(value)
          } catch {
            return next.end(.failure(error))
          }
        }, complete: next.complete)
    }
  }
}

extension Publisher where Output: Equatable {
  /// Drops each value equal to the one before.
  @inlinable public func removeDuplicates() -> AnyPublisher<Output> { removeDuplicates(by: ==) }
}
