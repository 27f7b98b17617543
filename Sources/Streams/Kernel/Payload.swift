/// A value on its way through the kernel, whatever its type: one counted reference.
///
/// The kernel and its operators are written for this one type, since generic code that is reached through protocols and
/// class tables is never specialised, and then asks the runtime for a type's layout at every step. The typed operators
/// wrap and unwrap at their closures.
@usableFromInline package struct Payload: Sendable {
  @usableFromInline let box: PayloadBox

  @inlinable package init<Value: Sendable>(_ value: Value) { box = TypedBox(value) }

  /// The value, which must be of that type: edges are only ever tied between ends of one type.
  @inlinable package func unwrap<Value: Sendable>(as type: Value.Type = Value.self) -> Value {
    guard box.type == type else { Self.mismatch(box.type, type) }
    // Without a check of its own: the line above is that check.
    return unsafeDowncast(box, to: TypedBox<Value>.self).value
  }

  @inline(never) @usableFromInline static func mismatch(_ actual: Any.Type, _ wanted: Any.Type) -> Never {
    preconditionFailure("a stream of \(wanted) carries \(actual)")
  }

  /// Values as an array of theirs.
  @inlinable static func array<Value: Sendable>(of type: Value.Type) -> @Sendable ([Payload]) -> Payload {
    { payloads in Payload(payloads.map { $0.unwrap(as: Value.self) }) }
  }
}

@usableFromInline class PayloadBox: @unchecked Sendable {
  @usableFromInline let type: Any.Type

  @usableFromInline init(type: Any.Type) { self.type = type }
}

/// `@unchecked Sendable`, as its class above: both are constant, and the value is `Sendable`. Inheritance keeps the
/// compiler from seeing it.
@usableFromInline final class TypedBox<Value: Sendable>: PayloadBox, @unchecked Sendable {
  @usableFromInline let value: Value

  @inlinable init(_ value: Value) {
    self.value = value
    super.init(type: Value.self)
  }
}
