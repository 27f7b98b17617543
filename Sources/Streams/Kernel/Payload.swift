/// A value on its way through the kernel, whatever its type.
///
/// The kernel and its operators are written for this one type, since generic code that is reached through protocols and
/// class tables is never specialised, and then asks the runtime for a type's layout at every step. The typed operators
/// wrap and unwrap at their closures. Up to two words of plain bits (a number, an index, a date) travel as they are;
/// everything else is one counted reference.
@usableFromInline struct Payload: Sendable {
  @usableFromInline let form: Form

  @usableFromInline enum Form: Sendable {
    case bits(UInt64, UInt64, Any.Type)
    case boxed(PayloadBox)
  }

  @inlinable init<Value: Sendable>(_ value: Value) {
    if Self.isPlain(Value.self) {
      var words: (UInt64, UInt64) = (0, 0)
      withUnsafeMutableBytes(of: &words) { $0.storeBytes(of: value, as: Value.self) }
      form = .bits(words.0, words.1, Value.self)
    } else {
      form = .boxed(TypedBox(value))
    }
  }

  /// The value, which must be of that type: edges are only ever tied between ends of one type.
  @inlinable func unwrap<Value: Sendable>(as type: Value.Type = Value.self) -> Value {
    switch form {
    case .bits(let first, let second, let actual):
      guard actual == type else { Self.mismatch(actual, type) }
      return withUnsafeBytes(of: (first, second)) { $0.load(as: Value.self) }
    case .boxed(let box):
      guard box.type == type else { Self.mismatch(box.type, type) }
      // Without a check of its own: the line above is that check.
      return unsafeDowncast(box, to: TypedBox<Value>.self).value
    }
  }

  /// Whether a copy of the bits is a copy of the value, and there is room for them. Known when the code is specialised.
  @inlinable static func isPlain<Value>(_ type: Value.Type) -> Bool {
    _isPOD(type) && MemoryLayout<Value>.size <= 16 && MemoryLayout<Value>.alignment <= 8
  }

  @inline(never) @usableFromInline static func mismatch(_ actual: Any.Type, _ wanted: Any.Type) -> Never {
    preconditionFailure("a stream of \(wanted) carries \(actual)")
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
