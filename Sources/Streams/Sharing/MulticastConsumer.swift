/// One consumer of a `Multicast`: its line, or its place in the log.
final class MulticastConsumer: Subscription, Runnable {
  let rank: Int
  let edge: Link
  var id = 0
  var capacity: Int
  private let core: MulticastCore
  private let givenName: String?
  private var waiting = Ring<Payload>()
  /// How much of the log it has had.
  private var position = 0
  private var demand = Demand.none
  private var highWaterMark = 0
  private var isServing = false
  private(set) var isOver = false

  /// Values passed on in one turn.
  private static let valuesPerTurn = 64

  init(core: MulticastCore, edge: Link, rank: Int, name: String?) {
    self.core = core
    self.edge = edge
    self.rank = rank
    givenName = name
    capacity = core.limits.capacity
  }

  var name: String { "\(core.label) → \(givenName ?? "consumer \(id + 1)")" }

  var line: MulticastLine {
    MulticastLine(name: name, count: waitingCount, capacity: capacity, highWaterMark: highWaterMark)
  }

  /// How many values may still be put in line.
  var room: Int { max(0, capacity - waiting.count) }

  /// How many further values it would take, within reason.
  var wish: Int { max(0, demand.count(upTo: capacity + waitingCount) - waitingCount) }

  var isStarving: Bool { !demand.isNone && waitingCount == 0 }

  private var waitingCount: Int { core.isReplaying ? core.log.count - position : waiting.count }

  func request(_ demand: Demand) {
    self.demand += demand
    serve()
    core.settleLater()
  }

  func cancel() {
    isOver = true
    waiting = Ring()
    core.leave(self)
  }

  func offer(_ value: Payload) {
    if isOver { return }
    if core.isReplaying { return serve() }
    if waiting.isEmpty, demand.spend() {
      edge.send(value)
    } else {
      waiting.append(value)
      highWaterMark = max(highWaterMark, waiting.count)
      edge.noteHeld(waiting.count)
    }
  }

  func serve() {
    if !isServing { run(.work) }
  }

  func run(_ turn: Turn) {
    isServing = false
    if isOver { return }
    var left = Self.valuesPerTurn
    while waitingCount > 0, demand.spend() {
      edge.send(next())
      left -= 1
      if left == 0 {
        isServing = true
        return core.queue.push(self, .work)
      }
    }
    // Room has come.
    if left < Self.valuesPerTurn { core.settleLater() }
    if waitingCount == 0, let end = core.end {
      isOver = true
      edge.send(completion: end)
      core.leave(self)
    }
  }

  private func next() -> Payload {
    if core.isReplaying {
      position += 1
      return core.log[position - 1]
    }
    guard let value = waiting.popFirst() else { preconditionFailure("an empty line was served") }
    return value
  }
}
