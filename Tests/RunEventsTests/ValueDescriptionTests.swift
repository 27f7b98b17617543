import RunEvents
import Testing
import Values

@Suite struct ValueDescriptionTests {
  private static let longest = ValueDescription.longestPreview

  @Test(arguments: [
    "null", "true", "12345678901234567890.50",
    #""a \"b\" \\ \n""#, "[]", "{}", #"[1,[2,{"a":[]}],"x"]"#, #"{"k":{"l":1},"m":[]}"#,
  ])
  func showsAShortValueWhole(_ text: String) throws {
    let value = ValueDescription(index: 4, try JSONValue(parsing: text))
    #expect(value == ValueDescription(index: 4, preview: text, isCut: false))
  }

  @Test(arguments: [
    #""\#(String(repeating: "x", count: 5_000_000))""#, "[\(String(repeating: "1,", count: 300_000))1]",
    #"{"\#(String(repeating: "k", count: 500))":1}"#, "\(String(repeating: "9", count: 500))",
  ])
  func showsTheStartOfALongOne(_ text: String) throws {
    let value = ValueDescription(index: 0, try JSONValue(parsing: text))
    #expect(value.isCut)
    #expect(value.preview.unicodeScalars.count <= Self.longest && value.preview.unicodeScalars.count > Self.longest - 3)
    #expect(text.hasPrefix(value.preview))
  }

  @Test func doesNotGrowTheStackWithTheDepthOfAValue() {
    var value = JSONValue.array([])
    for _ in 0..<50_000 { value = .array([value]) }
    #expect(ValueDescription(index: 0, value).preview == String(repeating: "[", count: Self.longest))
    // Taken apart from outside, since letting go of it at once would need the stack.
    while case .array(let elements) = value, let inner = elements.first { value = inner }
  }

  @Test func isWholeAtTheLastCharacterThatFits() {
    let text = String(repeating: "x", count: Self.longest - 2)
    #expect(!ValueDescription(index: 0, .string(text)).isCut)
    #expect(ValueDescription(index: 0, .string(text + "y")).isCut)
  }
}
