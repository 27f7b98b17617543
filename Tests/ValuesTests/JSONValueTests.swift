import Testing
import Values

@Suite struct JSONValueTests {
  @Test func ordersKindsAsJqDoes() throws {
    let sorted: [JSONValue] = [
      .null, false, true, -1, 0, 1.5, 2, "", "A", "a", "é", "\u{FFFD}", "😀", [], [.null], [.null, .null], [1], ["a"],
      [:],
      ["a": 2],
      ["a": 3], ["a": 1, "b": 0], ["b": 0],
    ]
    for (place, left) in sorted.enumerated() {
      for (otherPlace, right) in sorted.enumerated() {
        let order = JSONValue.order(left, right)
        #expect(order.signum() == (place - otherPlace).signum(), "\(left) against \(right)")
        #expect((left == right) == (place == otherPlace))
      }
    }
  }

  @Test func printsCompactAndPretty() {
    let value: JSONValue = ["a": [], "b": [:], "c": [1, ["d": .null]], "e": true]
    #expect(value.text() == #"{"a":[],"b":{},"c":[1,{"d":null}],"e":true}"#)
    #expect(
      value.text(.pretty) == """
        {
          "a": [],
          "b": {},
          "c": [
            1,
            {
              "d": null
            }
          ],
          "e": true
        }
        """)
    var bytes = Array("x: ".utf8)
    value.write(to: &bytes)
    #expect(String(decoding: bytes, as: UTF8.self) == "x: " + value.description)
  }

  @Test func escapesAsJqDoes() {
    let value = JSONValue.string("\"\\/\u{8}\u{C}\n\r\t\u{0}\u{1F}\u{7F}é😀<>&\u{2028}")
    let expected = #""\"\\/\b\f\n\r\t\u0000\u001f\u007fé😀<>&"# + "\u{2028}\""
    #expect(value.text() == expected)
  }

  @Test func givesWhatItHolds() {
    let value: JSONValue = ["a": [1, "x", 2.5, true]]
    #expect(value["a"]?[0]?.intValue == 1)
    #expect(value["a"]?[1]?.stringValue == "x")
    #expect(value["a"]?[2]?.doubleValue == 2.5)
    #expect(value["a"]?[2]?.intValue == nil)
    #expect(value["a"]?[3]?.boolValue == true)
    #expect(value["a"]?[4] == nil)
    #expect(value["b"] == nil)
    #expect(value[0] == nil)
  }
}
