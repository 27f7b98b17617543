import Values

/// `.`, `$name`, and fixed names and places below them: `.a.b[0]`, `$inputs.itemId`.
struct PathOperation: SinglePlainOperation {
  enum Root: Sendable {
    case dot
    case variable(String)
    case local(Int)
  }

  enum Step: Sendable {
    case field(String)
    case place(Int)
  }

  var root: Root
  var steps: [Step] = []

  func one(_ dot: JSONValue, _ context: PlainContext) throws(PlainFailure) -> JSONValue {
    var value: JSONValue
    switch root {
    case .dot: value = dot
    case .local(let slot): value = context.locals[slot]
    case .variable(let name):
      guard let found = context.scope[name] else {
        throw .fatal(ExpressionError(.failed, "'$\(name)' has no value here"))
      }
      value = found
    }
    for step in steps {
      switch step {
      case .field(let name): value = try Access.field(name, of: value)
      case .place(let place): value = try Access.place(place, of: value)
      }
    }
    return value
  }
}

/// `target.name` after anything else.
struct FieldOperation: SinglePlainOperation {
  var target: any SinglePlainOperation
  var name: String

  func one(_ dot: JSONValue, _ context: PlainContext) throws(PlainFailure) -> JSONValue {
    try Access.field(name, of: try target.one(dot, context))
  }
}

/// `target[key]`
struct IndexOperation: SinglePlainOperation {
  var target: any SinglePlainOperation
  var key: any SinglePlainOperation

  func one(_ dot: JSONValue, _ context: PlainContext) throws(PlainFailure) -> JSONValue {
    let key = try key.one(dot, context)
    let target = try target.one(dot, context)
    switch key {
    case .string(let name): return try Access.field(name, of: target)
    case .number(let number):
      guard let place = Int(exactly: number) else { throw .needsLibrary }
      return try Access.place(place, of: target)
    default: throw .needsLibrary
    }
  }
}

/// `target[from:to]` of a list or string.
struct SliceOperation: SinglePlainOperation {
  var target: any SinglePlainOperation
  var from: (any SinglePlainOperation)?
  var to: (any SinglePlainOperation)?

  func one(_ dot: JSONValue, _ context: PlainContext) throws(PlainFailure) -> JSONValue {
    let to = try bound(to, dot, context)
    let from = try bound(from, dot, context)
    switch try target.one(dot, context) {
    case .null: return .null
    case .array(let elements):
      let range = Self.range(from, to, count: elements.count)
      return .array(Array(elements[range]))
    case .string(let text):
      let scalars = text.unicodeScalars
      let range = Self.range(from, to, count: scalars.count)
      let start = scalars.index(scalars.startIndex, offsetBy: range.lowerBound)
      let end = scalars.index(start, offsetBy: range.count)
      return .string(String(scalars[start..<end]))
    default: throw .needsLibrary
    }
  }

  private func bound(_ operation: (any SinglePlainOperation)?, _ dot: JSONValue, _ context: PlainContext)
    throws(PlainFailure) -> Int?
  {
    guard let operation else { return nil }
    switch try operation.one(dot, context) {
    case .null: return nil
    case .number(let number):
      guard let place = Int(exactly: number), abs(place) < 1 << 31 else { throw .needsLibrary }
      return place
    default: throw .needsLibrary
    }
  }

  private static func range(_ from: Int?, _ to: Int?, count: Int) -> Range<Int> {
    func clamp(_ place: Int) -> Int { min(max(place < 0 ? place + count : place, 0), count) }
    let start = clamp(from ?? 0)
    return start..<max(start, clamp(to ?? count))
  }
}

/// `target[]`, `target[]?`
struct IterateOperation: PlainOperation {
  var target: any PlainOperation
  /// Whether a value without elements gives nothing, instead of an error.
  var isOptional = false

  func each(
    _ dot: JSONValue, _ context: PlainContext, _ emit: (JSONValue) throws(PlainFailure) -> Void
  ) throws(PlainFailure) {
    try target.each(dot, context) { value throws(PlainFailure) in
      switch value {
      case .array(let elements):
        for element in elements {
          try context.step()
          try emit(element)
        }
      case .object(let object):
        for (_, element) in object {
          try context.step()
          try emit(element)
        }
      default:
        if !isOptional { throw Access.cannotIterate(value) }
      }
    }
  }
}

/// `..`
struct DescendantsOperation: PlainOperation {
  func each(
    _ dot: JSONValue, _ context: PlainContext, _ emit: (JSONValue) throws(PlainFailure) -> Void
  ) throws(PlainFailure) {
    // The next value to emit is last.
    var pending = [dot]
    while let value = pending.popLast() {
      try context.step()
      try emit(value)
      switch value {
      case .array(let elements): pending.append(contentsOf: elements.reversed())
      case .object(let object): pending.append(contentsOf: object.values.reversed())
      default: break
      }
    }
  }
}

/// How jq looks into a value.
enum Access {
  static func field(_ name: String, of value: JSONValue) throws(PlainFailure) -> JSONValue {
    switch value {
    case .object(let object): return object[name] ?? .null
    case .null: return .null
    default: throw .raised("Cannot index \(value.kindName) with string \"\(name)\"")
    }
  }

  /// A place below 0 counts from the end.
  static func place(_ place: Int, of value: JSONValue) throws(PlainFailure) -> JSONValue {
    switch value {
    case .array(let elements):
      let place = place < 0 ? place + elements.count : place
      return elements.indices.contains(place) ? elements[place] : .null
    case .null: return .null
    default: throw .raised("Cannot index \(value.kindName) with number")
    }
  }

  static func cannotIterate(_ value: JSONValue) -> PlainFailure {
    .raised("Cannot iterate over \(value.kindName) (\(shown(value)))")
  }

  /// A value as jq shows it in its messages: at most 14 bytes.
  static func shown(_ value: JSONValue) -> String {
    let text = value.text()
    return text.utf8.count <= 14 ? text : String(decoding: text.utf8.prefix(11), as: UTF8.self) + "..."
  }
}
