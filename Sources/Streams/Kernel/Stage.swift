// A stage: steps that share one turn. A value goes through all of them at once, typed, as nested calls; it is a `Payload`
// only where it enters and leaves.

/// What a step hands its results to: the step below it, or the stage's exit.
@usableFromInline struct Receiver<Value: Sendable> {
  /// Takes one value. False: what is below has ended, and nothing more may come, not even the end.
  @usableFromInline let receive: (Value) -> Bool
  /// Takes the end.
  @usableFromInline let complete: (Completion) -> Void

  @inlinable init(receive: @escaping (Value) -> Bool, complete: @escaping (Completion) -> Void) {
    self.receive = receive
    self.complete = complete
  }

  /// Ends what is below; for a step's `receive` to return.
  @inlinable func end(_ completion: Completion) -> Bool {
    complete(completion)
    return false
  }
}

/// One or several steps above which a stage begins, and below which it may go on.
@usableFromInline final class OpenStage<Output: Sendable>: Sendable {
  /// Calls nest as deep as a stage is long, so that it must not be long; a longer chain is several stages.
  @usableFromInline static var mostSteps: Int { 24 }

  @usableFromInline let count: Int
  /// Makes one use of the steps, each with fresh state, that hands its results to the receiver.
  @usableFromInline let make: @Sendable (StageUse, Receiver<Output>) -> Receiver<Payload>
  /// The exit of a stage that ends here. Kept, since only the caller's code knows the type.
  @usableFromInline let exit: @Sendable (StageExit) -> Receiver<Output>

  @inlinable init(count: Int, make: @escaping @Sendable (StageUse, Receiver<Output>) -> Receiver<Payload>) {
    self.count = count
    self.make = make
    exit = { exit in
      Receiver(
        receive: { value in
          exit.send(Payload(value))
          return true
        }, complete: { exit.send(completion: $0) })
    }
  }
}

/// What one use of a stage's steps wants to be told besides values and the end.
@usableFromInline final class StageUse {
  @usableFromInline var hooks: [StageHooks] = []
}

/// What `handleEvents` hears of a stage besides values and terminal.
@usableFromInline struct StageHooks: Sendable {
  var subscribed: (@Sendable () -> Void)?
  var requested: (@Sendable (Demand) -> Void)?
  var cancelled: (@Sendable () -> Void)?
}

extension Publisher {
  /// This publisher followed by a step: `make` runs once for each subscription and returns what takes a value, with
  /// fresh state, and hands on what comes of it. Called on the subscription's queue, never two at once.
  @inlinable func step<New: Sendable>(
    _ make: @escaping @Sendable (StageUse, Receiver<New>) -> Receiver<Output>
  ) -> AnyPublisher<New> {
    let above = eraseToAnyPublisher()
    if let stage = above.stage, stage.count < OpenStage<New>.mostSteps {
      let first = stage.make
      return AnyPublisher(
        above.base, OpenStage(count: stage.count + 1) { use, next in first(use, make(use, next)) })
    }
    return AnyPublisher(
      above.untyped,
      OpenStage(count: 1) { use, next in
        let step = make(use, next)
        return Receiver(receive: { step.receive($0.unwrap()) }, complete: step.complete)
      })
  }
}
