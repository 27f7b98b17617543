/// A kind of mistake that shows only when the whole file has been read.
///
/// A rule has a file of its own, in which its texts stand too, and its place in `CheckRules.all`.
package protocol CheckRule: Sendable {
  /// Whether it has something to say only of a file without errors: what could not be read may use what seems unused.
  static var needsWholeFile: Bool { get }

  /// Reports what it finds.
  static func check(_ file: CheckedFile)
}

/// The rules, in no order that matters: what they find is told in the order of the file.
package enum CheckRules {
  /// For a file that is only checked.
  package static let all: [any CheckRule.Type] = forRuns + [MissingFileRule.self]

  /// For a file that is about to run, which looks for the files that its inputs really name.
  package static let forRuns: [any CheckRule.Type] = [
    UnusedDeclarationRule.self, UnusedBindingRule.self, SeveralValuesRule.self, RetryRule.self,
    DecodeOfNothingRule.self, OpenSecretRule.self, ConstantCheckRule.self, EmptyJoinRule.self,
  ]
}
