import Files
import HTTP
import RunEvents
import Streams
import Synchronization

/// Writes a body to a file as it arrives, on a queue of its own. The file is there, under its name, once the body is whole.
final class DownloadedFile: BodyReceiver {
  private struct State {
    var writer: FileWriter?
    /// Whether it failed, or is not wanted any more.
    var isOver = false
  }

  private let written: String
  private let path: String
  private let site: StepSite
  private let queue: SerialQueue
  private let state = Mutex(State())

  init(written: String, path: String, at site: StepSite) {
    self.written = written
    self.path = path
    self.site = site
    queue = site.run.scheduler.makeQueue(label: "download")
  }

  func begin(_ head: Response, of exchange: FetchExchange) {
    work(exchange) { state throws(FileError) in state.writer = try FileWriter(self.path, makesFolders: true) }
  }

  func take(_ piece: [UInt8], of exchange: FetchExchange) {
    work(exchange) { state throws(FileError) in
      try state.writer?.append(piece)
    } then: {
      exchange.consumed(piece.count)
    }
  }

  func finish(_ response: Response, of exchange: FetchExchange) {
    work(exchange) { state throws(FileError) in
      try state.writer?.finish()
      state.writer = nil
    } then: {
      exchange.end(with: response, downloaded: self.written)
    }
  }

  func fail(_ error: StepError, of exchange: FetchExchange) {
    discard()
    exchange.end(with: error)
  }

  /// Removes what was written, at once: the program may be about to end.
  func discard() {
    state.withLock { state in
      state.isOver = true
      state.writer?.discard()
      state.writer = nil
    }
  }

  private func work(
    _ exchange: FetchExchange, _ body: @escaping @Sendable (inout State) throws(FileError) -> Void,
    then next: @escaping @Sendable () -> Void = {}
  ) {
    queue.async {
      let error = self.state.withLock { state -> FileError?? in
        if state.isOver { return .some(nil) }
        do throws(FileError) {
          try body(&state)
          return nil
        } catch {
          state.isOver = true
          state.writer = nil
          return .some(error)
        }
      }
      switch error {
      case nil: next()
      case .some(nil): break
      case .some(let error?):
        exchange.fail(.io, unwritableFile(written: self.written, resolved: self.path, reason: error.reason))
      }
    }
  }
}
