import Testing

@testable import Reports

@Suite struct TextTests {
  @Test(arguments: [
    (0, "0.0 ms"), (49, "0.0 ms"), (400, "0.4 ms"), (9949, "9.9 ms"), (9950, "10 ms"), (31_499, "31 ms"),
    (999_499, "999 ms"), (999_500, "1.00 s"), (1_244_999, "1.25 s"), (59_990_000, "59.99 s"),
    (59_995_000, "1 m 00 s"), (125_000_000, "2 m 05 s"), (3_599_400_000, "59 m 59 s"), (3_599_500_000, "1 h 00 m"),
    (3_720_000_000, "1 h 02 m"), (-5, "0.0 ms"),
  ])
  func duration(_ microseconds: Int, _ text: String) {
    #expect(Units.duration(.microseconds(microseconds)) == text)
  }

  @Test func survivesTheLongestDurations() {
    #expect(Units.duration(.seconds(Int64.max)).hasSuffix(" m"))
    #expect(Units.duration(.seconds(Int64.min)) == "0.0 ms")
    #expect(Units.seconds(.milliseconds(1_234_567)) == "1234.567")
    #expect(Units.seconds(.microseconds(30_499)) == "0.030")
  }

  @Test(arguments: [
    (-1, "0 B"), (0, "0 B"), (1023, "1023 B"), (1024, "1.0 KiB"), (10_239, "9.9 KiB"), (10_240, "10 KiB"),
    (1_048_575, "1023 KiB"), (1_048_576, "1.0 MiB"), (34 << 20, "34 MiB"), (5 << 30, "5.0 GiB"),
    (Int.max, "8191 PiB"),
  ])
  func size(_ bytes: Int, _ text: String) { #expect(Units.size(bytes) == text) }

  @Test(arguments: [
    ("abc", 3), ("日本", 4), ("e\u{301}", 1), ("\u{1F600}", 2), ("한글", 4), ("ｆ", 2), ("✓", 1), ("…", 1), ("→", 1),
  ])
  func width(_ text: String, _ width: Int) { #expect(TextWidth.of(text) == width) }

  @Test func clipsToCellsAcrossPieces() {
    var text = StyledText("abc", .good)
    text.append("日本語", .bad)
    #expect(text.width == 9)
    for columns in 0...9 {
      let clipped = text.clipped(to: columns, ending: "…")
      #expect(clipped.width <= columns)
      #expect(clipped.rendered(color: false).hasSuffix("…") == (columns > 0 && columns < 9))
    }
    #expect(text.clipped(to: 6, ending: "…").rendered(color: false) == "abc日…")
    #expect(text.clipped(to: 3, ending: "…").rendered(color: false) == "ab…")
    #expect(text.clipped(to: 4, ending: "…").rendered(color: false) == "abc…")
  }

  @Test(arguments: [
    (0.0, "1970-01-01T00:00:00"), (1_700_000_000, "2023-11-14T22:13:20"), (951_782_400, "2000-02-29T00:00:00"),
    (-1, "1969-12-31T23:59:59"), (4_107_542_399, "2100-02-28T23:59:59"), (4_107_542_400, "2100-03-01T00:00:00"),
    (253_402_300_799, "9999-12-31T23:59:59"), (1e300, "9999-12-31T23:59:59"), (-1e300, "0001-01-01T00:00:00"),
    (.nan, "1970-01-01T00:00:00"), (.infinity, "9999-12-31T23:59:59"),
  ])
  func timestamp(_ seconds: Double, _ text: String) { #expect(Timestamp.text(seconds) == text) }
}
