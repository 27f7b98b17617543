extension Publisher {
  /// Passes on the values for which `isIncluded` holds. A value that is dropped gives its credit back.
  @inlinable public func filter(_ isIncluded: @escaping @Sendable (Output) throws -> Bool) -> AnyPublisher<Output> {
    step { _, next in
      Receiver(
        receive: { value in
          do { return try isIncluded(value) ? next.receive(value) : true } catch { return next.end(.failure(error)) }
        }, complete: next.complete)
    }
  }
}
