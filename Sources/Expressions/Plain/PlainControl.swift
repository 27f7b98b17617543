import Values

struct PipeOperation: PlainOperation {
  var left: any PlainOperation
  var right: any PlainOperation

  func each(
    _ dot: JSONValue, _ context: PlainContext, _ emit: (JSONValue) throws(PlainFailure) -> Void
  ) throws(PlainFailure) {
    try left.each(dot, context) { value throws(PlainFailure) in try right.each(value, context, emit) }
  }
}

struct SinglePipeOperation: SinglePlainOperation {
  var left: any SinglePlainOperation
  var right: any SinglePlainOperation

  func one(_ dot: JSONValue, _ context: PlainContext) throws(PlainFailure) -> JSONValue {
    try right.one(try left.one(dot, context), context)
  }
}

struct CommaOperation: PlainOperation {
  var left: any PlainOperation
  var right: any PlainOperation

  func each(
    _ dot: JSONValue, _ context: PlainContext, _ emit: (JSONValue) throws(PlainFailure) -> Void
  ) throws(PlainFailure) {
    try left.each(dot, context, emit)
    try right.each(dot, context, emit)
  }
}

/// `if … then … elif … else … end` with conditions of one output.
struct ConditionalOperation: PlainOperation {
  var branches: [(condition: any SinglePlainOperation, result: any PlainOperation)]
  var otherwise: any PlainOperation

  func each(
    _ dot: JSONValue, _ context: PlainContext, _ emit: (JSONValue) throws(PlainFailure) -> Void
  ) throws(PlainFailure) {
    for branch in branches where try branch.condition.one(dot, context).isTruthy {
      return try branch.result.each(dot, context, emit)
    }
    try otherwise.each(dot, context, emit)
  }
}

struct SingleConditionalOperation: SinglePlainOperation {
  var branches: [(condition: any SinglePlainOperation, result: any SinglePlainOperation)]
  var otherwise: any SinglePlainOperation

  func one(_ dot: JSONValue, _ context: PlainContext) throws(PlainFailure) -> JSONValue {
    for branch in branches where try branch.condition.one(dot, context).isTruthy {
      return try branch.result.one(dot, context)
    }
    return try otherwise.one(dot, context)
  }
}

/// `try body catch handler`, `body?`, where the body has one output: an error further on is not its own to catch.
struct AttemptOperation: PlainOperation {
  var body: any SinglePlainOperation
  var handler: (any PlainOperation)?

  func each(
    _ dot: JSONValue, _ context: PlainContext, _ emit: (JSONValue) throws(PlainFailure) -> Void
  ) throws(PlainFailure) {
    let value: JSONValue
    do {
      value = try body.one(dot, context)
    } catch {
      guard case .raised(let message) = error else { throw error }
      try handler?.each(message, context, emit)
      return
    }
    try emit(value)
  }
}

/// `source as pattern | body`
struct BindingOperation: PlainOperation {
  var source: any PlainOperation
  var pattern: PlainPattern
  var body: any PlainOperation

  func each(
    _ dot: JSONValue, _ context: PlainContext, _ emit: (JSONValue) throws(PlainFailure) -> Void
  ) throws(PlainFailure) {
    try source.each(dot, context) { value throws(PlainFailure) in
      try pattern.bind(value, context)
      try body.each(dot, context, emit)
    }
  }
}

struct SingleBindingOperation: SinglePlainOperation {
  var source: any SinglePlainOperation
  var pattern: PlainPattern
  var body: any SinglePlainOperation

  func one(_ dot: JSONValue, _ context: PlainContext) throws(PlainFailure) -> JSONValue {
    try pattern.bind(try source.one(dot, context), context)
    return try body.one(dot, context)
  }
}

/// `reduce source as pattern (from; update)` with an update of one output.
struct ReduceOperation: SinglePlainOperation {
  var source: any PlainOperation
  var pattern: PlainPattern
  var from: any SinglePlainOperation
  var update: any SinglePlainOperation

  func one(_ dot: JSONValue, _ context: PlainContext) throws(PlainFailure) -> JSONValue {
    var result = try from.one(dot, context)
    var depthBudget = JSONValue.maximumDepth
    try source.each(dot, context) { value throws(PlainFailure) in
      try context.step()
      try pattern.bind(value, context)
      result = try update.one(result, context)
      // Each round may nest the result deeper; looking at its depth in each would cost too much.
      depthBudget -= 1
      if depthBudget == 0 {
        try DepthLimit.check(result)
        depthBudget = JSONValue.maximumDepth
      }
    }
    return result
  }
}

/// The names on the left of `|` after `as`. Slots are never reused, so nothing needs to be restored.
enum PlainPattern: Sendable {
  case variable(Int)
  indirect case array([PlainPattern])
  indirect case object([(name: String, slot: Int?, value: PlainPattern?)])

  func bind(_ value: JSONValue, _ context: PlainContext) throws(PlainFailure) {
    switch self {
    case .variable(let slot): context.locals[slot] = value
    case .array(let patterns):
      for (place, pattern) in patterns.enumerated() { try pattern.bind(try Access.place(place, of: value), context) }
    case .object(let entries):
      for entry in entries {
        let part = try Access.field(entry.name, of: value)
        if let slot = entry.slot { context.locals[slot] = part }
        try entry.value?.bind(part, context)
      }
    }
  }
}

/// Keeps what an expression makes within the depth that every part of the program can bear.
enum DepthLimit {
  static var error: ExpressionError {
    ExpressionError(.limit, "the expression made a value that is nested deeper than \(JSONValue.maximumDepth) levels")
  }

  static func check(_ value: JSONValue) throws(PlainFailure) {
    if exceeds(value) { throw .fatal(error) }
  }

  /// Level by level, so that depth costs no stack.
  static func exceeds(_ value: JSONValue) -> Bool {
    var level = [value]
    var depth = 0
    while true {
      var next: [JSONValue] = []
      for value in level {
        switch value {
        case .array(let elements): next.append(contentsOf: elements.lazy.filter(\.holdsOthers))
        case .object(let object):
          for (_, element) in object where element.holdsOthers { next.append(element) }
        default: break
        }
      }
      if next.isEmpty { return false }
      depth += 1
      if depth >= JSONValue.maximumDepth { return true }
      level = next
    }
  }
}

extension JSONValue {
  fileprivate var holdsOthers: Bool {
    switch self {
    case .array, .object: true
    default: false
    }
  }
}
