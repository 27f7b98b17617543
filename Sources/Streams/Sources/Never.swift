/// Neither a value nor an end, ever.
public func never<Output: Sendable>(_ type: Output.Type = Output.self) -> AnyPublisher<Output> {
  EndSource(completion: nil).typed()
}
