import Dispatch
import Foundation
import Testing
import Values

@Suite struct JSONParserTests {
  @Test(arguments: [
    (#"{"a": "b"#, "ends in the middle of a string at byte 8", 1, 9),
    ("", "is empty", 1, 1),
    ("  \n ", "is empty", 2, 2),
    ("[1, 2", "ends in the middle of the list opened at byte 0, at byte 5", 1, 6),
    ("[1 2]", "has '2' at byte 3, where ',' or ']' should be", 1, 4),
    ("[1,]", "has ']' at byte 3, where a value should be", 1, 4),
    ("{\"a\":1,\n}", "has '}' at byte 8, where a key in double quotes should be", 2, 1),
    ("{\"a\" 1}", "has '1' at byte 5, where ':' after the key should be", 1, 6),
    ("[1] x", "has 'x' at byte 4, where the end, after the value should be", 1, 5),
    ("<html>", "has '<' at byte 0, where a value should be", 1, 1),
    ("tru", "ends in the middle of a value at byte 3", 1, 4),
    ("[01]", "has '1' at byte 2, where ',' or ']' should be", 1, 3),
    ("[1.]", "has '1.' at byte 1, which is not a number as JSON writes one", 1, 2),
    ("-", "ends in the middle of a number at byte 1", 1, 2),
    ("\"é\\x\"", "has 'x' at byte 4, where one of \" \\ / b f n r t u, after a backslash, should be", 1, 4),
    ("\"\\u12G4\"", "has 'G' at byte 5, where one of the four hex digits after \\u should be", 1, 6),
    (
      "\"a\u{1}b\"",
      "has the control character 0x01 at byte 2, where an escape (control characters may not stand in a string) should be",
      1, 3
    ),
  ])
  func saysWhatIsWrongAndWhere(text: String, message: String, line: Int, column: Int) throws {
    let error = #expect(throws: JSONParseError.self) { try JSONValue(parsing: text) }
    #expect(error?.message == message)
    #expect(error?.line == line)
    #expect(error?.column == column)
  }

  @Test func readsEscapesAndLoneSurrogates() throws {
    #expect(try JSONValue(parsing: #""\u00e9\ud83d\ude00\/\n\u0000""#) == "é😀/\n\0")
    #expect(try JSONValue(parsing: #""\ud800""#) == "\u{FFFD}")
    #expect(try JSONValue(parsing: #""\ud800\u0041\udc00x\ud800\ud83d\ude00""#) == "\u{FFFD}A\u{FFFD}x\u{FFFD}😀")
  }

  @Test func acceptsAByteOrderMarkAtTheStartOnly() throws {
    #expect(try JSONValue(parsing: [0xEF, 0xBB, 0xBF] + Array("[1]".utf8)) == [1])
    #expect(throws: JSONParseError.self) { try JSONValue(parsing: Array("[1]".utf8) + [0xEF, 0xBB, 0xBF]) }
  }

  @Test func invalidUTF8IsAnErrorOrReplaced() throws {
    let bytes = Array("{\"k\": \"abé".utf8) + [0xC3, 0x28, 0xED, 0xA0, 0x80] + Array("\"}".utf8)
    let error = #expect(throws: JSONParseError.self) { try JSONValue(parsing: bytes) }
    #expect(error?.offset == 11)
    #expect(error?.message == "has bytes that are not UTF-8 in a string, at byte 11")
    let value = try JSONValue(parsing: bytes, options: .init(replacesInvalidUTF8: true))
    #expect(value["k"]?.stringValue?.hasPrefix("abé\u{FFFD}(") == true)
    let escaped = Array("\"\\n".utf8) + [0xFF] + Array("\"".utf8)
    #expect(throws: JSONParseError.self) { try JSONValue(parsing: escaped) }
    #expect(try JSONValue(parsing: escaped, options: .init(replacesInvalidUTF8: true)) == "\n\u{FFFD}")
    let key = Array("{\"".utf8) + [0xFF] + Array("\":1}".utf8)
    #expect(throws: JSONParseError.self) { try JSONValue(parsing: key) }
  }

  @Test(arguments: ["[", "{\"k\":", "[{\"k\":"])
  func endsAtTheDepthLimitWithoutCrash(opening: String) throws {
    let text = String(repeating: opening, count: 10_000)
    let error = #expect(throws: JSONParseError.self) { try JSONValue(parsing: text) }
    #expect(error?.message.hasPrefix("is nested deeper than 1000 levels") == true)
  }

  @Test(arguments: [("[", "]"), ("{\"k\":", "}")])
  func valuesOfTheGreatestDepthWorkOnASmallStack(opening: String, closing: String) throws {
    let text =
      String(repeating: opening, count: JSONValue.maximumDepth) + "1"
      + String(repeating: closing, count: JSONValue.maximumDepth)
    let done = DispatchSemaphore(value: 0)
    let thread = Thread {
      do {
        let value = try JSONValue(parsing: text)
        let other = try JSONValue(parsing: text)
        #expect(value == other)
        #expect(JSONValue.order(value, other) == 0)
        #expect(value.hashValue == other.hashValue)
        #expect(value.text() == text)
        #expect(value.text(.pretty).utf8.count > text.utf8.count)
      } catch {
        Issue.record(error)
      }
      done.signal()
    }
    thread.stackSize = 512 << 10
    thread.start()
    done.wait()
  }

  @Test func survivesEveryCutAndEveryChangedByte() throws {
    let text = Array(#"{"a":[1,-2.5e+3,"é\u00e9\ud83d\ude00",true,false,null,{}],"long key over eight":"x\\y"}"#.utf8)
    #expect(try JSONValue(parsing: text).text(.compact).utf8.count > 0)
    for end in text.indices {
      #expect(throws: JSONParseError.self) { try JSONValue(parsing: Array(text[..<end])) }
    }
    for place in text.indices {
      for byte in UInt8.min...UInt8.max {
        var changed = text
        changed[place] = byte
        guard let value = try? JSONValue(parsing: changed) else { continue }
        #expect(try JSONValue(parsing: value.text()) == value)
      }
    }
  }
}

/// The cases of a public suite of JSON texts, if it lies beside the package.
enum ParsingSuite {
  static let folder = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
    .deletingLastPathComponent().deletingLastPathComponent().appending(path: "shared/suites/json-parsing/test_parsing")
  static var exists: Bool { FileManager.default.fileExists(atPath: folder.path) }

  /// Of the cases that RFC 8259 leaves open, those that are accepted here. The others are not UTF-8.
  static let acceptedOpenCases: Set<String> = [
    "i_number_double_huge_neg_exp.json", "i_number_huge_exp.json", "i_number_neg_int_huge_exp.json",
    "i_number_pos_double_huge_exp.json", "i_number_real_neg_overflow.json", "i_number_real_pos_overflow.json",
    "i_number_real_underflow.json", "i_number_too_big_neg_int.json", "i_number_too_big_pos_int.json",
    "i_number_very_big_negative_int.json", "i_object_key_lone_2nd_surrogate.json",
    "i_string_1st_surrogate_but_2nd_missing.json", "i_string_1st_valid_surrogate_2nd_invalid.json",
    "i_string_incomplete_surrogate_and_escape_valid.json", "i_string_incomplete_surrogate_pair.json",
    "i_string_incomplete_surrogates_escape_valid.json", "i_string_invalid_lonely_surrogate.json",
    "i_string_invalid_surrogate.json", "i_string_inverted_surrogates_U+1D11E.json",
    "i_string_lone_second_surrogate.json", "i_structure_500_nested_arrays.json",
    "i_structure_UTF-8_BOM_empty_object.json",
  ]

  static var files: [String] {
    ((try? FileManager.default.contentsOfDirectory(atPath: folder.path)) ?? []).filter { $0.hasSuffix(".json") }
      .sorted()
  }

}

@Suite(.enabled(if: ParsingSuite.exists, "../shared/suites/json-parsing is not there"))
struct ParsingSuiteTests {
  @Test(arguments: ParsingSuite.files)
  func agrees(name: String) throws {
    let bytes = Array(try Data(contentsOf: ParsingSuite.folder.appending(path: name)))
    let isAccepted = (try? JSONValue(parsing: bytes)) != nil
    let expected = name.hasPrefix("y_") || (name.hasPrefix("i_") && ParsingSuite.acceptedOpenCases.contains(name))
    #expect(isAccepted == expected)
  }
}
