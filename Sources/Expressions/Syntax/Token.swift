/// A word of jq's language.
struct Token: Sendable {
  var kind: Kind
  /// In UTF-8 bytes of the whole text.
  var range: Range<Int>
  /// Whether white space or a comment stands before it.
  var followsSpace: Bool

  enum Kind: Equatable, Sendable {
    /// `name`, also a keyword, also `a::b`.
    case name(String)
    /// `.name`
    case field(String)
    /// `$name`; `$__loc__` too.
    case variable(String)
    /// `@name`, with the `@`.
    case format(String)
    case number(String)
    /// The opening quote of a string; the parser reads on with the lexer's string methods.
    case quote
    /// An operator or bracket.
    case symbol(String)
    case end
  }
}
