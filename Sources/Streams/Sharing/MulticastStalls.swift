/// The full lines of a shared stream that its scheduler was told of.
struct MulticastStalls {
  /// The consumers' numbers.
  private var reported: Set<Int> = []

  /// Tells of lines that keep others from their values, of each once.
  mutating func report(_ consumers: [MulticastConsumer], of core: MulticastCore) {
    for consumer in consumers where reported.insert(consumer.id).inserted {
      let edge = StalledEdge(
        name: consumer.name, capacity: core.machine.lines[consumer.place].capacity, queue: core.queue
      ) { [id = consumer.id] names in
        core.relieve(id, names)
      }
      core.queue.scheduler.ledger.edgeStalled(key(consumer.id, of: core), edge)
    }
  }

  /// The scheduler dealt with this one, and has forgotten it.
  mutating func wasRelieved(_ id: Int) { reported.remove(id) }

  /// Values move again, or never will.
  mutating func forgetAll(of core: MulticastCore) {
    if reported.isEmpty { return }
    for id in reported { core.queue.scheduler.ledger.edgeMoves(key(id, of: core)) }
    reported = []
  }

  private func key(_ id: Int, of core: MulticastCore) -> StallKey {
    StallKey(node: ObjectIdentifier(core), consumer: id)
  }
}
