/// What one step, or a run of steps, makes of one value.
package enum StepOutcome<Value: Sendable>: Sendable {
  /// Nothing comes of it.
  case none
  /// One value.
  case one(Value)
  /// Several values, in order.
  case many([Value])
  /// These values, and then the end of the stream: upstream is cancelled.
  case ended([Value], Completion)
}

/// A step that can share a stage with its neighbours: what it does to a value and to the end of the stream.
///
/// `make` runs once for each subscription and returns the step's closures with fresh state. Both are called on the
/// subscription's queue, never two at once.
package struct FusedStep<Input: Sendable, Output: Sendable>: Sendable {
  /// One use of the step.
  package struct Use {
    let receive: (Input) -> StepOutcome<Output>
    let complete: (Completion) -> ([Output], Completion)

    /// - Parameters:
    ///   - receive: What becomes of one value.
    ///   - complete: Values to send before the terminal, and the terminal.
    package init(
      receive: @escaping (Input) -> StepOutcome<Output>,
      complete: @escaping (Completion) -> ([Output], Completion) = { ([], $0) }
    ) {
      self.receive = receive
      self.complete = complete
    }
  }

  let make: @Sendable () -> Use
  /// How many steps this stands for.
  let length: Int
  /// What the step wants to be told: it was subscribed, asked for values, cancelled.
  let hooks: [StageHooks]

  package init(_ make: @escaping @Sendable () -> Use) {
    self.init(length: 1, hooks: [], make)
  }

  init(length: Int, hooks: [StageHooks], _ make: @escaping @Sendable () -> Use) {
    self.make = make
    self.length = length
    self.hooks = hooks
  }

  /// This step, then `next`, as one.
  func then<Next>(_ next: FusedStep<Output, Next>) -> FusedStep<Input, Next> {
    let (first, second) = (make, next.make)
    return FusedStep<Input, Next>(length: length + next.length, hooks: hooks + next.hooks) {
      let (a, b) = (first(), second())
      return .init(
        receive: { value in
          switch a.receive(value) {
          case .none: return .none
          case .one(let value): return b.receive(value)
          case .many(let values): return b.receive(all: values, then: nil)
          case .ended(let values, let completion): return b.receive(all: values, then: completion)
          }
        },
        complete: { completion in
          let (values, completion) = a.complete(completion)
          if values.isEmpty { return b.complete(completion) }
          switch b.receive(all: values, then: completion) {
          case .ended(let values, let completion): return (values, completion)
          case .none, .one, .many: preconditionFailure("a stage that was told the end did not end")
          }
        })
    }
  }
}

extension FusedStep.Use {
  /// All of `values`, and then the end if there is one.
  fileprivate func receive(all values: [Input], then completion: Completion?) -> StepOutcome<Output> {
    var output: [Output] = []
    for value in values {
      switch receive(value) {
      case .none: break
      case .one(let value): output.append(value)
      case .many(let values): output += values
      case .ended(let values, let completion): return .ended(output + values, completion)
      }
    }
    guard let completion else { return output.isEmpty ? .none : .many(output) }
    let (last, end) = complete(completion)
    return .ended(output + last, end)
  }
}

/// What `handleEvents` hears of a stage besides values and terminal.
struct StageHooks: Sendable {
  var subscribed: (@Sendable () -> Void)?
  var requested: (@Sendable (Demand) -> Void)?
  var cancelled: (@Sendable () -> Void)?
}
