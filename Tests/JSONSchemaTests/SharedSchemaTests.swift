import JSONSchema
import Testing
import Values

@Suite("Types that refer to each other") struct SharedSchemaTests {
  private func members(_ schemas: [(String, String)]) throws -> [JSONSchemas.Member] {
    try schemas.map { try .init(name: $0.0, schema: JSONValue(parsing: $0.1), base: "p.yaml") }
  }

  private func made(_ schemas: [(String, String)]) throws -> JSONSchemas {
    try #require(try JSONSchemas(compiling: members(schemas)) { _ in nil })
  }

  /// Each reaches all those behind it: 2,000,000 schemas if each were made by itself.
  @Test func aChainIsMadeOnce() throws {
    let count = 2000
    let chain = (0..<count).map { ("T\($0)", #"{"properties":{"next":{"$ref":"T\#(min($0 + 1, count - 1))"}}}"#) }
    let made = try made(chain)
    #expect(made.size == 2 * count)
    #expect(made.usedNames.count == count - 1)
    #expect(made.schemas.count == count)
  }

  @Test func eachTellsPlacesAsSeenFromItself() throws {
    let made = try made([
      ("A", ##"{"properties":{"b":{"$ref":"#/types/B"}},"required":["x"]}"##), ("B", #"{"type":"string"}"#),
    ])
    let (a, b) = (made.schemas[0], made.schemas[1])
    #expect(a.name == "A" && b.name == "B")
    #expect(a.validate(["b": 1]).map(\.schemaPointer) == ["/required", "B#/type"])
    #expect(b.validate(1).map(\.schemaPointer) == ["/type"])
    #expect(b.validate("x").isEmpty)
    #expect(made.usedNames == ["B"])
  }

  @Test func namingItselfIsNoUse() throws {
    #expect(try made([("A", #"{"items":{"$ref":"A"}}"#)]).usedNames.isEmpty)
  }

  @Test func aWarningIsToldOnceAndByItsType() throws {
    let made = try made([("A", #"{"items":{"$ref":"B"}}"#), ("B", #"{"requird":[]}"#)])
    #expect(made.warnings.map(\.member) == [1])
    #expect(made.warnings.map(\.error.document) == [nil])
  }

  @Test func aFaultSaysWhichTypeLedToIt() throws {
    let members = try members([("A", "{}"), ("B", #"{"type":"txt"}"#), ("C", "{}")])
    let fault = #expect(throws: JSONSchemas.Fault.self) { try JSONSchemas(compiling: members) { _ in nil } }
    #expect(fault?.member == 1)
    #expect(fault?.error.message.hasPrefix("'txt' is no type") == true)
  }

  /// One `$id` in two types is a name for either, to those that reach only one.
  @Test func namesThatDependOnTheWayAreNotShared() throws {
    let same =
      #"{"$id":"http://x/a","items":{"$ref":"http://x/a#/definitions/d"},"definitions":{"d":{"type":"string"}}}"#
    #expect(try JSONSchemas(compiling: members([("A", same), ("B", same)])) { _ in nil } == nil)
    #expect(try JSONSchemas(compiling: members([("A", same)])) { _ in nil } != nil)
  }
}
