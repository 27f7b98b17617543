import Streams

extension PlanBuilder {
  func build(_ source: PlanSource) -> Stream {
    let (shop, life) = (shop, shop.life())
    switch source {
    case .just(let value): return just(shop.grain(.number(value)))
    case .sequence(let start, let count):
      return sequence(Numbers(range: start..<start + count, shop: shop, life: life))
    case .empty: return empty()
    case .fail(let name): return fail(Named(name: "f\(name)"))
    case .never: return never()
    case .throwing(let name):
      return deferred {
        life.touch()
        throw Named(name: "f\(name)")
      }
    case .script(let values, let end, let endTime):
      return Script(shop: shop, values: values, end: end, endTime: endTime).eraseToAnyPublisher()
    case .ticks(let period, let count):
      return interval(shop.duration(period)).prefix(count).map { number in
        life.touch()
        shop.note("tick \(number)")
        return shop.grain(.number(number))
      }
    case .future(let delay, let value, let fails, let queue):
      return Future<Grain> { promise in
        life.touch()
        let timer = shop.queue(queue).asyncAfter(shop.duration(delay)) {
          shop.note("future \(value)")
          promise.resolve(fails ? .failure(Named(name: "f\(value)")) : .success(shop.grain(.number(value))))
        }
        return { timer.cancel() }
      }.eraseToAnyPublisher()
    case .push(let start, let count, let capacity, let fails, let queue):
      return PushSource<Grain>(capacity: capacity) { feed in
        Pusher(feed: feed, shop: shop, queue: shop.queue(queue), next: start, end: start + count, fails: fails).start()
        return { life.touch() }
      }.eraseToAnyPublisher()
    }
  }
}

/// Numbers as grains, made when they are asked for.
private struct Numbers: Sequence, Sendable {
  let range: Range<Int>
  let shop: Workshop
  let life: Tracked

  func makeIterator() -> AnyIterator<Grain> {
    var numbers = range.makeIterator()
    return AnyIterator {
      guard let number = numbers.next() else { return nil }
      shop.note("seq \(number)")
      return shop.grain(.number(number))
    }
  }
}

/// Feeds a `PushSource` from a queue of its own, as fast as it may.
private final class Pusher: Sendable {
  private let feed: Feed<Grain>
  private let shop: Workshop
  private let queue: SerialQueue
  private let first: Int
  private let next: Guarded<Int>
  private let end: Int
  private let fails: Bool

  init(feed: Feed<Grain>, shop: Workshop, queue: SerialQueue, next: Int, end: Int, fails: Bool) {
    self.feed = feed
    self.shop = shop
    self.queue = queue
    first = next
    self.next = Guarded(next)
    self.end = end
    self.fails = fails
  }

  func start() {
    // Only that queue sends, so that the values keep their order.
    feed.whenReady { [self] in queue.async { self.fill() } }
    queue.async { self.fill() }
  }

  private func fill() {
    while true {
      let value = next.withLock { next in
        defer { next += 1 }
        return next
      }
      if value > end { return }
      if value == end {
        shop.note("push end")
        return fails ? feed.fail(Named(name: "f\(first)")) : feed.finish()
      }
      shop.note("push \(value)")
      guard case .goOn = feed.send(shop.grain(.number(value))) else { return }
    }
  }
}

/// Says what its script says, when it says it. What comes without credit waits for it.
private struct Script: Publisher {
  let shop: Workshop
  let values: [(time: Int, value: Int)]
  let end: End
  let endTime: Int

  func attach(_ edge: Edge<Grain>, in context: SerialQueue) {
    edge.bind(Use(self, edge: edge, queue: context), on: context)
  }

  /// Confined to its queue, on which its timers fire as well.
  private final class Use: Subscription, @unchecked Sendable {
    private let shop: Workshop
    private let edge: Edge<Grain>
    private var demand = Demand.none
    private var waiting: [Value] = []
    private var end: End?
    private var timers: [Cancellable] = []

    init(_ script: Script, edge: Edge<Grain>, queue: SerialQueue) {
      self.shop = script.shop
      self.edge = edge
      for (time, value) in script.values {
        timers.append(
          queue.asyncAfter(shop.duration(time), kind: .source) { [self] in
            waiting.append(.number(value))
            emit()
          })
      }
      if script.end == .never { return }
      timers.append(
        queue.asyncAfter(shop.duration(script.endTime), kind: .source) { [self] in
          end = script.end
          emit()
        })
    }

    func request(_ demand: Demand) {
      self.demand += demand
      emit()
    }

    func cancel() {
      shop.note("script cancelled")
      timers = []
      waiting = []
      end = nil
    }

    private func emit() {
      while let value = waiting.first, !demand.isNone {
        waiting.removeFirst()
        demand -= .max(1)
        shop.note("script \(value)")
        edge.send(shop.grain(value))
      }
      guard waiting.isEmpty, let end else { return }
      timers = []
      self.end = nil
      shop.note("script \(end)")
      if case .failed(let name) = end {
        edge.send(completion: .failure(Named(name: name)))
      } else {
        edge.send(completion: .finished)
      }
    }
  }
}
