import PipelineLanguage
import RunEvents
import Streams
import Values

extension SecretStep: TransformOperation {
  func stream(after upstream: AnyPublisher<RunValue>, from seed: RunValue, at site: StepSite) -> AnyPublisher<RunValue>
  {
    upstream.tryMap { value in
      for secret in try secrets(at: value, site) {
        for text in texts(in: secret) { site.run.events.hide(text) }
      }
      return value
    }
  }

  /// A failure must not show the value in which the secret is.
  private func secrets(at value: RunValue, _ site: StepSite) throws(StepError) -> [JSONValue] {
    let secrets: [JSONValue]
    do throws(EvaluationError) {
      secrets = try found.values(value.value) { site.evaluator.lookup($0, value, [:]) }
    } catch {
      throw site.failure(.expression, error.message, details: [error.hint].compactMap { $0 }, at: value)
    }
    for secret in secrets {
      switch secret {
      case .null, .bool:
        throw site.failure(
          .expression, "\(found.text) is \(secret.text()), which hides nothing",
          details: ["write '\(found.text) // empty' where there may be none"], at: value)
      case .number, .string, .array, .object: break
      }
    }
    return secrets
  }
}
