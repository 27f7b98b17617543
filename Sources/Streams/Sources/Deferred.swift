/// Made anew by `make` for each subscription, in the subscriber's context. What it throws is the stream's failure.
@inlinable public func deferred<Output: Sendable>(
  _ make: @escaping @Sendable () throws -> AnyPublisher<Output>
) -> AnyPublisher<Output> {
  AnyPublisher(Streams.deferredSource { try make().untyped })
}

/// `deferred` without its type.
@usableFromInline func deferredSource(_ make: @escaping @Sendable () throws -> AnySource) -> AnySource {
  AnySource(DeferredSource(make: make))
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
