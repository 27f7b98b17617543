import Values

/// Turns a tree into operations, or into nil where any part of it needs libjq.
struct PlainCompiler {
  /// The result for a whole expression.
  struct Result: Sendable {
    var operation: any PlainOperation
    /// The same, where it has exactly one output: found here once, because asking for it takes longer than most paths.
    var single: (any SinglePlainOperation)?
    /// How many slots for names it binds.
    var locals: Int
  }

  private var bound: [(name: String, slot: Int)] = []
  private var slots = 0

  static func compile(_ root: SyntaxNode) -> Result? {
    var compiler = PlainCompiler()
    return compiler.operation(root).map {
      Result(operation: $0, single: $0 as? any SinglePlainOperation, locals: compiler.slots)
    }
  }

  // MARK: Parts

  private mutating func single(_ node: SyntaxNode) -> (any SinglePlainOperation)? {
    operation(node) as? any SinglePlainOperation
  }

  private mutating func operation(_ node: SyntaxNode) -> (any PlainOperation)? {
    switch node.kind {
    case .identity: return PathOperation(root: .dot)
    case .descendants: return DescendantsOperation()
    case .literal(let value): return LiteralOperation(value: value)
    case .variable(let name): return variable(name)
    case .field(let target, let name, _): return field(target, name)
    case .index(let target, let key): return index(target, key)
    case .slice(let target, let from, let to): return slice(target, from, to)
    case .iterate(let target): return operation(target).map { IterateOperation(target: $0) }
    case .string(let format, let parts): return string(format, parts)
    case .format(let name): return TextFormat(rawValue: name).map { FormatOperation(format: $0) }
    case .array(let content): return array(content)
    case .object(let entries): return object(entries)
    case .call(let name, let arguments): return call(name, arguments)
    case .negate(let operand): return single(operand).map { NegateOperation(operand: $0) }
    case .pipe(let left, let right): return pipe(left, right)
    case .comma(let left, let right):
      guard let left = operation(left), let right = operation(right) else { return nil }
      return CommaOperation(left: left, right: right)
    case .binary(let kind, let left, let right): return binary(kind, left, right)
    case .binding(let source, let patterns, let body): return binding(source, patterns, body)
    case .reduce(let source, let patterns, let from, let update): return reduce(source, patterns, from, update)
    case .conditional(let branches, let otherwise): return conditional(branches, otherwise)
    case .optional(let access): return optional(access)
    case .attempt(let body, let handler): return attempt(body, handler)
    case .foreach, .label, .leave, .define, .location: return nil
    }
  }

  private func variable(_ name: String) -> PathOperation {
    if let local = bound.last(where: { $0.name == name }) { return PathOperation(root: .local(local.slot)) }
    return PathOperation(root: .variable(name))
  }

  private mutating func field(_ target: SyntaxNode, _ name: String) -> (any PlainOperation)? {
    switch operation(target) {
    case nil: return nil
    case var path as PathOperation:
      path.steps.append(.field(name))
      return path
    case let single as any SinglePlainOperation: return FieldOperation(target: single, name: name)
    case let many?:
      return PipeOperation(left: many, right: PathOperation(root: .dot, steps: [.field(name)]))
    }
  }

  private mutating func index(_ target: SyntaxNode, _ key: SyntaxNode) -> (any PlainOperation)? {
    guard let target = operation(target) else { return nil }
    // A key that is a whole number, maybe with a sign.
    var place: Int?
    if case .literal(let value) = key.kind { place = value.intValue }
    if case .negate(let operand) = key.kind, case .literal(let value) = operand.kind {
      place = value.intValue.map { -$0 }
    }
    if let place {
      if var path = target as? PathOperation {
        path.steps.append(.place(place))
        return path
      }
      return pipe(target, PathOperation(root: .dot, steps: [.place(place)]))
    }
    guard let target = target as? any SinglePlainOperation, let key = single(key) else { return nil }
    return IndexOperation(target: target, key: key)
  }

  private mutating func slice(_ target: SyntaxNode, _ from: SyntaxNode?, _ to: SyntaxNode?) -> (any PlainOperation)? {
    guard let target = single(target) else { return nil }
    let fromOperation = from.flatMap { single($0) }
    let toOperation = to.flatMap { single($0) }
    guard (from == nil) == (fromOperation == nil), (to == nil) == (toOperation == nil) else { return nil }
    return SliceOperation(target: target, from: fromOperation, to: toOperation)
  }

  private mutating func string(_ name: String?, _ parts: [SyntaxNode.StringPart]) -> (any PlainOperation)? {
    if let text = ExpressionParser.plainText(parts) { return LiteralOperation(value: .string(text)) }
    guard let format = TextFormat(rawValue: name ?? "@text") else { return nil }
    var operations: [StringOperation.Part] = []
    for part in parts {
      switch part {
      case .text(let text): operations.append(.text(text))
      case .interpolation(let node):
        guard let operation = single(node) else { return nil }
        operations.append(.value(operation))
      }
    }
    return StringOperation(format: format, parts: operations)
  }

  private mutating func array(_ content: SyntaxNode?) -> (any PlainOperation)? {
    guard let content else { return LiteralOperation(value: []) }
    return operation(content).map { ArrayOperation(content: $0) }
  }

  private mutating func object(_ entries: [SyntaxNode.ObjectEntry]) -> (any PlainOperation)? {
    var operations: [(key: ObjectOperation.Key, value: any SinglePlainOperation)] = []
    for entry in entries {
      switch entry.key {
      case .name(let name):
        let value =
          if let value = entry.value { single(value) } else {
            PathOperation(root: .dot, steps: [.field(name)]) as any SinglePlainOperation
          }
        guard let value else { return nil }
        operations.append((.name(name), value))
      case .variable(let name, _):
        // `{$name: …}` belongs in patterns only.
        guard entry.value == nil, name != "__loc__" else { return nil }
        operations.append((.name(name), variable(name)))
      case .computed(let key):
        guard let keyOperation = single(key) else { return nil }
        if let value = entry.value {
          guard let value = single(value) else { return nil }
          operations.append((.computed(keyOperation), value))
        } else {
          operations.append(
            (.computed(keyOperation), IndexOperation(target: PathOperation(root: .dot), key: keyOperation)))
        }
      }
    }
    return ObjectOperation(entries: operations)
  }

  private mutating func call(_ name: String, _ arguments: [SyntaxNode]) -> (any PlainOperation)? {
    switch (name, arguments.count) {
    case ("empty", 0): return EmptyOperation()
    case ("recurse", 0): return DescendantsOperation()
    case (_, 0):
      if let passes = PlainLibrary.filter(name) { return FilterOperation(passes: passes) }
      return PlainLibrary.function(name).map { FunctionOperation(function: $0) }
    case ("select", 1): return operation(arguments[0]).map { SelectOperation(condition: $0) }
    case ("map", 1):
      return operation(arguments[0]).map {
        ArrayOperation(content: PipeOperation(left: IterateOperation(target: PathOperation(root: .dot)), right: $0))
      }
    case ("map_values", 1): return single(arguments[0]).map { MapValuesOperation(update: $0) }
    case ("sort_by", 1): return single(arguments[0]).map { SortByOperation(key: $0) }
    case ("range", 1): return single(arguments[0]).map { RangeOperation(from: LiteralOperation(value: 0), to: $0) }
    case ("range", 2):
      guard let from = single(arguments[0]), let to = single(arguments[1]) else { return nil }
      return RangeOperation(from: from, to: to)
    case (_, 1):
      guard let function = PlainLibrary.argumentFunction(name), let argument = single(arguments[0]) else { return nil }
      return ArgumentFunctionOperation(function: function, argument: argument)
    default: return nil
    }
  }

  // MARK: Combinations

  private mutating func pipe(_ left: SyntaxNode, _ right: SyntaxNode) -> (any PlainOperation)? {
    guard let left = operation(left), let right = operation(right) else { return nil }
    return pipe(left, right)
  }

  private func pipe(_ left: any PlainOperation, _ right: any PlainOperation) -> any PlainOperation {
    if let left = left as? any SinglePlainOperation, let right = right as? any SinglePlainOperation {
      return SinglePipeOperation(left: left, right: right)
    }
    return PipeOperation(left: left, right: right)
  }

  private mutating func binary(_ kind: SyntaxNode.BinaryOperator, _ left: SyntaxNode, _ right: SyntaxNode)
    -> (any PlainOperation)?
  {
    guard let left = operation(left), let right = operation(right) else { return nil }
    let singles = (left as? any SinglePlainOperation, right as? any SinglePlainOperation)
    if kind == .alternative {
      if case (let left?, let right?) = singles { return AlternativeOperation(left: left, right: right) }
      return AlternativesOperation(left: left, right: right)
    }
    guard case (let left?, let right?) = singles else { return nil }
    if kind.isComparison { return ComparisonOperation(kind: kind, left: left, right: right) }
    if kind.isArithmetic { return ArithmeticOperation(kind: kind, left: left, right: right) }
    if kind == .and || kind == .or { return LogicOperation(isAnd: kind == .and, left: left, right: right) }
    return nil
  }

  private mutating func conditional(_ branches: [SyntaxNode.Branch], _ otherwise: SyntaxNode?) -> (any PlainOperation)?
  {
    var operations: [(condition: any SinglePlainOperation, result: any PlainOperation)] = []
    for branch in branches {
      guard let condition = single(branch.condition), let result = operation(branch.result) else { return nil }
      operations.append((condition, result))
    }
    let other: (any PlainOperation)? =
      if let otherwise { operation(otherwise) } else { PathOperation(root: .dot) }
    guard let other else { return nil }
    let results = operations.compactMap { entry in
      (entry.result as? any SinglePlainOperation).map { (condition: entry.condition, result: $0) }
    }
    if results.count == operations.count, let other = other as? any SinglePlainOperation {
      return SingleConditionalOperation(branches: results, otherwise: other)
    }
    return ConditionalOperation(branches: operations, otherwise: other)
  }

  private mutating func attempt(_ body: SyntaxNode, _ handler: SyntaxNode?) -> (any PlainOperation)? {
    var handlerOperation: (any PlainOperation)?
    if let handler {
      guard let operation = operation(handler) else { return nil }
      handlerOperation = operation
    }
    return single(body).map { AttemptOperation(body: $0, handler: handlerOperation) }
  }

  /// The target is evaluated outside: its errors are not caught.
  private mutating func optional(_ access: SyntaxNode) -> (any PlainOperation)? {
    let dot = PathOperation(root: .dot)
    switch access.kind {
    case .iterate(let target): return operation(target).map { IterateOperation(target: $0, isOptional: true) }
    case .field(let target, let name, _):
      let step = AttemptOperation(body: PathOperation(root: .dot, steps: [.field(name)]))
      return operation(target).map { PipeOperation(left: $0, right: step) }
    case .index(let target, let key):
      guard case .literal(let value) = key.kind else { return nil }
      let step = AttemptOperation(body: IndexOperation(target: dot, key: LiteralOperation(value: value)))
      return operation(target).map { PipeOperation(left: $0, right: step) }
    default: return nil
    }
  }

  // MARK: Names

  private mutating func binding(_ source: SyntaxNode, _ patterns: [SyntaxNode.Pattern], _ body: SyntaxNode)
    -> (any PlainOperation)?
  {
    guard let source = operation(source) else { return nil }
    let before = bound.count
    defer { bound.removeLast(bound.count - before) }
    guard patterns.count == 1, let pattern = pattern(patterns[0]), let body = operation(body) else { return nil }
    if let source = source as? any SinglePlainOperation, let body = body as? any SinglePlainOperation {
      return SingleBindingOperation(source: source, pattern: pattern, body: body)
    }
    return BindingOperation(source: source, pattern: pattern, body: body)
  }

  private mutating func reduce(
    _ source: SyntaxNode, _ patterns: [SyntaxNode.Pattern], _ from: SyntaxNode, _ update: SyntaxNode
  ) -> (any PlainOperation)? {
    guard let source = operation(source), let from = single(from) else { return nil }
    let before = bound.count
    defer { bound.removeLast(bound.count - before) }
    guard patterns.count == 1, let pattern = pattern(patterns[0]), let update = single(update) else { return nil }
    return ReduceOperation(source: source, pattern: pattern, from: from, update: update)
  }

  private mutating func pattern(_ pattern: SyntaxNode.Pattern) -> PlainPattern? {
    switch pattern {
    case .variable(let name): return .variable(bind(name))
    case .array(let elements):
      var patterns: [PlainPattern] = []
      for element in elements {
        guard let pattern = self.pattern(element) else { return nil }
        patterns.append(pattern)
      }
      return .array(patterns)
    case .object(let entries):
      var patterns: [(name: String, slot: Int?, value: PlainPattern?)] = []
      for entry in entries {
        var value: PlainPattern?
        if let inner = entry.value {
          guard let pattern = self.pattern(inner) else { return nil }
          value = pattern
        }
        switch entry.key {
        case .name(let name): patterns.append((name, nil, value))
        case .variable(let name, _): patterns.append((name, bind(name), value))
        case .computed: return nil
        }
      }
      return .object(patterns)
    }
  }

  private mutating func bind(_ name: String) -> Int {
    bound.append((name, slots))
    slots += 1
    return slots - 1
  }
}
