package import Values

/// The values of the variables that expressions may use, by name without `$`.
///
/// There are few, so a search is quicker than a table. A later value for a name hides the earlier one.
package struct ExpressionScope: Sendable {
  private var variables: [(name: String, value: JSONValue)] = []

  package init() {}

  /// Setting nil removes the variable.
  package subscript(name: String) -> JSONValue? {
    get {
      for variable in variables where variable.name == name { return variable.value }
      return nil
    }
    set {
      let place = variables.firstIndex { $0.name == name }
      switch (place, newValue) {
      case (let place?, let value?): variables[place].value = value
      case (nil, let value?): variables.append((name, value))
      case (let place?, nil): variables.remove(at: place)
      case (nil, nil): break
      }
    }
  }

  package var names: [String] { variables.map(\.name) }

  /// A copy with one more variable.
  package func adding(_ name: String, _ value: JSONValue) -> Self {
    var copy = self
    copy[name] = value
    return copy
  }
}

extension ExpressionScope: ExpressibleByDictionaryLiteral {
  package init(dictionaryLiteral elements: (String, JSONValue)...) {
    for (name, value) in elements { self[name] = value }
  }
}
