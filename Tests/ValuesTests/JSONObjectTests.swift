import Testing
import Values

@Suite struct JSONObjectTests {
  @Test func keepsTheOrderInWhichKeysWereFirstSet() {
    var object: JSONObject = ["b": 1, "a": 2]
    object["c"] = 3
    object["b"] = 4
    #expect(object.keys == ["b", "a", "c"])
    #expect(object.values == [4, 2, 3])
    #expect(object.map(\.key) == ["b", "a", "c"])
  }

  @Test(arguments: [1, 12, 13, 100, 5000])
  func findsEveryKeyAtAnySize(count: Int) {
    var object = JSONObject()
    for number in 0..<count { object["key \(number)"] = JSONValue.number(JSONNumber(number)) }
    #expect(object.count == count)
    for number in 0..<count { #expect(object["key \(number)"]?.intValue == number) }
    #expect(object["key \(count)"] == nil)
  }

  @Test(arguments: [3, 40])
  func removesAKeyAndKeepsTheOrder(count: Int) {
    var object = JSONObject((0..<count).map { ("\($0)", .null) })
    object["1"] = nil
    object["absent"] = nil
    #expect(object.keys == ["0"] + (2..<count).map { "\($0)" })
    for key in object.keys { #expect(object.contains(key)) }
    #expect(!object.contains("1"))
  }

  @Test func tellsKeysApartByBytes() {
    var object: JSONObject = ["\u{E9}": 1]
    object["e\u{301}"] = 2
    #expect(object.count == 2)
    #expect(JSONValue.string("\u{E9}") != .string("e\u{301}"))
  }

  @Test func isAValue() {
    let original = JSONObject((0..<20).map { ("\($0)", .null) })
    var copy = original
    copy["new"] = true
    copy["0"] = 1
    #expect(original.count == 20)
    #expect(original["new"] == nil)
    #expect(original["0"] == .null)
  }

  @Test func equalityAndHashIgnoreOrder() {
    let left: JSONValue = ["a": 1, "b": [["x": 1.0, "y": .null]]]
    let right: JSONValue = ["b": [["y": .null, "x": 1]], "a": 1.0]
    #expect(left == right)
    #expect(left.hashValue == right.hashValue)
    #expect(left != ["a": 1])
    #expect(left != ["a": 1, "c": [["x": 1, "y": .null]]])
  }

  @Test func parsesManyKeysAndManyEqualKeys() throws {
    let many = "{" + (0..<100_000).map { "\"k\($0)\":\($0)" }.joined(separator: ",") + "}"
    let value = try JSONValue(parsing: many)
    #expect(value.objectValue?.count == 100_000)
    #expect(value["k99999"] == 99999)
    let same = "{" + repeatElement("\"k\":1", count: 100_000).joined(separator: ",") + ",\"k\":2}"
    #expect(try JSONValue(parsing: same).text() == #"{"k":2}"#)
    #expect(try JSONValue(parsing: #"{"a":1,"b":2,"a":3}"#).text() == #"{"a":3,"b":2}"#)
    #expect(try JSONValue(parsing: #"{"a":1,"\u0061":3}"#).text() == #"{"a":3}"#)
  }
}
