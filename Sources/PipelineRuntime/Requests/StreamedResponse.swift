import HTTP
import PipelineLanguage
import RunEvents
import Streams
import Synchronization
import Values

/// What a fetch emits of a body as it arrives.
struct StreamedResponse: Sendable {
  private let request: NumberedRequest
  private let head: Response
  private let trail: RedirectTrail
  private let site: StepSite

  init(_ exchanged: FetchExchange.Exchanged, at site: StepSite) {
    request = exchanged.request
    head = exchanged.response
    trail = exchanged.trail
    self.site = site
  }

  /// - Parameter limit: how long a line, or an event, may be.
  func values(
    in body: StreamedBody, as format: FetchStep.Decoding, limit: Int, for value: RunValue
  ) -> AnyPublisher<RunValue> {
    let record = ResponseRecord(head)
    let shared = Shared(BodySplitter(format, limit: limit))
    return body.items.mapMany { item -> [Result<JSONValue, BodySplitter.Fault>] in
      switch item {
      case .piece(let bytes):
        defer { body.consumed(bytes.count) }
        return shared.split(bytes)
      case .end: return shared.finish()
      }
    }.tryMap { found in
      switch found {
      case .success(let found):
        return RunValue(site.run.events.traced(found), bindings: value.bindings, response: record)
      case .failure(let fault): throw failure(fault)
      }
    }.mapError { error in
      var error = site.stepError(error)
      error.isBehindValues = shared.hasEmitted
      return error
    }
  }

  private func failure(_ fault: BodySplitter.Fault) -> StepError {
    let failure = site.fault(
      fault.kind, fault.message, details: fault.details, request: request.description(detailed: true),
      response: ResponseDescription(head, headers: true, body: true))
    return trail.tell(in: StepError(failure, status: head.status), of: head)
  }

  /// Used on the stream's queue; nothing tells the compiler.
  private final class Shared: Sendable {
    private let state: Mutex<(splitter: BodySplitter, hasEmitted: Bool)>

    init(_ splitter: BodySplitter) { state = Mutex((splitter, false)) }

    var hasEmitted: Bool { state.withLock(\.hasEmitted) }

    func split(_ bytes: [UInt8]) -> [Result<JSONValue, BodySplitter.Fault>] { take { $0.split(bytes) } }

    func finish() -> [Result<JSONValue, BodySplitter.Fault>] { take { $0.finish() } }

    private func take(
      _ body: (inout BodySplitter) -> [Result<JSONValue, BodySplitter.Fault>]
    ) -> [Result<JSONValue, BodySplitter.Fault>] {
      state.withLock { state in
        let found = body(&state.splitter)
        if case .success? = found.first { state.hasEmitted = true }
        return found
      }
    }
  }
}
