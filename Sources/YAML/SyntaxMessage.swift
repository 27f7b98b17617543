import Diagnostics

/// Says libyaml's faults in words that tell what to do about them.
enum SyntaxMessage {
  static func diagnostic(for fault: SyntaxFault, in source: SourceText, after last: YAMLScalar?) -> Diagnostic {
    Diagnostic(fault.problem, in: source, at: source.range(ofOffsets: fault.offset..<(fault.offset + 1)))
  }
}

extension SourceText {
  /// The end of a range of bytes without the blanks and line breaks at its end.
  func endWithoutBlanks(from start: Int, to end: Int) -> Int {
    var end = end
    while end > start {
      switch bytes[end - 1] {
      case UInt8(ascii: " "), UInt8(ascii: "\t"), UInt8(ascii: "\n"), UInt8(ascii: "\r"): end -= 1
      default: return end
      }
    }
    return end
  }
}
