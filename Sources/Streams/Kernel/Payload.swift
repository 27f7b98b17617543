/// A value on its way through the kernel, whatever its type.
///
/// The kernel and its operators are written for this one type, since generic code that is reached through protocols and
/// class tables is never specialised, and then asks the runtime for a type's layout at every step. The typed operators
/// wrap and unwrap at their closures.
@usableFromInline package struct Payload: Sendable {
  @usableFromInline let value: any Sendable

  @inlinable package init(_ value: some Sendable) { self.value = value }

  /// The value, which must be of that type: edges are only ever tied between ends of one type.
  @inlinable package func unwrap<Value: Sendable>(as type: Value.Type = Value.self) -> Value { Self.open(value) }

  @inlinable static func open<Value: Sendable, Actual: Sendable>(_ value: Actual) -> Value {
    if Actual.self == Value.self {
      // Cheaper than the general cast, and sound, since the types were just found to be the same.
      return unsafeBitCast(value, to: Value.self)
    }
    return cast(value)
  }

  /// For a value that was put in as an existential, `any Error` say. Apart, so that only this asks the runtime for the
  /// layout of an optional.
  @inline(never) @usableFromInline static func cast<Value: Sendable, Actual: Sendable>(_ value: Actual) -> Value {
    guard let value = value as? Value else {
      preconditionFailure("a stream of \(Value.self) carries \(Actual.self)")
    }
    return value
  }

  /// Values as an array of theirs.
  @inlinable static func array<Value: Sendable>(of type: Value.Type) -> @Sendable ([Payload]) -> Payload {
    { payloads in Payload(payloads.map { $0.unwrap(as: Value.self) }) }
  }
}
