import HTTP
import PipelineLanguage
import Streams

extension FetchStep: SourceOperation, TransformOperation {
  func stream(from seed: RunValue, at site: StepSite) -> AnyPublisher<RunValue> {
    exchange(for: seed, at: site)
  }

  /// One request for each value, as many at once as the client allows; results in the order of the values.
  func stream(after upstream: AnyPublisher<RunValue>, from seed: RunValue, at site: StepSite) -> AnyPublisher<RunValue>
  {
    upstream.flatMap(max: concurrency(at: site)) { exchange(for: $0, at: site) }
  }

  private func concurrency(at site: StepSite) -> Int {
    switch client {
    case .declared(let index), .byURL(only: let index?): site.run.clients[index].concurrency
    case .byURL(only: nil): ClientDeclaration.defaultConcurrency
    }
  }

  /// The response is read on the stream's queue, not on the transport's.
  private func exchange(for value: RunValue, at site: StepSite) -> AnyPublisher<RunValue> {
    let reader = ResponseReader(step: self, site: site)
    return Future { promise in
      let built = try RequestBuilder(step: self, site: site, clients: site.run.clients).request(for: value)
      let exchange = FetchExchange(built, for: value.index, at: site, promise: promise)
      exchange.submit()
      return { exchange.cancel() }
    }.tryMap { exchanged in
      let client = exchanged.client.map { site.run.pipeline.clients[$0] }
      let response = exchanged.response
      let result = try reader.value(of: response, client: client) { exchanged.request.description(detailed: true) }
      return RunValue(result, bindings: value.bindings, response: ResponseRecord(response), index: value.index)
    }.mapError { site.stepError($0).leaving(for: value) }
  }
}
