extension Publisher {
  /// Replaces each value.
  @inlinable package func map<New: Sendable>(_ transform: @escaping @Sendable (Output) -> New) -> AnyPublisher<New> {
    fused(.values { .one(Payload(transform($0))) })
  }

  /// Replaces each value; what `transform` throws fails the stream and cancels upstream.
  @inlinable package func tryMap<New: Sendable>(
    _ transform: @escaping @Sendable (Output) throws -> New
  ) -> AnyPublisher<New> {
    fused(.values { value in outcome { .one(Payload(try transform(value))) } })
  }

  /// Replaces each value by none, one or several. Credit is respected: a surplus is held until it is asked for.
  @inlinable package func mapMany<New: Sendable>(
    _ transform: @escaping @Sendable (Output) throws -> [New]
  ) -> AnyPublisher<New> {
    fused(
      .values { value in
        outcome {
          let values = try transform(value)
          return values.count == 1
            ? .one(Payload(values[0])) : values.isEmpty ? .none : .many(values.map { Payload($0) })
        }
      })
  }

  /// Replaces each value by what `transform` makes of it: the general form of a step with no state.
  @inlinable package func mapOutcome<New: Sendable>(
    _ transform: @escaping @Sendable (Output) throws -> StepOutcome<New>
  ) -> AnyPublisher<New> {
    fused(.values { value in outcome { try transform(value).untyped } })
  }
}

/// What `body` makes, or a failed end where it throws.
@inlinable func outcome(_ body: () throws -> StepOutcome<Payload>) -> StepOutcome<Payload> {
  do { return try body() } catch { return .ended([], .failure(error)) }
}
