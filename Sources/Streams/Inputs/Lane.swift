/// One input of an operator with many: its edge, its values in line, what it was asked for.
final class Lane {
  var edge: Link?
  var values = Ring<Payload>()
  /// Asked for and not received. Not kept where the demand is unlimited.
  var owed = 0
  /// How it ended, once it has.
  var end: Completion?

  /// The most values one input may be ahead of the others.
  static let window = 64

  func cancel() {
    let edge = edge.take()
    edge?.cancel()
    values = Ring()
  }

  /// Asks for what is missing of `target` values, once it has fallen to half of a window.
  func refill(for demand: Demand) {
    guard let edge else { return }
    let target = demand.count(upTo: Self.window)
    let has = values.count + owed
    guard has < target, has <= Self.window / 2 else { return }
    owed += target - has
    edge.request(.max(target - has))
  }
}
