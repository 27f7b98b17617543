import PipelineLanguage
import RunEvents
import Streams
import Values

extension SecretStep: TransformOperation {
  func stream(after upstream: AnyPublisher<RunValue>, from seed: RunValue, at site: StepSite) -> AnyPublisher<RunValue>
  {
    upstream.tryMap { value in
      var isNew = false
      for secret in try secrets(at: value, site) {
        for text in texts(in: secret) where site.run.events.hide(text) { isNew = true }
      }
      if isNew { site.run.traceVariables() }
      return value.traced(by: site.run.events.mask)
    }
  }

  /// A failure must not show the value in which the secret is.
  private func secrets(at value: RunValue, _ site: StepSite) throws(StepError) -> [JSONValue] {
    let secrets: [JSONValue]
    do throws(EvaluationError) {
      secrets = try found.values(value.value) { site.evaluator.variable($0, value, [:])?.value }
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

extension RunValue {
  /// The same, knowing what in it and in what has a name holds a secret that is masked now.
  fileprivate func traced(by mask: SecretMask) -> RunValue {
    var traced = self
    traced.twin = mask.twin(of: twin ?? value) ?? twin
    traced.bindings = bindings?.traced(by: mask)
    return traced
  }
}

extension Binding {
  fileprivate func traced(by mask: SecretMask) -> Binding {
    let outer = outer?.traced(by: mask)
    let twin = mask.twin(of: value.twin ?? value.value)
    if twin == nil, outer === self.outer { return self }
    return Binding(name: name, value: TracedValue(value.value, twin: twin ?? value.twin), outer: outer)
  }
}
