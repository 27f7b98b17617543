extension Publisher {
  /// Emits the running result after each value, never the seed; nothing where there are no values.
  @inlinable public func scan<Result: Sendable>(
    _ initial: Result, _ combine: @escaping @Sendable (Result, Output) throws -> Result
  ) -> AnyPublisher<Result> {
    step { _, next in
      var result = initial
      return Receiver(
        receive: { value in
          do {
            result = try combine(result, value)
            return next.receive(result)
          } catch {
            return next.end(.failure(error))
          }
        }, complete: next.complete)
    }
  }
}
