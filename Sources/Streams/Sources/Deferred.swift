/// Made anew by `make` for each subscription, in the subscriber's context. What it throws is the stream's failure.
public func deferred<Output: Sendable>(
  _ make: @escaping @Sendable () throws -> AnyPublisher<Output>
) -> AnyPublisher<Output> {
  DeferredSource { try make().source }.typed()
}

private struct DeferredSource: Source {
  let make: @Sendable () throws -> AnySource

  func attach(_ edge: Link, in context: SerialQueue) {
    do { try make().start(edge, in: context, from: context) } catch {
      edge.bind(NoSubscription(), on: context, from: context)
      edge.send(completion: .failure(error))
    }
  }
}
