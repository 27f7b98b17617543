import Diagnostics
import Testing

@Suite struct EditDistanceTests {
  private let operators = ["map", "flatMap", "switchMap", "filter", "timeout", "throttle", "retry", "reduce", "first"]

  @Test(arguments: [
    ("flatMpa", "flatMap"), ("flatmap", "flatMap"), ("FILTER", "filter"), ("tiemout", "timeout"), ("retri", "retry"),
    ("mapp", "map"), ("mp", "map"), ("frist", "first"),
  ])
  func findsTheNearestSpelling(_ word: String, _ expected: String) {
    #expect(closestMatch(to: word, among: operators) == expected)
  }

  @Test(arguments: ["", "x", "zipMany", "completely different", String(repeating: "map", count: 1000)])
  func findsNothingForWhatIsNotNear(_ word: String) {
    #expect(closestMatch(to: word, among: operators) == nil)
  }

  @Test func prefersAnotherCaseToAnotherLetter() {
    #expect(closestMatch(to: "Data", among: ["data1", "Date", "data"]) == "data")
  }

  @Test func takesTheFirstAmongEquals() {
    #expect(closestMatch(to: "itemX", among: ["itemA", "itemB"]) == "itemA")
    #expect(closestMatch(to: "itemX", among: ["itemB", "itemA"]) == "itemB")
  }

  @Test func doesNotOfferTheWordItself() {
    #expect(closestMatch(to: "map", among: ["map"]) == nil)
  }

  @Test func listsChoicesInWords() {
    #expect(oneOf(["a"]) == "'a'")
    #expect(oneOf(["a", "b"]) == "'a' or 'b'")
    #expect(oneOf(["a", "b", "c"]) == "one of 'a', 'b' or 'c'")
  }

  @Test func cutsLongWordsInQuotes() {
    #expect(quoted("abc") == "'abc'")
    #expect(quoted("abcdef", limit: 3) == "'abc…'")
  }
}
