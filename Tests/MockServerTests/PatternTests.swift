import Testing

@testable import MockServer

struct PatternTests {
  private func match(_ pattern: String, _ path: String) throws -> [String: String]? {
    try MockPattern(pattern).match(MockPattern.segments(of: path))
  }

  @Test func aLiteralFitsOnlyItself() throws {
    #expect(try match("/a/b", "/a/b") == [:])
    #expect(try match("/a/b", "/a/b/") == nil)
    #expect(try match("/a/b", "/a") == nil)
    #expect(try match("/", "/") == [:])
  }

  @Test func aLiteralFitsHoweverItIsEncoded() throws {
    #expect(try match("/a b", "/a%20b") == [:])
    #expect(try match("/a%20b", "/a%20b") == [:])
    #expect(try match("/a/b", "/a%2Fb") == nil)
  }

  @Test func aParameterTakesOneSegmentDecoded() throws {
    #expect(try match("/bucket/{id}", "/bucket/a%2Fb%20c") == ["id": "a/b c"])
    #expect(try match("/bucket/{id}", "/bucket/a+b") == ["id": "a+b"])
    #expect(try match("/bucket/{id}", "/bucket/") == nil)
    #expect(try match("/bucket/{id}", "/bucket/a/b") == nil)
    #expect(try match("/{a}/x/{b}", "/1/x/2") == ["a": "1", "b": "2"])
  }

  @Test func aParameterMayHaveTextAroundIt() throws {
    #expect(try match("/v{major}.json", "/v12.json") == ["major": "12"])
    #expect(try match("/v{major}.json", "/v.json") == nil)
    #expect(try match("/v{major}.json", "/x12.json") == nil)
  }

  @Test(arguments: ["a", "", "/{", "/}", "/{}", "/{a b}", "/{a}{b}", "/{a}/{a}", "/a?b=1", "/a#b"])
  func refusesAPathThatIsNone(_ text: String) {
    #expect(throws: MockPatternError.self) { try MockPattern(text) }
  }

  @Test func decodesQueriesAsFormsAre() {
    let pairs = queryPairs("a=1&a=%C3%BC+x&b&=v&&c=%zz%4")
    #expect(pairs.map(\.name) == ["a", "a", "b", "", "c"])
    #expect(pairs.map(\.value) == ["1", "ü x", "", "v", "%zz%4"])
  }
}
