import Values

/// A function of jq that looks at its input alone.
struct FunctionOperation: SinglePlainOperation {
  var function: @Sendable (JSONValue) throws(PlainFailure) -> JSONValue

  func one(_ dot: JSONValue, _ context: PlainContext) throws(PlainFailure) -> JSONValue { try function(dot) }
}

/// A function of jq that looks at its input and one argument.
struct ArgumentFunctionOperation: SinglePlainOperation {
  var function: @Sendable (JSONValue, JSONValue) throws(PlainFailure) -> JSONValue
  var argument: any SinglePlainOperation

  func one(_ dot: JSONValue, _ context: PlainContext) throws(PlainFailure) -> JSONValue {
    try function(dot, try argument.one(dot, context))
  }
}

/// `select(condition)`
struct SelectOperation: PlainOperation {
  var condition: any PlainOperation

  func each(
    _ dot: JSONValue, _ context: PlainContext, _ emit: (JSONValue) throws(PlainFailure) -> Void
  ) throws(PlainFailure) {
    try condition.each(dot, context) { value throws(PlainFailure) in
      if value.isTruthy { try emit(dot) }
    }
  }
}

/// `values`, `strings` and the like.
struct FilterOperation: PlainOperation {
  var passes: @Sendable (JSONValue) -> Bool

  func each(
    _ dot: JSONValue, _ context: PlainContext, _ emit: (JSONValue) throws(PlainFailure) -> Void
  ) throws(PlainFailure) {
    if passes(dot) { try emit(dot) }
  }
}

struct EmptyOperation: PlainOperation {
  func each(
    _ dot: JSONValue, _ context: PlainContext, _ emit: (JSONValue) throws(PlainFailure) -> Void
  ) throws(PlainFailure) {}
}

/// `range(to)`, `range(from; to)` over whole numbers.
struct RangeOperation: PlainOperation {
  var from: any SinglePlainOperation
  var to: any SinglePlainOperation

  func each(
    _ dot: JSONValue, _ context: PlainContext, _ emit: (JSONValue) throws(PlainFailure) -> Void
  ) throws(PlainFailure) {
    let to = try to.one(dot, context)
    guard var place = try from.one(dot, context).intValue, let end = to.intValue else { throw .needsLibrary }
    while place < end {
      try context.step()
      try emit(.number(JSONNumber(place)))
      place += 1
    }
  }
}

/// `sort_by(key)`
struct SortByOperation: SinglePlainOperation {
  var key: any SinglePlainOperation

  func one(_ dot: JSONValue, _ context: PlainContext) throws(PlainFailure) -> JSONValue {
    guard case .array(let elements) = dot else { throw .needsLibrary }
    var keyed: [(key: JSONValue, value: JSONValue)] = []
    for element in elements {
      try context.step()
      keyed.append((try key.one(element, context), element))
    }
    // Swift's sort is stable in practice but not by promise; jq's is by promise.
    let order = keyed.indices.sorted { left, right in
      let order = JSONValue.order(keyed[left].key, keyed[right].key)
      return order == 0 ? left < right : order < 0
    }
    return .array(order.map { keyed[$0].value })
  }
}

/// `map_values(update)` with an update of one output.
struct MapValuesOperation: SinglePlainOperation {
  var update: any SinglePlainOperation

  func one(_ dot: JSONValue, _ context: PlainContext) throws(PlainFailure) -> JSONValue {
    switch dot {
    case .array(var elements):
      for place in elements.indices {
        try context.step()
        elements[place] = try update.one(elements[place], context)
      }
      return .array(elements)
    case .object(var object):
      for (key, value) in object {
        try context.step()
        object[key] = try update.one(value, context)
      }
      return .object(object)
    default: throw .needsLibrary
    }
  }
}
