/// A publisher without its type: what operators are made of.
protocol Source: Sendable {
  /// The queue on which what is below has to live, where `receive(on:)` above said so.
  var outputQueue: SerialQueue? { get }

  /// Whether it has nothing above it and needs no turn to start: see `Link.bind`.
  var isLeaf: Bool { get }

  /// Starts one use that feeds `edge`, in `context`. Runs on `context`; binds the edge, there or on a queue of its own.
  func attach(_ edge: Link, in context: SerialQueue)
}

extension Source {
  var outputQueue: SerialQueue? { nil }
  var isLeaf: Bool { false }

  func typed<Output>(_ type: Output.Type = Output.self) -> AnyPublisher<Output> { AnyPublisher(AnySource(self)) }
}

/// Any source.
@usableFromInline struct AnySource: Sendable {
  private let kind: Kind
  let outputQueue: SerialQueue?

  private enum Kind: Sendable {
    /// One value, then the end: so common that it costs no object.
    case just(Payload)
    case leaf(Storage)
    case other(Storage)
  }

  init(_ source: any Source) {
    kind = source.isLeaf ? .leaf(Storage(source)) : .other(Storage(source))
    outputQueue = source.outputQueue
  }

  @usableFromInline init(just value: Payload) {
    kind = .just(value)
    outputQueue = nil
  }

  /// The one value, where that is all there is.
  var knownValue: Payload? {
    if case .just(let value) = kind { value } else { nil }
  }

  func attach(_ edge: Link, in context: SerialQueue) {
    switch kind {
    case .just(let value):
      edge.bind(JustSubscription(value, downstream: edge), on: context, from: context, isLeaf: true)
    case .leaf(let storage), .other(let storage): storage.source?.attach(edge, in: context)
    }
  }

  /// An edge to `inlet` on `home`, with this source's start as a later turn of `context`, or at once where that makes no
  /// deeper call. `current` is where the caller runs.
  func connect(
    to inlet: any Inlet, port: Int = 0, on home: SerialQueue, in context: SerialQueue, from current: SerialQueue
  ) -> Link {
    let edge = Link(to: inlet, port: port, on: home)
    start(edge, in: context, from: current)
    return edge
  }

  /// Has this source started on `edge`, in `context`. `current` is the queue of the caller.
  func start(_ edge: Link, in context: SerialQueue, from current: SerialQueue) {
    if context === current, context === edge.consumerQueue {
      switch kind {
      case .just(let value): return edge.hold(value)
      case .leaf(let storage): if let source = storage.source { return source.attach(edge, in: context) }
      case .other: break
      }
    }
    let start = Start(edge, of: self, in: context)
    if context === current { context.push(start, .work) } else { context.post(start, .work) }
  }

  private final class Start: Runnable {
    private let edge: Link
    private let source: AnySource
    private let context: SerialQueue

    init(_ edge: Link, of source: AnySource, in context: SerialQueue) {
      self.edge = edge
      self.source = source
      self.context = context
    }

    func run(_ turn: Turn) { source.attach(edge, in: context) }
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
