extension Publisher {
  /// The one value of this stream, at its end. Fails with `NotOneValue` where there is none, and as soon as there is a
  /// second.
  @inlinable public func single() -> AnyPublisher<Output> {
    accumulate(
      into: Output?.none,
      { only, value in
        if only != nil { throw NotOneValue.several }
        only = value
      },
      atEnd: { only in
        guard let only else { throw NotOneValue.none }
        return only
      })
  }
}

/// A stream that was to have one value had none, or several.
public enum NotOneValue: Error, Sendable {
  case none
  case several
}
