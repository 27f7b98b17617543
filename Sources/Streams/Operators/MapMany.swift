extension Publisher {
  /// Replaces each value by none, one or several, in order. Credit is respected: a surplus is held until it is asked for.
  /// What `transform` throws fails the stream and cancels upstream.
  @inlinable public func mapMany<New: Sendable>(
    _ transform: @escaping @Sendable (Output) throws -> [New]
  ) -> AnyPublisher<New> {
    step { _, next in
      Receiver(
        receive: { value in
          do {
            for new in try transform(value) {
              guard next.receive(new) else { return false }
            }
            return true
          } catch {
            return next.end(.failure(error))
          }
        }, complete: next.complete)
    }
  }
}
