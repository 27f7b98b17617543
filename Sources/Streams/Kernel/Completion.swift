/// How a stream ended. Every stream has one untyped kind of failure.
public enum Completion: Sendable {
  /// There are no more values.
  case finished
  /// The stream broke; nothing follows.
  case failure(any Error)

  /// The failure, where it is one.
  public var failure: (any Error)? {
    if case .failure(let error) = self { error } else { nil }
  }
}
