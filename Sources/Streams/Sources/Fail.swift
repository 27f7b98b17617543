/// Fails at once.
public func fail<Output: Sendable>(_ error: any Error, _ type: Output.Type = Output.self) -> AnyPublisher<Output> {
  EndSource(completion: .failure(error)).typed()
}
