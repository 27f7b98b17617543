import HTTP
import PipelineLanguage
import RunEvents
import Streams
import Values

extension FetchStep: SourceOperation, TransformOperation {
  func stream(from seed: RunValue, at site: StepSite) -> AnyPublisher<RunValue> {
    numbered(exchange(for: seed, at: site))
  }

  /// One request for each value, as many at once as the client allows; results in the order of the values.
  func stream(after upstream: AnyPublisher<RunValue>, from seed: RunValue, at site: StepSite) -> AnyPublisher<RunValue>
  {
    numbered(upstream.flatMap(max: concurrency(at: site)) { exchange(for: $0, at: site) })
  }

  private func numbered(_ values: AnyPublisher<RunValue>) -> AnyPublisher<RunValue> {
    decoding.isStreamed ? values.renumbered() : values
  }

  private func concurrency(at site: StepSite) -> Int {
    let client = possibleClient.map { site.run.clients[$0] }
    let count = client?.concurrency ?? ClientDeclaration.defaultConcurrency
    // While some pause others may go out: the client's bound is on those that are on their way.
    let pauses = poll != nil || (retry ?? client?.declaration.retry) != nil
    return pauses ? count * min(4, max(1, Int.max / count)) : count
  }

  /// The client that its requests may go through.
  private var possibleClient: Int? {
    switch client {
    case .declared(let index), .byURL(only: let index?): index
    case .byURL(only: nil): nil
    }
  }

  private func exchange(for value: RunValue, at site: StepSite) -> AnyPublisher<RunValue> {
    let retry = retry ?? possibleClient.flatMap { site.run.pipeline.clients[$0].retry }
    if poll == nil, retry == nil { return attempt(for: value, at: site) }
    // What is counted is counted for each time that it is subscribed to.
    return deferred { FetchCourse(self, for: value, at: site, retry: retry).publisher }
  }

  /// One request, and what its response holds. The response is read on the stream's queue, not on the transport's.
  ///
  /// - Parameter course: is told of what was sent and answered.
  func attempt(
    for value: RunValue, at site: StepSite, number: Int = 1, cause: RequestCause? = nil, of course: FetchCourse? = nil
  ) -> AnyPublisher<RunValue> {
    let reader = ResponseReader(step: self, site: site)
    let response = Future<FetchExchange.Exchanged> { promise in
      let built = try RequestBuilder(step: self, site: site, clients: site.run.clients).request(for: value)
      course?.note(built)
      let exchange = FetchExchange(built, for: value.index, attempt: number, cause: cause, at: site, promise: promise)
      exchange.submit()
      return { exchange.cancel() }
    }
    if decoding.isStreamed {
      return response.eraseToAnyPublisher().concatMap { exchanged in
        course?.note(exchanged)
        guard let body = exchanged.body else {
          _ = try read(exchanged, by: reader)
          return empty()
        }
        return StreamedResponse(exchanged, at: site).values(in: body, as: decoding, limit: maxBody, for: value)
      }.mapError { site.stepError($0).leaving(for: value) }
    }
    return response.tryMap { exchanged in
      let result = try read(exchanged, by: reader)
      course?.note(exchanged)
      return RunValue(
        site.run.events.traced(result), bindings: value.bindings, response: ResponseRecord(exchanged.response),
        index: value.index)
    }.mapError { site.stepError($0).leaving(for: value) }
  }

  private func read(_ exchanged: FetchExchange.Exchanged, by reader: ResponseReader) throws(StepError) -> JSONValue {
    let client = exchanged.client.map { reader.site.run.pipeline.clients[$0] }
    let request = { exchanged.request.description(detailed: true) }
    do throws(StepError) {
      let result = try reader.value(
        of: exchanged.response, in: exchanged.downloaded, client: client, request: request)
      try reader.expectNoGraphQLErrors(in: exchanged.response, request: request)
      return result
    } catch {
      throw exchanged.trail.tell(in: reader.withGraphQLErrors(error), of: exchanged.response)
    }
  }
}
