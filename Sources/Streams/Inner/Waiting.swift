/// Something that had to give a value before others could go on ended without one.
public struct MissingDependency: Error, CustomStringConvertible {
  /// Its place, from 0.
  public let index: Int

  public var description: String { "dependency \(index) ended without a value" }
}

extension Publisher {
  /// Lets values through only after each of `dependencies` has given its first value, and gives them along.
  ///
  /// The dependencies are subscribed with this stream and asked for one value each on its first credit. Meanwhile up to
  /// 64 values of this stream are asked for and held, never more than downstream asked for. The failure of a dependency
  /// fails it at once, as does one that ends without a value (`MissingDependency`), and cancels everything else; so
  /// does this stream's own failure. Its end waits for the dependencies as its values do.
  ///
  /// - Parameter combine: Runs on the stream's queue for each value; what it throws fails the stream.
  @inlinable public func waiting<Dependency: Sendable, Result: Sendable>(
    for dependencies: [AnyPublisher<Dependency>],
    _ combine: @escaping @Sendable (Output, [Dependency]) throws -> Result
  ) -> AnyPublisher<Result> {
    if dependencies.isEmpty { return tryMap { try combine($0, []) } }
    return AnyPublisher(
      Streams.waiting(source, for: dependencies.map { $0.untyped }) { found in
        let values = found.map { $0.unwrap(as: Dependency.self) }
        return { Payload(try combine($0.unwrap(), values)) }
      })
  }
}

/// Given the dependencies' values, what becomes of each value.
@usableFromInline typealias WaitingOpening = @Sendable ([Payload]) -> (Payload) throws -> Payload

/// `waiting` without its types.
@usableFromInline func waiting(
  _ upstream: AnySource, for dependencies: [AnySource], _ open: @escaping WaitingOpening
) -> AnySource {
  AnySource(WaitingSource(upstream: upstream, dependencies: dependencies, open: open))
}

private struct WaitingSource: Source {
  let upstream: AnySource
  let dependencies: [AnySource]
  let open: WaitingOpening

  var outputQueue: SerialQueue? { upstream.outputQueue }

  func attach(_ edge: Link, in context: SerialQueue) {
    let home = outputQueue ?? context
    let waiting = WaitingSubscription(count: dependencies.count, open: open, downstream: edge)
    edge.bind(waiting, on: home, from: context)
    for (slot, dependency) in dependencies.enumerated() {
      waiting.dependencies[slot] = dependency.connect(to: waiting, port: slot, on: home, in: context, from: context)
    }
    waiting.upstream = upstream.connect(to: waiting, port: OuterPort.number, on: home, in: context, from: context)
  }
}
