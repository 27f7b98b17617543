/// One consumer of a `Multicast`, as its edge sees it: takes credit and cancel, and hands on what waits in its line.
final class MulticastConsumer: Subscription, Runnable {
  let rank: Int
  /// Counts up in the order of coming.
  var id = 0
  /// Where it stands among those served. The core keeps it up to date.
  var place = 0
  private(set) var isOver = false
  /// Nil while its place is only kept for it.
  private(set) var edge: Link?
  private let core: MulticastCore
  private let givenName: String?
  @exclusivity(unchecked) private var isServing = false

  /// Values passed on in one turn.
  private static let valuesPerTurn = 64

  init(core: MulticastCore, edge: Link?, rank: Int, name: String?) {
    self.core = core
    self.edge = edge
    self.rank = rank
    givenName = name
  }

  var name: String { "\(core.label) → \(givenName ?? "consumer \(id + 1)")" }

  /// Its place is given; credit and values may come.
  func start() {
    guard let edge else { return }
    edge.rename(name)
    edge.bind(self, on: core.queue, from: core.queue)
    noteWaiting()
    serve()
  }

  /// The consumer for whom the place was kept is there.
  func start(_ edge: Link) {
    self.edge = edge
    start()
  }

  func request(_ demand: Demand) {
    if isOver { return }
    core.machine.request(demand, at: place)
    serve()
    core.settleLater()
  }

  func cancel() {
    if isOver { return }
    leave()
  }

  /// How much waits is noted for the edge's high-water mark; what a stream keeps in any case does not wait.
  func noteWaiting() {
    if !core.machine.isReplaying { edge?.noteHeld(core.machine.waiting(at: place)) }
  }

  func serve() {
    if !isServing, edge != nil { run(.work) }
  }

  func run(_ turn: Turn) {
    let goesOn = isServing
    isServing = false
    guard !isOver, let edge else { return }
    var left = Self.valuesPerTurn
    while let value = core.machine.take(at: place) {
      edge.send(value)
      left -= 1
      if left == 0 {
        isServing = true
        return core.queue.push(self, .work)
      }
    }
    // Room has come, and values that all have had can go.
    if goesOn || left < Self.valuesPerTurn { core.settleLater() }
    if core.machine.waiting(at: place) == 0, let end = core.end {
      edge.send(completion: end)
      leave()
    }
  }

  private func leave() {
    isOver = true
    core.leave(self)
  }
}
