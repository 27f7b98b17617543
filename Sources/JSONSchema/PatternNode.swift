/// A regular expression as a tree.
indirect enum PatternNode {
  case empty
  case scalars(ScalarSet)
  case sequence([PatternNode])
  case choice([PatternNode])
  case group(PatternNode, number: Int?)
  case repeated(PatternNode, least: Int, most: Int?, isGreedy: Bool)
  case backReference(Int)
  case start
  case end
  case wordBoundary(Bool)
  case look(PatternNode, isAhead: Bool, isWanted: Bool)

  /// Whether it can match without consuming anything; a back reference always can.
  var canBeEmpty: Bool {
    switch self {
    case .scalars: false
    case .sequence(let parts): parts.allSatisfy(\.canBeEmpty)
    case .choice(let parts): parts.contains(where: \.canBeEmpty)
    case .group(let inner, _): inner.canBeEmpty
    case .repeated(let inner, let least, _, _): least == 0 || inner.canBeEmpty
    case .empty, .backReference, .start, .end, .wordBoundary, .look: true
    }
  }
}
