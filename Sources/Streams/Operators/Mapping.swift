// The operators that turn one value into none, one or several, as steps of a stage.

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

  /// Passes on the values for which `isIncluded` holds. A value that is dropped gives its credit back.
  @inlinable package func filter(_ isIncluded: @escaping @Sendable (Output) throws -> Bool) -> AnyPublisher<Output> {
    fused(
      Step {
        .init(receive: { value in outcome { try isIncluded(value.unwrap()) ? .one(value) : .none } })
      })
  }

  /// Replaces each value, dropping it where `transform` gives nil.
  @inlinable package func compactMap<New: Sendable>(
    _ transform: @escaping @Sendable (Output) throws -> New?
  ) -> AnyPublisher<New> {
    fused(.values { value in outcome { try transform(value).map { .one(Payload($0)) } ?? .none } })
  }

  /// Emits the running result after each value, never the seed; nothing where there are no values.
  @inlinable package func scan<Result: Sendable>(
    _ initial: Result, _ next: @escaping @Sendable (Result, Output) throws -> Result
  ) -> AnyPublisher<Result> {
    fused(
      Step {
        var result = initial
        return .init(receive: { value in
          outcome {
            result = try next(result, value.unwrap())
            return .one(Payload(result))
          }
        })
      })
  }

  /// Drops each value that `isDuplicate` finds the same as the one passed on before.
  @inlinable package func removeDuplicates(
    by isDuplicate: @escaping @Sendable (Output, Output) throws -> Bool
  ) -> AnyPublisher<Output> {
    fused(
      Step {
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

  /// Rewrites the failure, and nothing else.
  @inlinable package func mapError(_ transform: @escaping @Sendable (any Error) -> any Error) -> AnyPublisher<Output> {
    fused(
      Step {
        .init(
          complete: { completion in
            if case .failure(let error) = completion { return ([], .failure(transform(error))) }
            return ([], completion)
          })
      })
  }
}

extension Publisher where Output: Equatable {
  /// Drops each value equal to the one before.
  @inlinable package func removeDuplicates() -> AnyPublisher<Output> { removeDuplicates(by: ==) }
}

/// What `body` makes, or a failed end where it throws.
@inlinable func outcome(_ body: () throws -> StepOutcome<Payload>) -> StepOutcome<Payload> {
  do { return try body() } catch { return .ended([], .failure(error)) }
}
