extension Publisher {
  /// Emits `value` at the end of a stream that finished without any.
  package func replaceEmpty(with value: Output) -> AnyPublisher<Output> {
    fused(
      StageStep {
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
