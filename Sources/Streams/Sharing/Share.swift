extension Publisher {
  /// This stream, run once for all that subscribe before it starts; see `Multicast`.
  ///
  /// It starts when its scheduler is next idle after the first subscription: by then everything that subscribes in one go is
  /// there, and nobody misses a value. Who comes later gets what comes from then on, or the end. Each that cancels leaves
  /// the others alone; with the last one the stream is cancelled.
  ///
  /// - Parameters:
  ///   - queue: Where it lives. Its consumers may live elsewhere.
  ///   - label: What it is called in a stall's message.
  ///   - capacity: Values that wait for one consumer.
  public func share(on queue: SerialQueue, label: String = "", capacity: Int = 64) -> AnyPublisher<Output> {
    let node = multicast(on: queue, label: label, capacity: capacity)
    return deferred {
      node.connect()
      return node.eraseToAnyPublisher()
    }
  }
}
