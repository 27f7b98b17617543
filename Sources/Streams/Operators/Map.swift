extension Publisher {
  /// Replaces each value.
  @inlinable public func map<New: Sendable>(_ transform: @escaping @Sendable (Output) -> New) -> AnyPublisher<New> {
    step { _, next in Receiver(receive: { next.receive(transform($0)) }, complete: next.complete) }
  }

  /// Replaces each value; what `transform` throws fails the stream and cancels upstream.
  @inlinable public func tryMap<New: Sendable>(
    _ transform: @escaping @Sendable (Output) throws -> New
  ) -> AnyPublisher<New> {
    step { _, next in
      Receiver(
        receive: { value in
          do { return next.receive(try transform(value)) } catch { return next.end(.failure(error)) }
        }, complete: next.complete)
    }
  }
}
