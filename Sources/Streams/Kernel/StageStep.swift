/// What one step makes of one value.
@usableFromInline package enum StepOutcome<Value: Sendable>: Sendable {
  /// Nothing comes of it.
  case none
  /// One value.
  case one(Value)
  /// Several values, in order.
  case many([Value])
  /// These values, and then the end of the stream: upstream is cancelled.
  indirect case ended([Value], Completion)

  @inlinable var untyped: StepOutcome<Payload> {
    switch self {
    case .none: .none
    case .one(let value): .one(Payload(value))
    case .many(let values): .many(values.map { Payload($0) })
    case .ended(let values, let completion): .ended(values.map { Payload($0) }, completion)
    }
  }
}

/// A step that can share a stage with its neighbours: what it does to a value and to the end of the stream.
///
/// `make` runs once for each subscription and returns the step's closures with fresh state. Both are called on the
/// subscription's queue, never two at once.
@usableFromInline package struct StageStep: Sendable {
  /// One use of the step.
  @usableFromInline package struct Use {
    /// What becomes of one value.
    var receive: (consuming Payload) -> StepOutcome<Payload>
    /// Values to send before the terminal, and the terminal. Nil: the terminal as it is.
    var complete: ((Completion) -> ([Payload], Completion))?

    @usableFromInline package init(
      receive: @escaping (consuming Payload) -> StepOutcome<Payload> = { .one($0) },
      complete: ((Completion) -> ([Payload], Completion))? = nil
    ) {
      self.receive = receive
      self.complete = complete
    }
  }

  let make: @Sendable () -> Use
  /// What the step wants to be told: it was subscribed, asked for values, cancelled.
  var hooks: StageHooks?

  init(hooks: StageHooks, _ make: @escaping @Sendable () -> Use) {
    self.hooks = hooks
    self.make = make
  }

  @usableFromInline package init(_ make: @escaping @Sendable () -> Use) { self.make = make }

  /// A step without state, from values to values.
  @inlinable static func values<Input: Sendable>(
    _ transform: @escaping @Sendable (Input) -> StepOutcome<Payload>
  ) -> StageStep {
    StageStep { Use(receive: { transform($0.unwrap()) }) }
  }
}

/// What `handleEvents` hears of a stage besides values and terminal.
struct StageHooks: Sendable {
  var subscribed: (@Sendable () -> Void)?
  var requested: (@Sendable (Demand) -> Void)?
  var cancelled: (@Sendable () -> Void)?
}

extension Publisher {
  /// This publisher followed by `step`.
  @usableFromInline package func fused<New: Sendable>(_ step: StageStep) -> AnyPublisher<New> {
    FusedSource(upstream: source, step: step).typed()
  }
}
