/// A place where an expression uses a variable that it does not bind itself, such as `$nodes.login.token`.
package struct VariableUse: Hashable, Sendable {
  /// One of the fixed names below the variable.
  package struct Field: Hashable, Sendable {
    package var name: String
    /// In UTF-8 bytes of the expression.
    package var range: Range<Int>
  }

  /// Without the `$`.
  package var name: String
  /// `login`, `token` in `$nodes.login.token` and `$nodes["login"].token`; ends where the path is no longer fixed.
  package var fields: [Field]
  /// From the `$` to the end of the last field, in UTF-8 bytes of the expression.
  package var range: Range<Int>

  /// The variable with its `$` alone.
  package var nameRange: Range<Int> { range.lowerBound..<range.lowerBound + 1 + name.utf8.count }
}
