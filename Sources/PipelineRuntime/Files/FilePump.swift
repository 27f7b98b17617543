import Dispatch
import PipelineLanguage
import Streams
import Synchronization
import Values

/// Reads a pipe, a terminal or the like on a queue of its own, so that a stream that waits for it can be cancelled.
///
/// A read that is under way then is not interrupted: it ends with the next bytes, and nobody hears of them.
final class FilePump: Sendable {
  typealias Record = Result<JSONValue, FileRecords.Fault>

  private let feed: Feed<Record>
  private let records: Mutex<FileRecords.Iterator>
  private let queue = DispatchQueue(label: "pipeline.read")

  private init(_ feed: Feed<Record>, _ records: FileRecords) {
    self.feed = feed
    self.records = Mutex(records.makeIterator())
  }

  /// What is in the file, as it comes.
  static func stream(of records: FileRecords) -> AnyPublisher<Record> {
    PushSource<Record> { feed in
      let pump = FilePump(feed, records)
      feed.whenReady { pump.start() }
      pump.start()
      return nil
    }.eraseToAnyPublisher()
  }

  private func start() { queue.async { self.run() } }

  /// Until there is no room, nothing more, or nobody who wants it.
  private func run() {
    while let record = records.withLock({ $0.next() }) {
      guard case .goOn = feed.send(record) else { return }
    }
    feed.finish()
  }
}
