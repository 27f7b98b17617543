extension Publisher {
  /// Tells what passes here, and changes nothing. Every closure runs on the stream's queue, except `receiveSubscription`,
  /// which runs in the context of the subscriber while the stream is being built.
  ///
  /// - Parameters:
  ///   - receiveSubscription: A use begins.
  ///   - receiveRequest: Credit comes from downstream.
  ///   - receiveOutput: A value goes down.
  ///   - receiveCompletion: The terminal goes down: upstream's own, or that of a step above which ended the stream.
  ///   - receiveCancel: Downstream cancels. Not called when a step above ends the stream by itself.
  public func handleEvents(
    receiveSubscription: (@Sendable () -> Void)? = nil,
    receiveRequest: (@Sendable (Demand) -> Void)? = nil,
    receiveOutput: (@Sendable (Output) -> Void)? = nil,
    receiveCompletion: (@Sendable (Completion) -> Void)? = nil,
    receiveCancel: (@Sendable () -> Void)? = nil
  ) -> AnyPublisher<Output> {
    let hooks = StageHooks(subscribed: receiveSubscription, requested: receiveRequest, cancelled: receiveCancel)
    return step { use, next in
      use.hooks.append(hooks)
      return Receiver(
        receive: { value in
          receiveOutput?(value)
          return next.receive(value)
        },
        complete: { completion in
          receiveCompletion?(completion)
          next.complete(completion)
        })
    }
  }
}
