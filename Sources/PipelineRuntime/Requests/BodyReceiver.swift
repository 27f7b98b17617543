import HTTP

/// Takes a body that comes in pieces: first its head, then the pieces, then one of the ends. All are called by the
/// transport, but `discard`, and must not block.
protocol BodyReceiver: Sendable {
  func begin(_ head: Response, of exchange: FetchExchange)

  /// Has `exchange.consumed` called once the piece is dealt with.
  func take(_ piece: [UInt8], of exchange: FetchExchange)

  /// The body is whole. Ends the exchange when it is dealt with.
  func finish(_ response: Response, of exchange: FetchExchange)

  /// The body broke off. Ends the exchange.
  func fail(_ error: StepError, of exchange: FetchExchange)

  /// It is not wanted any more. May be called at any time, from any thread, also before the head.
  func discard()
}

extension BodyPieces {
  /// `nil` where there are none.
  func makeReceiver(at site: StepSite) -> (any BodyReceiver)? {
    switch self {
    case .none: nil
    case .values: PieceQueue()
    case .file(let written, let path): DownloadedFile(written: written, path: path, at: site)
    }
  }
}
