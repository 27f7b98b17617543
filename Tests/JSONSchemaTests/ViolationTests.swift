import JSONSchema
import Testing
import Values

/// Checks a value given as text against a schema given as text; each violation as `POINTER: MESSAGE`.
func violations(_ schema: String, _ value: String) throws -> [String] {
  try JSONSchema(compiling: JSONValue(parsing: schema), named: "T").validate(JSONValue(parsing: value))
    .map { "\($0.pointer): \($0.message)" }
}

struct ViolationTests {
  struct Case: CustomTestStringConvertible {
    let schema: String
    let value: String
    let expected: [String]
    var testDescription: String { "\(schema) of \(value.prefix(40))" }

    init(_ schema: String, _ value: String, _ expected: String...) {
      self.schema = schema
      self.value = value
      self.expected = expected
    }
  }

  static let cases = [
    Case(#"{"required":["signedUrl"]}"#, "{}", ": is missing the property 'signedUrl'"),
    Case(#"{"required":["z","a"]}"#, "{}", ": is missing the property 'z'", ": is missing the property 'a'"),
    Case(
      #"{"properties":{"n":{"type":"number"}}}"#, #"{"n":"x"}"#, "/n: is a string where a number is wanted"),
    Case(#"{"type":"integer"}"#, "1.5", ": is 1.5 where an integer is wanted"),
    Case(
      #"{"type":["string","null","array"]}"#, "true", ": is a boolean where an array, null or a string is wanted"),
    Case(#"{"maximum":10}"#, "11", ": is 11 where at most 10 is wanted"),
    Case(#"{"exclusiveMinimum":5}"#, "5", ": is 5 where more than 5 is wanted"),
    Case(#"{"multipleOf":0.1}"#, "0.25", ": is 0.25 where a multiple of 0.1 is wanted"),
    Case(#"{"enum":["a",1,null]}"#, #""b""#, #": is "b" where "a", 1 or null is wanted"#),
    Case(#"{"const":{"a":[1]}}"#, "[]", #": is [] where {"a":[1]} is wanted"#),
    Case(#"{"minLength":2}"#, #""💩""#, ": has 1 character where at least 2 are wanted"),
    Case(#"{"maxItems":1}"#, "[1,2]", ": has 2 elements where at most 1 is wanted"),
    Case(#"{"minProperties":1}"#, "{}", ": has 0 properties where at least 1 is wanted"),
    Case(#"{"uniqueItems":true}"#, "[1,2,1.0]", ": has equal elements at 0 and 2 where each must differ"),
    Case(#"{"pattern":"^a"}"#, #""ba""#, #": is "ba", which does not match the pattern '^a'"#),
    Case(#"{"contains":{"const":1}}"#, "[2]", ": has no element of the form that 'contains' wants"),
    Case(#"{"not":{"type":"null"}}"#, "null", ": has the form that 'not' rules out"),
    Case(#"{"additionalProperties":false}"#, #"{"a/b~":1}"#, "/a~1b~0: is a property that is not allowed"),
    Case("false", "1", ": is not allowed here"),
    Case(
      #"{"propertyNames":{"maxLength":2}}"#, #"{"abc":1}"#,
      "/abc: has a name that has 3 characters where at most 2 are wanted"),
    Case(
      #"{"dependencies":{"a":["b"]}}"#, #"{"a":1}"#, ": is missing the property 'b', which 'a' needs"),
    Case(
      #"{"if":{"type":"string"},"then":{"minLength":1},"else":{"minimum":1}}"#, "0",
      ": is 0 where at least 1 is wanted"),
  ]

  @Test(arguments: cases)
  func saysWhatIsWrongInTheUsersWords(_ one: Case) throws {
    #expect(try violations(one.schema, one.value) == one.expected)
  }

  @Test func listsEveryViolationInTheOrderOfTheValueOnceEach() throws {
    let schema = """
      { "items": { "allOf": [{ "$ref": "#/definitions/p" }, { "$ref": "#/definitions/p" }] },
        "definitions": { "p": { "required": ["id"], "properties": { "id": { "type": "integer" }, "a": { "type": "string" } } } } }
      """
    #expect(
      try violations(schema, #"[{"id":1,"a":"x"},{"a":2,"id":"y"},{}]"#) == [
        "/1/a: is 2 where a string is wanted", "/1/id: is a string where an integer is wanted",
        "/2: is missing the property 'id'",
      ])
  }

  @Test func tellsWhereInTheSchemaTheKeywordStands() throws {
    let schema = try JSONSchema(
      compiling: JSONValue(
        parsing: ##"{"properties":{"a/b":{"$ref":"#/definitions/s"}},"definitions":{"s":{"type":"string"}}}"##),
      named: "T")
    let found = schema.validate(try JSONValue(parsing: #"{"a/b":1}"#))
    #expect(found.map(\.schemaPointer) == ["/definitions/s/type"])
    #expect(found.map(\.keyword) == ["type"])
  }

  // MARK: - Alternatives

  @Test func joinsAlternativesThatDifferInTypeOnly() throws {
    #expect(
      try violations(#"{"anyOf":[{"type":"string"},{"type":"null"}]}"#, "1") == [
        ": is 1 where a string or null is wanted"
      ])
  }

  @Test func explainsTheAlternativeThatWasMeant() throws {
    let byType = #"{"anyOf":[{"type":"null"},{"type":"object","required":["x"]}]}"#
    #expect(try violations(byType, "{}") == [": is missing the property 'x'"])
    let byMember = """
      {"oneOf":[{"properties":{"kind":{"const":"a"},"n":{"type":"number"}}},
                {"properties":{"kind":{"const":"b"},"n":{"type":"string"}}}]}
      """
    #expect(
      try violations(byMember, #"{"kind":"b","n":1}"#) == ["/n: is 1 where a string is wanted"])
  }

  @Test func listsAlternativesThatCannotBeToldApart() throws {
    #expect(
      try violations(#"{"oneOf":[{"required":["a"]},{"properties":{"b":{"minimum":2}}}]}"#, #"{"b":1}"#) == [
        ": fits no alternative of 'oneOf': (1) is missing the property 'a'; (2) /b is 1 where at least 2 is wanted"
      ])
    #expect(
      try violations(#"{"oneOf":[true,{"type":"null"},true]}"#, "1") == [
        ": fits 2 alternatives of 'oneOf' (numbers 1 and 3) where exactly one is wanted"
      ])
  }

  // MARK: - Digits

  @Test func comparesNumbersByAllTheirDigits() throws {
    #expect(try violations(#"{"const":9007199254740992}"#, "9007199254740993").count == 1)
    #expect(try violations(#"{"maximum":9007199254740992}"#, "9007199254740993").count == 1)
    #expect(try violations(#"{"const":1}"#, "1.0") == [])
    #expect(try violations(#"{"type":"integer"}"#, "1.0") == [])
    #expect(try violations(#"{"type":"integer"}"#, "123456789012345678901234567890") == [])
    #expect(try violations(#"{"type":"integer"}"#, "1e1000") == [])
    #expect(try violations(#"{"type":"integer"}"#, "15e-1").count == 1)
    #expect(try violations(#"{"type":"integer"}"#, "1e-99999999999999999999").count == 1)
    #expect(try violations(#"{"minimum":1e999999999999}"#, "1e999999999998").count == 1)
    #expect(try violations(#"{"maximum":-1}"#, "-0.0").count == 1)
    #expect(try violations(#"{"multipleOf":0.01}"#, "19.99") == [])
    #expect(try violations(#"{"multipleOf":3}"#, "1e1000").count == 1)
    #expect(try violations(#"{"multipleOf":123456789012345678901234567890}"#, "370370367037037036703703703670") == [])
    #expect(
      try violations(#"{"multipleOf":123456789012345678901234567890}"#, "370370367037037036703703703671").count == 1)
    #expect(try violations(#"{"multipleOf":1}"#, "1e999999999999") == [])
  }

  @Test func tellsKeysApartByTheirBytes() throws {
    // The first key is one scalar, the second two; and a NUL is a character like any other.
    let schema =
      #"{"properties":{"\u00e9":{"type":"string"},"e\u0301":{"type":"number"},"a\u0000b":{"type":"null"}},"additionalProperties":false}"#
    #expect(try violations(schema, #"{"\u00e9":"x","e\u0301":1,"a\u0000b":null}"#) == [])
    #expect(try violations(schema, #"{"a":1}"#).count == 1)
    #expect(try violations(#"{"required":["a\u0000b"]}"#, #"{"a":1}"#).count == 1)
  }

  // MARK: - Size and depth

  @Test func checksValuesDeeperThanAStack() throws {
    let schema = try JSONSchema(
      compiling: JSONValue(parsing: ##"{"type":["array","integer"],"items":{"$ref":"#"}}"##), named: "T")
    var deep = JSONValue.string("x")
    for _ in 0..<1_000 { deep = .array([deep]) }
    let found = schema.validate(deep)
    #expect(found.map(\.message) == ["is a string where an array or an integer is wanted"])
    #expect(found.first?.pointer == String(repeating: "/0", count: 1_000))
  }

  @Test func saysSoWhereAValueIsTooDeep() throws {
    let schema = try JSONSchema(
      compiling: JSONValue(parsing: ##"{"allOf":[{"items":{"$ref":"#"}}]}"##), named: "T")
    let depth = 300_000
    var deep = JSONValue.null
    for _ in 0..<depth { deep = .array([deep]) }
    #expect(schema.validate(deep).map(\.message) == ["is nested too deeply to be checked"])
    // A value this deep must be taken apart from the outside, or releasing it overflows the stack.
    while case .array(let inner) = deep, let next = inner.first { deep = next }
  }

  @Test func checksOnSeveralThreadsAtOnce() async throws {
    let schema = try JSONSchema(
      compiling: JSONValue(
        parsing:
          #"{"items":{"required":["id"],"properties":{"id":{"pattern":"^(a|b)+$"}},"patternProperties":{"^x":{"type":"null"}}}}"#
      ),
      named: "T")
    let value = try JSONValue(parsing: #"[{"id":"abab"},{"id":"abc"},{"x1":1}]"#)
    let expected = schema.validate(value)
    #expect(expected.map(\.pointer) == ["/1/id", "/2", "/2/x1"])
    await withTaskGroup(of: Bool.self) { group in
      for _ in 0..<8 {
        group.addTask { (0..<50).allSatisfy { _ in schema.validate(value) == expected } }
      }
      for await isSame in group { #expect(isSame) }
    }
  }
}
