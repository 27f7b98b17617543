import Values

/// A value, and what it would be if the secrets were others.
struct TracedValue: Sendable {
  var value: JSONValue
  /// `nil` where no secret has a part in it.
  var twin: JSONValue?

  init(_ value: JSONValue, twin: JSONValue? = nil) {
    self.value = value
    self.twin = twin
  }

  /// A list of them.
  init(list: [TracedValue]) {
    value = .array(list.map(\.value))
    twin = list.contains { $0.twin != nil } ? .array(list.map { $0.twin ?? $0.value }) : nil
  }

  /// An object of them.
  init(object members: [(key: String, value: TracedValue)]) {
    value = .object(JSONObject(members.map { ($0.key, $0.value.value) }))
    let isTraced = members.contains { $0.value.twin != nil }
    twin = isTraced ? .object(JSONObject(members.map { ($0.key, $0.value.twin ?? $0.value.value) })) : nil
  }

  /// The elements of a list; `nil` where it is none.
  var elements: [TracedValue]? {
    guard case .array(let elements) = value else { return nil }
    guard let twin else { return elements.map { TracedValue($0) } }
    guard case .array(let others) = twin, others.count == elements.count else {
      return elements.map { TracedValue($0, twin: .null) }
    }
    return zip(elements, others).map { TracedValue($0, twin: $0 == $1 ? nil : $1) }
  }
}

/// What flows through a stream: a value, and what the steps above gave a name.
struct RunValue: Sendable {
  var value: JSONValue
  /// What the value would be if the secrets were others; `nil` where no secret has a part in it.
  var twin: JSONValue?
  /// What `as` and `each … as` bound on the way here.
  var bindings: Binding?
  /// Of the nearest fetch above.
  var response: ResponseRecord?
  /// Its place, from 0, in the stream it came in.
  var index = 0

  init(_ value: JSONValue, bindings: Binding? = nil, response: ResponseRecord? = nil, index: Int = 0) {
    self.value = value
    self.bindings = bindings
    self.response = response
    self.index = index
  }

  init(_ traced: TracedValue, bindings: Binding? = nil, response: ResponseRecord? = nil, index: Int = 0) {
    self.init(traced.value, bindings: bindings, response: response, index: index)
    twin = traced.twin
  }

  var traced: TracedValue { TracedValue(value, twin: twin) }

  /// The same names over another value.
  func with(_ value: TracedValue) -> RunValue {
    var copy = self
    copy.value = value.value
    copy.twin = value.twin
    return copy
  }

  /// The same names over a value in which no secret has a part.
  func with(plain value: JSONValue) -> RunValue { with(TracedValue(value)) }

  func binding(_ name: String, to value: TracedValue) -> RunValue {
    var copy = self
    copy.bindings = Binding(name: name, value: value, outer: bindings)
    return copy
  }
}

/// A name that a step bound; the nearest of a name is seen.
final class Binding: Sendable {
  let name: String
  let value: TracedValue
  let outer: Binding?

  init(name: String, value: TracedValue, outer: Binding?) {
    self.name = name
    self.value = value
    self.outer = outer
  }

  static func value(of name: String, in bindings: Binding?) -> TracedValue? {
    var place = bindings
    while let binding = place {
      if binding.name == name { return binding.value }
      place = binding.outer
    }
    return nil
  }
}
