extension Publisher {
  /// Sees each value and the end, with a state of its own for each subscription, and may fail the stream.
  ///
  /// - Parameters:
  ///   - receiveOutput: What it throws fails the stream in the value's place and cancels upstream.
  ///   - receiveCompletion: What it throws at a finish fails the stream instead; a failure stays the failure it is.
  public func tryHandleEvents<State: Sendable>(
    _ initial: State, receiveOutput: @escaping @Sendable (inout State, Output) throws -> Void,
    receiveCompletion: @escaping @Sendable (State, Completion) throws -> Void
  ) -> AnyPublisher<Output> {
    step { _, next in
      var state = initial
      return Receiver(
        receive: { value in
          do {
            try receiveOutput(&state, value)
            return next.receive(value)
          } catch {
            return next.end(.failure(error))
          }
        },
        complete: { completion in
          do {
            try receiveCompletion(state, completion)
            next.complete(completion)
          } catch {
            next.complete(completion.failure == nil ? .failure(error) : completion)
          }
        })
    }
  }
}
