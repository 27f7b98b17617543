import Testing

@testable import MockServer

struct PatternTests {
  @Test func aLiteralFitsOnlyItself() throws {
    let pattern = try MockPattern("/a/b")
    #expect(pattern.match(MockPattern.segments(of: "/a/b")) == [:])
    #expect(pattern.match(MockPattern.segments(of: "/a/b/")) == nil)
    #expect(pattern.match(MockPattern.segments(of: "/a")) == nil)
  }
}
