import PipelineLanguage
import Testing

@testable import PipelineRuntime

@Suite("Operators in a run")
struct OperatorBindingTests {
  @Test("Every operator of the language has a stream that suits its role", arguments: Operators.names)
  func hasStream(name: String) throws {
    let type = try #require(Operators.named(name))
    let (isSource, isTransform) = (type is any SourceOperation.Type, type is any TransformOperation.Type)
    switch type.declaration.role {
    case .source: #expect(isSource)
    case .transform: #expect(isTransform)
    case .sourceOrTransform: #expect(isSource && isTransform)
    }
  }
}
