extension Publisher {
  /// All values as one array at the end; an empty one where there are none.
  @inlinable public func collect() -> AnyPublisher<[Output]> {
    accumulate(into: [], { $0.append($1) }, atEnd: { $0 })
  }
}
