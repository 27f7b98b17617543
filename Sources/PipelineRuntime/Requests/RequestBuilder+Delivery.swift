import HTTP
import PipelineLanguage

/// What becomes of a body that comes in pieces.
enum BodyPieces: Sendable {
  /// There are none: the body is wanted as a whole.
  case none
  /// They are values as they come.
  case values
  /// They go to a file: its path as written, and where that is.
  case file(written: String, path: String)
}

extension RequestBuilder {
  /// Only what is accepted comes in pieces: a refusal is read as a whole.
  func askForPieces(
    in request: inout Request, for value: RunValue, client: ClientDeclaration?, followsRedirects: Bool
  ) throws(StepError) -> BodyPieces {
    let pieces = try pieces(for: value)
    if case .none = pieces { return pieces }
    let accepted = step.accept ?? client?.accept ?? .success
    // Where one leads on, its body is not what is wanted, whatever is accepted.
    request.delivery = .pieces { accepted.contains($0) && !(followsRedirects && Response.redirects.contains($0)) }
    let isAcceptSet =
      request.headers.contains { $0.isNamed("accept") } || step.headers.contains { $0.name.lowercased() == "accept" }
    // As the standard has it; some servers answer else with something else.
    if step.decoding == .sse, !isAcceptSet { request.headers.append(Header("Accept", "text/event-stream")) }
    return pieces
  }

  private func pieces(for value: RunValue) throws(StepError) -> BodyPieces {
    if let download = step.download {
      let written = try site.writtenPath(download, at: value)
      return .file(written: written, path: site.run.resolvePath(written))
    }
    return step.decoding.isStreamed ? .values : .none
  }
}
