import Streams

/// Builds the stream that a plan describes.
struct PlanBuilder: Sendable {
  typealias Stream = AnyPublisher<Grain>

  let shop: Workshop
  /// The graph's shared streams, as far as they are built.
  var shared: [Multicast<Grain>] = []

  func build(_ plan: Plan) -> Stream {
    let (shop, life) = (shop, shop.life())
    switch plan {
    case .source(let source): return build(source)
    case .shared(let index): return shared[index].eraseToAnyPublisher()
    case .step(let step, let input): return build(step, over: build(input))
    case .inner(let kind, let outer, let inners, let throwsAt):
      return inner(kind, build(outer), transform(inners.map(build), throwsAt: throwsAt))
    case .expand(let outer, let emitsInputs, let delay):
      return build(outer).expand(emitsInputs: emitsInputs) { grain in
        life.touch()
        let smaller = sequence(grain.value.smaller).map { shop.grain($0) }
        return delay > 0 ? smaller.delay(for: shop.duration(delay)) : smaller
      }
    case .catching(let input, let handler, let throwsInstead):
      let handler = build(handler)
      return build(input).catch { _ in
        life.touch()
        if throwsInstead { throw Named(name: "c") }
        return handler
      }
    case .retry(let attempts, let times, let delay):
      let attempts = attempts.map(build)
      // A count of its own for each use, since a retry may itself be tried again.
      return deferred {
        let count = Attempts()
        return deferred {
          life.touch()
          return attempts[min(count.next(), attempts.count) - 1]
        }
        .retry(RetryPolicy(times: times, delay: { _, _ in shop.duration(delay) }))
      }
    case .waiting(let input, let others):
      return build(input).waiting(for: others.map(build)) { grain, others in
        life.touch()
        return shop.grain(grain.value.mixed(with: Value.list(others.map(\.value)).key))
      }
    case .join(let join, let inputs, let delayErrors): return self.join(join, inputs.map(build), delayErrors)
    }
  }

  func join(_ join: Join, _ inputs: [Stream], _ delayErrors: Bool = false) -> Stream {
    let (shop, life) = (shop, shop.life())
    let row: @Sendable ([Grain]) -> Grain = { grains in
      life.touch()
      return shop.grain(.list(grains.map(\.value)))
    }
    switch join {
    case .zip: return zipMany(inputs, delayErrors: delayErrors).map(row)
    case .concat: return concatMany(inputs)
    case .merge: return mergeMany(inputs)
    case .latest: return combineLatest(inputs, delayErrors: delayErrors).map(row)
    case .race: return race(inputs)
    }
  }

  func inner(
    _ kind: InnerKind, _ outer: Stream, _ transform: @escaping @Sendable (Grain) throws -> Stream
  ) -> Stream {
    switch kind {
    case .ordered(let max): outer.flatMap(max: max, transform)
    case .concat: outer.concatMap(transform)
    case .arrival(let max): outer.flatMap(max: max, order: .arrival, transform)
    case .switched: outer.switchMap(transform)
    }
  }

  func transform(_ inners: [Stream], throwsAt: Int) -> @Sendable (Grain) throws -> Stream {
    let (shop, life) = (shop, shop.life())
    return { grain in
      life.touch()
      if grain.value.isMultiple(of: throwsAt) { throw Named(name: "inner") }
      let key = grain.value.key
      return inners[key % inners.count].map { shop.grain($0.value.mixed(with: key)) }
    }
  }

  // MARK: Steps

  func build(_ step: Step, over input: Stream) -> Stream {
    let (shop, life) = (shop, shop.life())
    switch step {
    case .map(let other): return input.map { shop.grain($0.value.mixed(with: other), life) }
    case .tryMap(let other, let throwsAt):
      return input.tryMap { grain in
        if grain.value.isMultiple(of: throwsAt) { throw Named(name: "t\(other)") }
        return shop.grain(grain.value.mixed(with: other), life)
      }
    case .compactMap(let dropping):
      return input.compactMap {
        $0.value.isMultiple(of: dropping) ? nil : shop.grain($0.value.mixed(with: 1), life)
      }
    case .filter(let keeping):
      return input.filter { grain in
        life.touch()
        return grain.value.isMultiple(of: keeping)
      }
    case .mapMany: return input.mapMany { $0.value.several.map { shop.grain($0, life) } }
    case .scan(let seed, let throwsAt): return input.scan(shop.grain(.number(seed)), sum(seed, throwsAt))
    case .reduce(let seed, let throwsAt): return input.reduce(shop.grain(.number(seed)), sum(seed, throwsAt))
    case .collect: return input.collect().map { shop.grain(.list($0.map(\.value)), life) }
    case .collectBy(let count): return input.collect(count).map { shop.grain(.list($0.map(\.value)), life) }
    case .first: return input.first()
    case .firstWhere(let divisor):
      return input.first { grain in
        life.touch()
        return grain.value.isMultiple(of: divisor)
      }
    case .last: return input.last()
    case .prefix(let count): return input.prefix(count)
    case .dropFirst(let count): return input.dropFirst(count)
    case .removeDuplicates(let modulo):
      return input.removeDuplicates { one, other in
        life.touch()
        return one.value.key % modulo == other.value.key % modulo
      }
    case .count: return input.count().map { shop.grain(.number($0), life) }
    case .single: return input.single()
    case .replaceEmpty(let value): return input.replaceEmpty(with: shop.grain(.number(value)))
    case .replaceError(let value): return input.replaceError(with: shop.grain(.number(value)))
    case .mapError(let name):
      return input.mapError { _ in
        life.touch()
        return Named(name: "m\(name)")
      }
    case .delay(let ticks): return input.delay(for: shop.duration(ticks))
    case .debounce(let ticks): return input.debounce(for: shop.duration(ticks))
    case .throttle(let ticks): return input.throttle(for: shop.duration(ticks))
    case .timeout: return input.timeout(.seconds(3600))
    case .receiveOn(let queue): return input.receive(on: shop.queue(queue))
    case .subscribeOn(let queue): return input.subscribe(on: shop.queue(queue))
    }
  }

  private func sum(_ seed: Int, _ throwsAt: Int) -> @Sendable (Grain, Grain) throws -> Grain {
    let (shop, life) = (shop, shop.life())
    return { sum, grain in
      if grain.value.isMultiple(of: throwsAt) { throw Named(name: "t\(seed)") }
      return shop.grain(sum.value.mixed(with: grain.value.key), life)
    }
  }
}

extension Workshop {
  /// A value made by a closure that keeps `life`.
  fileprivate func grain(_ value: Value, _ life: Tracked) -> Grain {
    life.touch()
    return grain(value)
  }
}
