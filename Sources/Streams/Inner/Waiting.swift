/// Something that had to give a value before others could go on ended without one.
package struct MissingDependency: Error, CustomStringConvertible {
  /// Its place, from 0.
  package let index: Int

  package var description: String { "dependency \(index) ended without a value" }
}

extension Publisher {
  /// Lets values through only after each of `dependencies` has given its first value, and gives them along.
  ///
  /// The dependencies are subscribed with this stream and asked for one value each on its first credit. Meanwhile up to
  /// 64 values of this stream are asked for and held, never more than downstream asked for. The failure of a dependency
  /// fails it at once, as does one that ends without a value (`MissingDependency`), and cancels everything else; so
  /// does this stream's own failure. Its end waits for the dependencies as its values do.
  ///
  /// - Parameter combine: Runs on the stream's queue for each value; what it throws fails the stream.
  package func waiting<Dependency: Sendable, Result: Sendable>(
    for dependencies: [AnyPublisher<Dependency>],
    _ combine: @escaping @Sendable (Output, [Dependency]) throws -> Result
  ) -> AnyPublisher<Result> {
    if dependencies.isEmpty { return tryMap { try combine($0, []) } }
    return WaitingSource(
      upstream: source, dependencies: dependencies.map(\.source),
      open: { found in
        let values = found.map { $0.unwrap(as: Dependency.self) }
        return { Payload(try combine($0.unwrap(), values)) }
      }
    )
    .typed()
  }
}

/// Given the dependencies' values, what becomes of each value.
private typealias Opening = @Sendable ([Payload]) -> (Payload) throws -> Payload

private struct WaitingSource: Source {
  let upstream: AnySource
  let dependencies: [AnySource]
  let open: Opening

  var outputQueue: SerialQueue? { upstream.outputQueue }

  func attach(_ edge: Link, in context: SerialQueue) {
    let home = outputQueue ?? context
    let gate = Gate(count: dependencies.count, open: open, downstream: edge)
    edge.bind(gate, on: home, from: context)
    let inlet = InnerInlet(gate)
    for (slot, dependency) in dependencies.enumerated() {
      gate.dependencies[slot] = dependency.connect(to: inlet, port: slot, on: home, in: context, from: context)
    }
    gate.upstream = upstream.connect(to: gate, on: home, in: context, from: context)
  }
}

private final class Gate: Inlet, InnerReceiver, Subscription {

  var upstream: Link?
  var dependencies: [Link?]
  private let makeCombine: Opening
  private let downstream: Link
  private var found: [Payload?]
  private var missing: Int
  /// What becomes of a value, once all of `found` are there.
  private var combine: ((Payload) throws -> Payload)?
  /// Asked for by downstream and not passed up.
  private var demand = Demand.none
  private var hasStarted = false
  private var asked = 0
  private var held = Ring<Payload>()
  private var end: Completion?

  private static let window = 64

  init(count: Int, open: @escaping Opening, downstream: Link) {
    dependencies = Array(repeating: nil, count: count)
    found = Array(repeating: nil, count: count)
    missing = count
    makeCombine = open
    self.downstream = downstream
  }

  func request(_ demand: Demand) {
    self.demand += demand
    if !hasStarted {
      hasStarted = true
      for dependency in dependencies { dependency?.request(.max(1)) }
    }
    ask()
  }

  func cancel() {
    let upstream = upstream.take()
    upstream?.cancel()
    for dependency in dependencies { dependency?.cancel() }
    dependencies = []
    held = Ring()
  }

  func receive(_ value: consuming Payload, at port: Int) {
    if missing == 0 { pass(value) } else { held.append(value) }
  }

  func receive(completion: Completion, at port: Int) {
    upstream = nil
    if completion.failure != nil {
      if missing > 0 { cancel() }
      downstream.send(completion: completion)
    } else if missing == 0 {
      downstream.send(completion: completion)
    } else {
      end = completion
      // Without a value there was no credit for the dependencies; they are waited for all the same.
      if !hasStarted {
        hasStarted = true
        for dependency in dependencies { dependency?.request(.max(1)) }
      }
    }
  }

  func receiveInner(_ value: consuming Payload, from slot: Int) {
    guard found[slot] == nil else { return }
    found[slot] = value
    missing -= 1
    let edge = dependencies[slot].take()
    edge?.cancel()
    if missing == 0 { open() }
  }

  func receiveInner(completion: Completion, from slot: Int) {
    dependencies[slot] = nil
    cancel()
    downstream.send(completion: .failure(completion.failure ?? MissingDependency(index: slot)))
  }

  private func open() {
    combine = makeCombine(found.compactMap(\.self))
    found = []
    dependencies = []
    while let value = held.popFirst() { pass(value) }
    if let end = end.take() { downstream.send(completion: end) }
    ask()
  }

  private func ask() {
    guard let upstream, !demand.isNone else { return }
    if missing == 0 {
      let all = demand
      demand = .none
      upstream.request(all)
    } else {
      let count = demand.count(upTo: Self.window - asked)
      if count == 0 { return }
      asked += count
      demand -= .max(count)
      upstream.request(.max(count))
    }
  }

  private func pass(_ value: consuming Payload) {
    guard let combine else { return }
    do { downstream.send(try combine(value)) } catch {
      cancel()
      downstream.send(completion: .failure(error))
    }
  }
}
