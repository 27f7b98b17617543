/// Neither a value nor an end, ever.
package func never<Output: Sendable>(_ type: Output.Type = Output.self) -> AnyPublisher<Output> {
  EndSource(completion: nil).typed()
}
