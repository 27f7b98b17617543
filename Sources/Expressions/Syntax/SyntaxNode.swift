import Values

/// A part of an expression, with its place in the text.
struct SyntaxNode: Sendable {
  var kind: Kind
  /// In UTF-8 bytes. Parentheses round the part are in it.
  var range: Range<Int>
  /// The same without the parentheses: a name begins where it begins.
  let ownRange: Range<Int>
  var isParenthesized: Bool { range != ownRange }
  /// How many parts lie in each other, this one included: what walks the tree recurses so deep.
  let height: Int

  init(kind: Kind, range: Range<Int>) {
    self.kind = kind
    self.range = range
    ownRange = range
    height = 1 + (kind.parts.lazy.map(\.height).max() ?? 0)
  }

  /// The part with parentheses round it.
  init(parenthesizing inner: SyntaxNode, range: Range<Int>) {
    kind = inner.kind
    self.range = range
    ownRange = inner.ownRange
    height = inner.height
  }

  indirect enum Kind: Sendable {
    /// `.`
    case identity
    /// `..`
    case descendants
    /// `.name`, `."name"`, `.["name"]`, after a target.
    case field(SyntaxNode, name: String, nameRange: Range<Int>)
    /// `target[key]`
    case index(SyntaxNode, SyntaxNode)
    /// `target[from:to]`
    case slice(SyntaxNode, SyntaxNode?, SyntaxNode?)
    /// `target[]`
    case iterate(SyntaxNode)
    /// A number, or a word such as `null`.
    case literal(JSONValue)
    /// A string, maybe with interpolations, maybe after a format such as `@base64`.
    case string(format: String?, [StringPart])
    /// `@base64` alone.
    case format(String)
    case array(SyntaxNode?)
    case object([ObjectEntry])
    case variable(String)
    /// `$__loc__`
    case location
    case call(name: String, arguments: [SyntaxNode])
    case negate(SyntaxNode)
    case pipe(SyntaxNode, SyntaxNode)
    case comma(SyntaxNode, SyntaxNode)
    case binary(BinaryOperator, SyntaxNode, SyntaxNode)
    /// `source as pattern ?// pattern | body`
    case binding(SyntaxNode, [Pattern], body: SyntaxNode)
    case reduce(SyntaxNode, [Pattern], from: SyntaxNode, update: SyntaxNode)
    case foreach(SyntaxNode, [Pattern], from: SyntaxNode, update: SyntaxNode, extract: SyntaxNode?)
    case conditional([Branch], otherwise: SyntaxNode?)
    /// `target.name?`, `target[key]?`, `target[]?`: an error of the last access alone gives nothing.
    case optional(SyntaxNode)
    /// `try body catch handler`, and `?` after anything else.
    case attempt(SyntaxNode, handler: SyntaxNode?)
    case label(String, SyntaxNode)
    case leave(String)
    case define(Function, body: SyntaxNode)
  }

  enum StringPart: Sendable {
    case text(String)
    case interpolation(SyntaxNode)
  }

  struct ObjectEntry: Sendable {
    var key: Key
    /// Nil for the short forms: `{a}`, `{$a}`, `{"a b"}`.
    var value: SyntaxNode?

    enum Key: Sendable {
      case name(String)
      /// `{$name}` or `{$name: …}`
      case variable(String, Range<Int>)
      /// A string with interpolations, or `(…)`.
      case computed(SyntaxNode)
    }
  }

  struct Branch: Sendable {
    var condition: SyntaxNode
    var result: SyntaxNode
  }

  indirect enum Pattern: Sendable {
    case variable(String)
    case array([Pattern])
    case object([(key: ObjectEntry.Key, value: Pattern?)])
  }

  struct Function: Sendable {
    var name: String
    /// With the `$` of those that have one.
    var parameters: [String]
    var body: SyntaxNode
  }

  enum BinaryOperator: String, Sendable {
    case plus = "+"
    case minus = "-"
    case times = "*"
    case divide = "/"
    case modulo = "%"
    case equal = "=="
    case notEqual = "!="
    case less = "<"
    case lessOrEqual = "<="
    case greater = ">"
    case greaterOrEqual = ">="
    case and
    case or
    case alternative = "//"
    case assign = "="
    case update = "|="
    case plusUpdate = "+="
    case minusUpdate = "-="
    case timesUpdate = "*="
    case divideUpdate = "/="
    case moduloUpdate = "%="
    case alternativeUpdate = "//="

    var isComparison: Bool {
      switch self {
      case .equal, .notEqual, .less, .lessOrEqual, .greater, .greaterOrEqual: true
      default: false
      }
    }

    var isArithmetic: Bool {
      switch self {
      case .plus, .minus, .times, .divide, .modulo: true
      default: false
      }
    }

    /// Loosest first, as in jq's grammar: pipe, comma, `//`, assignments, `or`, `and`, comparisons, sums, products.
    var precedence: Int {
      switch self {
      case .alternative: 3
      case .assign, .update, .plusUpdate, .minusUpdate, .timesUpdate, .divideUpdate, .moduloUpdate, .alternativeUpdate:
        4
      case .or: 5
      case .and: 6
      case .equal, .notEqual, .less, .lessOrEqual, .greater, .greaterOrEqual: 7
      case .plus, .minus: 8
      case .times, .divide, .modulo: 9
      }
    }

    enum Associativity { case left, right, none }

    var associativity: Associativity {
      switch precedence {
      case 3: .right
      case 4, 7: .none
      default: .left
      }
    }
  }
}

extension SyntaxNode.Kind {
  /// The parts directly in it, but for those in patterns.
  var parts: [SyntaxNode] {
    switch self {
    case .identity, .descendants, .literal, .format, .variable, .location, .leave: []
    case .field(let part, _, _), .iterate(let part), .negate(let part), .optional(let part), .label(_, let part): [part]
    case .index(let left, let right), .pipe(let left, let right), .comma(let left, let right),
      .binary(_, let left, let right):
      [left, right]
    case .slice(let target, let from, let to): [target, from, to].compactMap(\.self)
    case .string(_, let parts): parts.compactMap { if case .interpolation(let part) = $0 { part } else { nil } }
    case .array(let part): [part].compactMap(\.self)
    case .object(let entries): entries.flatMap { [$0.key.part, $0.value].compactMap(\.self) }
    case .call(_, let arguments): arguments
    case .binding(let source, _, let body): [source, body]
    case .reduce(let source, _, let from, let update): [source, from, update]
    case .foreach(let source, _, let from, let update, let extract): [source, from, update, extract].compactMap(\.self)
    case .conditional(let branches, let otherwise):
      branches.flatMap { [$0.condition, $0.result] } + [otherwise].compactMap(\.self)
    case .attempt(let body, let handler): [body, handler].compactMap(\.self)
    case .define(let function, let body): [function.body, body]
    }
  }
}

extension SyntaxNode.ObjectEntry.Key {
  var part: SyntaxNode? {
    if case .computed(let part) = self { part } else { nil }
  }
}

extension SyntaxNode.Pattern {
  /// The names it binds, without `$`.
  var names: [String] {
    switch self {
    case .variable(let name): [name]
    case .array(let patterns): patterns.flatMap(\.names)
    case .object(let entries):
      entries.flatMap { entry in
        var names = entry.value?.names ?? []
        if case .variable(let name, _) = entry.key { names.append(name) }
        return names
      }
    }
  }
}
