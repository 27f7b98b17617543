/// What a `PushSource` decides about what its producer brings: each method takes one event and says what to do.
///
/// It is used behind a lock, from any thread; whatever it lets go of is handed out, to be released after the lock.
struct PushStateMachine {
  typealias ReadyAction = @Sendable () -> Void

  /// What to do about a value.
  struct Acceptance {
    var answer: FeedAnswer
    /// Have `taken()` called on the stream's queue.
    var isToPost = false
    /// The producer now waits for room. What stands still for want of credit is no work that a graph may wait for.
    var startsWaiting = false
    /// Values taken from the producer and not passed on.
    var waiting = 0
  }

  /// What to do about the end.
  struct Ending {
    var isToPost: Bool
    /// The producer's work counted until now.
    var wasWorking: Bool
    var released: ReadyAction?
  }

  private let capacity: Int
  private var values: [Payload] = []
  private var end: Completion?
  /// Taken from `values` and not passed on.
  private var held = 0
  private var isPosted = false
  /// The producer was told to wait.
  private var isWaiting = false
  private var whenReady: ReadyAction?
  /// No value is taken any more: the end came, or a cancel.
  private var isClosed = false

  init(capacity: Int) { self.capacity = capacity }

  // MARK: The producer's

  mutating func received(_ value: Payload) -> Acceptance {
    if isClosed { return Acceptance(answer: .closed) }
    values.append(value)
    let waiting = values.count + held
    var acceptance = Acceptance(answer: .goOn, isToPost: !isPosted, waiting: waiting)
    isPosted = true
    if !isWaiting, waiting >= capacity {
      isWaiting = true
      acceptance.startsWaiting = true
    }
    if isWaiting { acceptance.answer = .wait }
    return acceptance
  }

  /// Nil where it ended before.
  mutating func ended(_ completion: Completion) -> Ending? {
    if isClosed { return nil }
    let ending = Ending(isToPost: !isPosted, wasWorking: !isWaiting, released: whenReady.take())
    end = completion
    (isClosed, isPosted, isWaiting) = (true, true, false)
    return ending
  }

  /// The action before, or this one where it comes too late.
  mutating func setReadyAction(_ action: @escaping ReadyAction) -> ReadyAction? {
    if isClosed { return action }
    defer { whenReady = action }
    return whenReady
  }

  // MARK: The stream's

  /// Gives out what came since, in exchange for an empty array, and the end, where that came.
  mutating func take(into taken: inout [Payload]) -> Completion? {
    isPosted = false
    swap(&taken, &values)
    held += taken.count
    return end.take()
  }

  /// So many values were passed on. What to call, where the producer may go on with that; from now on its work counts.
  mutating func passedOn(_ count: Int) -> ReadyAction? {
    held -= count
    guard isWaiting, values.count + held <= capacity / 2 else { return nil }
    isWaiting = false
    return whenReady ?? {}
  }

  /// Takes nothing any more. Gives back what it was, to be let go of, and whether that was open, and its producer at work.
  mutating func cancelled() -> (old: PushStateMachine, wasOpen: Bool, wasWorking: Bool) {
    let old = self
    self = PushStateMachine(capacity: capacity)
    (isClosed, isPosted) = (true, true)
    return (old, !old.isClosed, !old.isClosed && !old.isWaiting)
  }
}
