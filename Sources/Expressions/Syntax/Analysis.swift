import Values

/// What an expression uses, and whether it may: found by one walk through its tree.
struct Analysis {
  /// Every use of a variable that the expression does not bind itself, in the order of the text.
  private(set) var variables: [VariableUse] = []
  /// What it calls of jq's own functions.
  private(set) var functions: Set<String> = []
  private(set) var calls: [(name: String, range: Range<Int>)] = []
  /// Whether it has constructs that can loop, nest or stay in one call of libjq without an end that its length bounds.
  private(set) var isOpenEnded = false
  /// Whether it computes with numbers or compares values.
  private(set) var computes = false
  /// The first number that a double would round, in its exact spelling.
  private(set) var roundedLiteral: (text: String, range: Range<Int>)?
  private(set) var locations: [Range<Int>] = []

  private var bound: [String] = []
  private var defined: [(name: String, arguments: Int)] = []
  private var labels: [String] = []
  private let bytes: [UInt8]

  init(_ root: SyntaxNode, _ bytes: [UInt8]) throws(ExpressionError) {
    self.bytes = bytes
    try visit(root)
    variables.sort { $0.range.lowerBound < $1.range.lowerBound }
  }

  private mutating func visit(_ node: SyntaxNode?) throws(ExpressionError) {
    guard let node else { return }
    switch node.kind {
    case .identity: break
    case .literal(let value):
      if let number = value.numberValue, roundedLiteral == nil, !number.survivesDouble {
        roundedLiteral = (number.text, node.ownRange)
      }
    case .location: locations.append(node.ownRange)
    case .descendants:
      functions.insert("recurse")
    case .format(let name): try checkFormat(name, at: node.ownRange)
    case .field, .index, .variable: try visitPath(node)
    case .slice(let target, let from, let to):
      try visit(target)
      try visit(from)
      try visit(to)
    case .iterate(let target), .negate(let target):
      if case .negate = node.kind { computes = true }
      try visit(target)
    case .string(let format, let parts):
      if let format { try checkFormat(format, at: node.ownRange) }
      for case .interpolation(let inner) in parts { try visit(inner) }
    case .array(let inner): try visit(inner)
    case .object(let entries):
      for entry in entries {
        try visitKey(entry.key, isPattern: false)
        try visit(entry.value)
      }
    case .call(let name, let arguments):
      try checkCall(name, arguments.count, at: node.ownRange)
      for argument in arguments { try visit(argument) }
    case .pipe(let left, let right), .comma(let left, let right):
      try visit(left)
      try visit(right)
    case .binary(let op, let left, let right):
      // Taking one list from another is quadratic within one call of libjq.
      if op == .minus || op == .minusUpdate { isOpenEnded = true }
      if op != .and && op != .or && op != .alternative && op != .assign && op != .update { computes = true }
      try visit(left)
      try visit(right)
    case .binding(let source, let patterns, let body):
      try visit(source)
      try withPatterns(patterns) { analysis throws(ExpressionError) in try analysis.visit(body) }
    case .reduce(let source, let patterns, let from, let update):
      isOpenEnded = true
      try visit(source)
      try visit(from)
      try withPatterns(patterns) { analysis throws(ExpressionError) in try analysis.visit(update) }
    case .foreach(let source, let patterns, let from, let update, let extract):
      isOpenEnded = true
      try visit(source)
      try visit(from)
      try withPatterns(patterns) { analysis throws(ExpressionError) in
        try analysis.visit(update)
        try analysis.visit(extract)
      }
    case .conditional(let branches, let otherwise):
      for branch in branches {
        try visit(branch.condition)
        try visit(branch.result)
      }
      try visit(otherwise)
    case .optional(let access): try visit(access)
    case .attempt(let body, let handler):
      try visit(body)
      try visit(handler)
    case .label(let name, let body):
      labels.append(name)
      try visit(body)
      labels.removeLast()
    case .leave(let name):
      guard labels.contains(name) else {
        throw ExpressionError(
          .invalid, "'break $\(name)' is in no 'label $\(name)'", at: node.range,
          hint: "write 'label $\(name) | …' before it")
      }
    case .define(let function, let body): try visitDefinition(function, body)
    }
  }

  // MARK: Names

  private mutating func visitDefinition(_ function: SyntaxNode.Function, _ body: SyntaxNode) throws(ExpressionError) {
    isOpenEnded = true
    let boundBefore = bound.count
    let definedBefore = defined.count
    defined.append((function.name, function.parameters.count))
    for parameter in function.parameters {
      if parameter.hasPrefix("$") { bound.append(String(parameter.dropFirst())) }
      defined.append((parameter.hasPrefix("$") ? String(parameter.dropFirst()) : parameter, 0))
    }
    try visit(function.body)
    bound.removeLast(bound.count - boundBefore)
    defined.removeLast(defined.count - definedBefore - 1)
    try visit(body)
    defined.removeLast()
  }

  private mutating func withPatterns(
    _ patterns: [SyntaxNode.Pattern], _ body: (inout Self) throws(ExpressionError) -> Void
  ) throws(ExpressionError) {
    let before = bound.count
    for pattern in patterns { bound += pattern.names }
    for pattern in patterns { try visitPattern(pattern) }
    try body(&self)
    bound.removeLast(bound.count - before)
  }

  private mutating func visitPattern(_ pattern: SyntaxNode.Pattern) throws(ExpressionError) {
    switch pattern {
    case .variable: break
    case .array(let elements):
      for element in elements { try visitPattern(element) }
    case .object(let entries):
      for entry in entries {
        try visitKey(entry.key, isPattern: true)
        if let value = entry.value { try visitPattern(value) }
      }
    }
  }

  private mutating func visitKey(_ key: SyntaxNode.ObjectEntry.Key, isPattern: Bool) throws(ExpressionError) {
    switch key {
    case .name: break
    case .variable(let name, let range):
      if name == "__loc__" {
        locations.append(range)
      } else if !isPattern {
        try use(VariableUse(name: name, fields: [], range: range))
      }
    case .computed(let node): try visit(node)
    }
  }

  /// A variable and the fixed names below it count as one use.
  private mutating func visitPath(_ node: SyntaxNode) throws(ExpressionError) {
    var fields: [VariableUse.Field] = []
    var current = node
    while true {
      switch current.kind {
      case .field(let target, let name, let range):
        fields.insert(VariableUse.Field(name: name, range: range), at: 0)
        current = target
      case .index(let target, let key):
        // Below an index the path is no longer fixed.
        fields = []
        try visit(key)
        current = target
      case .variable(let name):
        let own = current.ownRange
        let end = fields.last.map { max($0.range.upperBound, own.upperBound) } ?? own.upperBound
        try use(VariableUse(name: name, fields: fields, range: own.lowerBound..<end))
        return
      default:
        try visit(current)
        return
      }
    }
  }

  private mutating func use(_ variable: VariableUse) throws(ExpressionError) {
    guard !bound.contains(variable.name) else { return }
    if variable.name == "ENV" {
      throw ExpressionError(
        .invalid, "the environment is '$env' here, not '$ENV'", at: variable.nameRange, hint: "write '$env.NAME'")
    }
    if variable.name == "__prog_args" || variable.name.contains("::") {
      throw ExpressionError(.invalid, "'$\(variable.name)' is not defined", at: variable.range)
    }
    variables.append(variable)
  }

  // MARK: Functions and formats

  private mutating func checkCall(_ name: String, _ arguments: Int, at range: Range<Int>) throws(ExpressionError) {
    if defined.contains(where: { $0.name == name && $0.arguments == arguments }) { return }
    let nameRange = range.lowerBound..<range.lowerBound + name.utf8.count
    if let (reason, hint) = KnownFunctions.refusal(of: name) {
      throw ExpressionError(.invalid, "'\(name)' is not available: \(reason)", at: nameRange, hint: hint)
    }
    functions.insert(name)
    calls.append((name, nameRange))
    // Names that start so are libjq's own; it knows them.
    if KnownFunctions.exists(name, arguments: arguments) || name.hasPrefix("_") { return }
    if let takes = KnownFunctions.arguments(of: name)
      ?? defined.last(where: { $0.name == name }).map({ [$0.arguments] })
    {
      let counts = takes.map(String.init).joined(separator: " or ")
      throw ExpressionError(
        .invalid, "'\(name)' takes \(counts) argument\(takes == [1] ? "" : "s"), not \(arguments)", at: nameRange,
        hint: arguments > 1 ? "arguments are separated by ';'" : nil)
    }
    let near = CloseSpelling.nearest(to: name, among: Array(KnownFunctions.names) + defined.map(\.name))
    throw ExpressionError(
      .invalid, "unknown function '\(name)'", at: nameRange,
      hint: near.map { "did you mean '\($0)'?" } ?? "a key is written '.\(name)', a string '\"\(name)\"'")
  }

  private func checkFormat(_ name: String, at range: Range<Int>) throws(ExpressionError) {
    guard !KnownFunctions.formats.contains(name) else { return }
    let near = CloseSpelling.nearest(to: name, among: KnownFunctions.formats)
    throw ExpressionError(
      .invalid, "unknown format '\(name)'", at: range.lowerBound..<range.lowerBound + name.utf8.count,
      hint: near.map { "did you mean '\($0)'?" })
  }
}
