import PipelineLanguage
import Streams
import Values

extension RunStep: SourceOperation, TransformOperation {
  func stream(from seed: RunValue, at site: StepSite) -> AnyPublisher<RunValue> {
    output(for: seed, at: site).renumbered()
  }

  /// One run for each value; results in the order of the values.
  func stream(after upstream: AnyPublisher<RunValue>, from seed: RunValue, at site: StepSite) -> AnyPublisher<RunValue>
  {
    upstream.flatMap(max: ClientDeclaration.defaultConcurrency) { output(for: $0, at: site) }.renumbered()
  }

  private func output(for value: RunValue, at site: StepSite) -> AnyPublisher<RunValue> {
    PushSource<JSONValue> { feed in
      var given = JSONObject()
      for input in inputs { given[input.name] = try site.evaluator.value(of: input.value, at: value).value }
      let run = NestedRun(use, feed: feed, at: site)
      try run.start(use, inputs: given)
      return { run.cancel() }
    }.eraseToAnyPublisher().map { result in
      RunValue(site.run.events.traced(result), bindings: value.bindings, response: value.response)
    }.mapError { site.stepError($0).leaving(for: value) }
  }
}
