extension Publisher {
  /// Emits `value` at the end of a stream that finished without any.
  @inlinable public func replaceEmpty(with value: Output) -> AnyPublisher<Output> {
    step { _, next in
      var isEmpty = true
      return Receiver(
        receive: { value in
          isEmpty = false
          return next.receive(value)
        },
        complete: { completion in
          if isEmpty, completion.failure == nil, !next.receive(value) { return }
          next.complete(completion)
        })
    }
  }
}
