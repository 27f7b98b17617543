import Values

/// What flows through a stream: a value, and what the steps above gave a name.
struct RunValue: Sendable {
  var value: JSONValue
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

  /// The same names over another value.
  func with(_ value: JSONValue) -> RunValue {
    var copy = self
    copy.value = value
    return copy
  }

  func binding(_ name: String, to value: JSONValue) -> RunValue {
    var copy = self
    copy.bindings = Binding(name: name, value: value, outer: bindings)
    return copy
  }
}

/// A name that a step bound; the nearest of a name is seen.
final class Binding: Sendable {
  let name: String
  let value: JSONValue
  let outer: Binding?

  init(name: String, value: JSONValue, outer: Binding?) {
    self.name = name
    self.value = value
    self.outer = outer
  }

  static func value(of name: String, in bindings: Binding?) -> JSONValue? {
    var place = bindings
    while let binding = place {
      if binding.name == name { return binding.value }
      place = binding.outer
    }
    return nil
  }
}
