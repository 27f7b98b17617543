import CJSONSchema
import Values

/// Owns the C++ side of schemas that were made ready together.
///
/// The handle is never changed after `init`, and `pl_schema_validate` only reads it (tested by
/// `checksOnSeveralThreadsAtOnce` under the thread sanitizer), so it may be shared between threads.
final class SchemaChecker: @unchecked Sendable {
  private let handle: OpaquePointer
  private let patterns: PatternList

  /// `nil` where memory is short.
  init?(_ linked: [JSONValue], patterns: [Pattern]) {
    guard let handle = ValueTree(.array(linked))?.withTree({ pl_schema_new($0) }) else { return nil }
    self.handle = handle
    self.patterns = PatternList(patterns)
  }

  deinit { pl_schema_free(handle) }

  /// - Parameter root: the number of the schema.
  func check(_ value: JSONValue, root: Int) -> [SchemaViolation] {
    guard let tree = ValueTree(value) else { return [Self.failure("is too large to be checked")] }
    let found = withExtendedLifetime(self) {
      tree.withTree { tree in
        pl_schema_validate(
          handle, UInt32(root), tree, PatternList.matches, Unmanaged.passUnretained(patterns).toOpaque())
      }
    }
    guard let found else { return [Self.failure("could not be checked: memory is short")] }
    defer { pl_violations_free(found) }
    return (0..<pl_violations_count(found)).map { index in
      let violation = pl_violations_at(found, index)
      let keyword = Self.string(violation.keyword)
      let schema = Self.string(violation.schema)
      return SchemaViolation(
        pointer: Self.string(violation.pointer), message: Self.string(violation.message), keyword: keyword,
        // The schema `false` has no keyword.
        schemaPointer: keyword == "false" ? schema : schema + "/" + keyword)
    }
  }

  private static func failure(_ message: String) -> SchemaViolation {
    SchemaViolation(pointer: "", message: message, keyword: "", schemaPointer: "")
  }

  private static func string(_ text: pl_text) -> String {
    String(decoding: UnsafeRawBufferPointer(start: text.text, count: text.length), as: UTF8.self)
  }
}

/// The patterns of a schema, by number.
private final class PatternList: Sendable {
  private let patterns: [Pattern]

  init(_ patterns: [Pattern]) { self.patterns = patterns }

  static let matches: pl_matcher = { context, number, text, length in
    guard let context else { return 0 }
    let list = Unmanaged<PatternList>.fromOpaque(context).takeUnretainedValue()
    guard let found = list.patterns[Int(number)].isFound(in: UnsafeRawBufferPointer(start: text, count: length)) else {
      return -1
    }
    return found ? 1 : 0
  }
}
