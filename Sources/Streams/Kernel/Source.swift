/// A publisher without its type: what operators are made of.
protocol Source: Sendable {
  /// The queue on which what is below has to live, where `receive(on:)` above said so.
  var outputQueue: SerialQueue? { get }

  /// Starts one use that feeds `edge`, in `context`. Runs on `context`; binds the edge, there or on a queue of its own.
  func attach(_ edge: Link, in context: SerialQueue)
}

extension Source {
  var outputQueue: SerialQueue? { nil }

  func typed<Output>(_ type: Output.Type = Output.self) -> AnyPublisher<Output> { AnyPublisher(AnySource(self)) }
}

/// Any source.
@usableFromInline struct AnySource: Sendable {
  private let storage: Storage
  let outputQueue: SerialQueue?

  init(_ source: any Source) {
    storage = Storage(source)
    outputQueue = source.outputQueue
  }

  func attach(_ edge: Link, in context: SerialQueue) { storage.source?.attach(edge, in: context) }

  /// An edge to `inlet` on `home`, with this source's start as a later turn of `context`. `current` is where the caller
  /// runs.
  func connect(
    to inlet: any Inlet, port: Int = 0, on home: SerialQueue, in context: SerialQueue, from current: SerialQueue
  ) -> Link {
    let edge = Link(to: inlet, port: port, on: home)
    edge.attach(to: self, in: context, from: current)
    return edge
  }

  /// Lets go of long chains one after the other, not one inside the other.
  ///
  /// `@unchecked Sendable`: `source` changes only in `deinit`.
  private final class Storage: @unchecked Sendable {
    private(set) var source: (any Source)?

    init(_ source: any Source) { self.source = source }

    deinit { Teardown.release(&source) }
  }
}
