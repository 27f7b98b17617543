// The operators that choose values by their place, as steps of a stage.

extension Publisher {
  /// Passes on the first `count` values, then finishes and cancels upstream with the last of them, not after it.
  /// `prefix(0)` finishes without subscribing.
  package func prefix(_ count: Int) -> AnyPublisher<Output> {
    precondition(count >= 0, "a prefix is never shorter than nothing")
    if count == 0 { return Streams.empty() }
    return fused(
      Step {
        var left = count
        return .init(receive: { value in
          left -= 1
          return left > 0 ? .one(value) : .ended([value], .finished)
        })
      })
  }

  /// The first value, then finishes at once; nothing where there is none.
  package func first() -> AnyPublisher<Output> { prefix(1) }

  /// The first value for which `condition` holds, then finishes at once.
  package func first(where condition: @escaping @Sendable (Output) throws -> Bool) -> AnyPublisher<Output> {
    fused(
      Step {
        .init(receive: { value in
          do { return try condition(value.unwrap()) ? .ended([value], .finished) : .none } catch {
            return .ended([], .failure(error))
          }
        })
      })
  }

  /// Skips the first `count` values.
  package func dropFirst(_ count: Int = 1) -> AnyPublisher<Output> {
    precondition(count >= 0, "no fewer than no values are dropped")
    return fused(
      Step {
        var left = count
        return .init(receive: { value in
          if left == 0 { return .one(value) }
          left -= 1
          return .none
        })
      })
  }

  /// Emits `value` at the end of a stream that finished without any.
  package func replaceEmpty(with value: Output) -> AnyPublisher<Output> {
    fused(
      Step {
        var isEmpty = true
        return .init(
          receive: {
            isEmpty = false
            return .one($0)
          },
          complete: { completion in
            if isEmpty, completion.failure == nil { return ([Payload(value)], completion) }
            return ([], completion)
          })
      })
  }
}
