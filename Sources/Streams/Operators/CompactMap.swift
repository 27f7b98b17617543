extension Publisher {
  /// Replaces each value, dropping it where `transform` gives nil; a value that is dropped gives its credit back.
  @inlinable public func compactMap<New: Sendable>(
    _ transform: @escaping @Sendable (Output) throws -> New?
  ) -> AnyPublisher<New> {
    step { _, next in
      Receiver(
        receive: { value in
          do {
            guard let new = try transform(value) else { return true }
            return next.receive(new)
          } catch {
            return next.end(.failure(error))
          }
        }, complete: next.complete)
    }
  }
}
