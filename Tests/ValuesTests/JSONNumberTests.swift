import Testing
import Values

@Suite struct JSONNumberTests {
  @Test(arguments: [
    "0", "-0", "1.10", "1e1000", "9007199254740993", "9223372036854775808", "-9223372036854775808", "1E+2", "0.0e-0",
    "1e999999999", "123456789012345678901234567890.000",
  ])
  func keepsItsText(text: String) throws {
    #expect(try #require(JSONNumber(text)).text == text)
    #expect(try JSONValue(parsing: "[\(text)]").text() == "[\(text)]")
  }

  @Test(arguments: [
    "", "-", "+1", "01", "1.", ".5", "1e", "1e+", "NaN", "Infinity", "0x10", "1 ", " 1", "1_000", "--1", "１",
  ])
  func rejectsWhatIsNoNumber(text: String) {
    #expect(JSONNumber(text) == nil)
  }

  @Test(arguments: [
    ("1.0", "1"), ("1e3", "1000"), ("1000e-3", "1"), ("-0", "0"), ("0.0", "0e99"), ("1.10", "1.1"),
    ("0.00012", "12e-5"),
    ("9007199254740993.0", "9007199254740993"), ("1e999999999", "10e999999998"), ("100", "1e2"), ("1.50", "15e-1"),
    ("0e99999999999999999999", "0"),
  ])
  func equalValuesAreEqualAndHashAlike(left: String, right: String) throws {
    let (left, right) = (try #require(JSONNumber(left)), try #require(JSONNumber(right)))
    #expect(left == right)
    #expect(left.hashValue == right.hashValue)
    #expect(!(left < right) && !(right < left))
  }

  @Test(arguments: [
    ("9007199254740992", "9007199254740993"), ("9223372036854775807", "9223372036854775808"), ("1e1000", "1e1001"),
    ("-1e1001", "-1e1000"), ("-1", "0"), ("0", "1e-1000"), ("1.1", "1.11"), ("0.1", "0.10000000000000001"),
    ("1e999999998", "1e999999999"), ("-2", "-1.5"), ("99", "100"), ("1e-999999999", "1"), ("-1e5", "1e-5"),
  ])
  func ordersByExactValue(lesser: String, greater: String) throws {
    let (lesser, greater) = (try #require(JSONNumber(lesser)), try #require(JSONNumber(greater)))
    #expect(lesser < greater)
    #expect(!(greater < lesser))
    #expect(lesser != greater)
  }

  @Test(arguments: [
    ("1", 1), ("1.0", 1), ("1e3", 1000), ("-0", 0), ("9223372036854775807", Int.max), ("-9223372036854775808", Int.min),
    ("-922337203685477580800e-2", Int.min), ("12.30e1", 123),
  ])
  func convertsWholeNumbers(text: String, expected: Int) throws {
    #expect(Int(exactly: try #require(JSONNumber(text))) == expected)
  }

  @Test(arguments: ["1.5", "9223372036854775808", "-9223372036854775809", "1e19", "1e-1", "1e999999999", "0.1"])
  func convertsNoOthers(text: String) throws {
    #expect(Int(exactly: try #require(JSONNumber(text))) == nil)
  }

  @Test(arguments: [
    (0.1, "0.1"), (-0.0, "-0"), (1e15, "1000000000000000"), (1e16, "1e+16"), (1e19, "1e+19"), (1e-5, "1e-05"),
    (1.5e-4, "0.00015"), (123_456_789_012_345_680, "123456789012345680"),
    (0.00012, "0.00012"), (1.7976931348623157e308, "1.7976931348623157e+308"), (Double.leastNonzeroMagnitude, "5e-324"),
    (1.5, "1.5"),
    (100, "100"), (1234567.125, "1234567.125"), (-2.5e-7, "-2.5e-07"),
  ])
  func writesDoublesAsJqDoes(double: Double, expected: String) throws {
    #expect(try #require(JSONNumber(double)).text == expected)
  }

  @Test func hasNoSpellingForNaNAndInfinity() {
    #expect(JSONNumber(Double.nan) == nil)
    #expect(JSONNumber(Double.infinity) == nil)
  }

  @Test(arguments: [
    ("1.10", true), ("0.1", true), ("9007199254740992", true), ("9007199254740993", false), ("1e1000", false),
    ("-0", true),
    ("9223372036854775808", false), ("9223372036854775807", false), ("0.10000000000000001", false), ("1e-400", false),
    ("123456789012345678", false), ("1e300", true),
  ])
  func knowsWhichNumbersADoubleHolds(text: String, survives: Bool) throws {
    #expect(try #require(JSONNumber(text)).survivesDouble == survives)
  }
}
