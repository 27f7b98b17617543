/// A regular expression of ECMA 262, as `pattern` has it, over Unicode scalars (the `u` flag).
///
/// It is compared by backtracking, on a stack of its own, so that neither a long text nor a deep expression can exhaust
/// the thread's; an expression that would run for ages is given up.
///
/// What is not there: flags, and `\p{Script=…}`, for which Swift has no data. Both are refused with a message.
struct Pattern: Sendable {
  private let program: PatternProgram

  init(_ text: String) throws(PatternError) {
    var parser = PatternParser(text)
    program = try PatternProgram(try parser.parse(), groups: parser.groupCount)
  }

  /// Whether some part of the text matches; `nil` where finding out would take too long.
  ///
  /// - Parameters:
  ///   - text: UTF-8; what is not counts as U+FFFD.
  ///   - effort: How many steps may be taken; the default is some tenths of a second.
  func isFound(in text: UnsafeRawBufferPointer, effort: Int = 10_000_000) -> Bool? {
    // Most strings are ASCII, and need no decoding.
    let scalars =
      text.allSatisfy { $0 < 0x80 }
      ? text.map(UInt32.init) : String(decoding: text, as: UTF8.self).unicodeScalars.map(\.value)
    var matcher = PatternMatcher(program, scalars, effortLimit: effort)
    return matcher.search()
  }

  func isFound(in text: String, effort: Int = 10_000_000) -> Bool? {
    var text = text
    return text.withUTF8 { isFound(in: UnsafeRawBufferPointer($0), effort: effort) }
  }
}

/// Why a text is no regular expression.
struct PatternError: Error, Equatable {
  let message: String
  init(_ message: String) { self.message = message }
}
