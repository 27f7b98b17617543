import JSONSchema
import Testing
import Values

/// The fault of a schema as `DOCUMENT#POINTER: MESSAGE; HINT`.
private func fault(_ schema: String, documents: [SchemaReference: String] = [:], base: String = "") throws -> String? {
  do {
    _ = try JSONSchema(compiling: JSONValue(parsing: schema), named: "T", base: base) { reference in
      try documents[reference].map { SchemaDocument(try JSONValue(parsing: $0)) }
    }
    return nil
  } catch let error as SchemaError {
    let document =
      switch error.document {
      case nil: ""
      case .type(let name): "type \(name) "
      case .document(let address): "\(address) "
      }
    return "\(document)\(error.pointer): \(error.message)" + (error.hint.map { "; \($0)" } ?? "")
  }
}

struct SchemaErrorTests {
  static let faults: [(String, String)] = [
    (
      #"{"type":"strnig"}"#,
      "/type: 'strnig' is no type: one of array, boolean, integer, null, number, object, string is wanted; did you mean 'string'?"
    ),
    (#"{"required":"x"}"#, "/required: 'required' is a string where a list of property names is wanted"),
    (#"{"required":["a",1]}"#, "/required/1: 'required' lists a number where property names are wanted"),
    (#"{"required":["a","a"]}"#, "/required/1: 'required' lists 'a' twice"),
    (
      #"{"properties":{"a":{"properties":[]}}}"#,
      "/properties/a/properties: 'properties' is an array where an object is wanted"
    ),
    (
      #"{"properties":{"a":"string"}}"#,
      "/properties/a: this is a string where a schema is wanted: an object, true or false"
    ),
    ("[]", ": this is an array where a schema is wanted: an object, true or false"),
    (#"{"minLength":-1}"#, "/minLength: 'minLength' is -1 where a whole number from 0 is wanted"),
    (#"{"minLength":1.5}"#, "/minLength: 'minLength' is 1.5 where a whole number from 0 is wanted"),
    (#"{"multipleOf":0}"#, "/multipleOf: 'multipleOf' is 0 where a number above 0 is wanted"),
    (#"{"exclusiveMaximum":true}"#, "/exclusiveMaximum: 'exclusiveMaximum' is a boolean where a number is wanted"),
    (#"{"anyOf":[]}"#, "/anyOf: 'anyOf' lists no schema"),
    (#"{"pattern":"("}"#, "/pattern: the pattern '(' is no regular expression of ECMA 262: a '(' has no ')' after it"),
    (
      #"{"patternProperties":{"[":true}}"#,
      "/patternProperties/[: the pattern '[' is no regular expression of ECMA 262: a '[' has no ']' after it"
    ),
    (##"{"$ref":"#/definitions/x"}"##, "/$ref: '$ref' names '#/definitions/x', which is not in the schema"),
    (#"{"items":{"$ref":"other.json"}}"#, "/items/$ref: '$ref' names 'other.json', which is not there"),
    (#"{"$ref":1}"#, "/$ref: '$ref' is a number where a string is wanted"),
    (##"{"$ref":"#"}"##, ": the schema refers to itself without going into the value"),
    (
      ##"{"definitions":{"a":{"anyOf":[{"$ref":"#/definitions/b"}]},"b":{"not":{"$ref":"#/definitions/a"}}}}"##,
      "/definitions/a: the schema refers to itself without going into the value"
    ),
    (
      #"{"prefixItems":[]}"#,
      "/prefixItems: 'prefixItems' is not a keyword of JSON Schema draft 7, which 'decode' checks"
    ),
  ]

  @Test(arguments: faults)
  func tellsAFaultWithItsPlace(_ schema: String, _ expected: String) throws {
    let found = try #require(try fault(schema))
    #expect(found == expected)
  }

  @Test func followsReferencesToTypesAndFiles() throws {
    let documents: [SchemaReference: String] = [
      .type("Item"): ##"{"properties":{"url":{"$ref":"#/definitions/u"}},"definitions":{"u":{"type":"string"}}}"##,
      .document("lib/schemas/item.json"): ##"{"items":{"$ref":"../common.json#/definitions/id"}}"##,
      .document("lib/common.json"): #"{"definitions":{"id":{"type":"integer"}}}"#,
    ]
    let schema = try JSONSchema(
      compiling: JSONValue(
        parsing:
          ##"{"properties":{"a":{"$ref":"Item"},"b":{"$ref":"#/types/Item/definitions/u"},"c":{"$ref":"schemas/item.json"}}}"##
      ),
      named: "T", base: "lib/p.yaml"
    ) { reference in try documents[reference].map { SchemaDocument(try JSONValue(parsing: $0)) } }
    let found = schema.validate(try JSONValue(parsing: #"{"a":{"url":1},"b":2,"c":[1,"x"]}"#))
    #expect(found.map(\.pointer) == ["/a/url", "/b", "/c/1"])
    #expect(
      found.map(\.schemaPointer) == [
        "Item#/definitions/u/type", "Item#/definitions/u/type", "lib/common.json#/definitions/id/type",
      ])
  }

  @Test func namesTheDocumentThatIsAtFault() throws {
    #expect(
      try fault(#"{"$ref":"Item"}"#, documents: [.type("Item"): #"{"items":{"type":"sting"}}"#])
        == "type Item /items/type: 'sting' is no type: one of array, boolean, integer, null, number, object, string is wanted; did you mean 'string'?"
    )
    #expect(
      try fault(##"{"$ref":"a.json#/x"}"##, documents: [.document("d/a.json"): "{}"], base: "d/p.yaml")
        == "/$ref: '$ref' names 'a.json#/x', but the document has no '#/x'")
  }

  @Test func warnsOfAKeywordThatIsProbablyMisspelt() throws {
    let schema = try JSONSchema(
      compiling: JSONValue(parsing: #"{"properties":{"a":{"requird":["x"],"x-note":1,"example":2}}}"#), named: "T")
    #expect(
      schema.warnings.map { "\($0.pointer) \($0.hint ?? "")" }.contains(
        "/properties/a/requird did you mean 'required'?"))
    #expect(!schema.warnings.contains { $0.pointer.hasSuffix("x-note") })
  }

  @Test func takesASchemaWithAVeryLongChainOfReferences() throws {
    var definitions = JSONObject()
    for index in 0..<5_000 {
      definitions["d\(index)"] = ["properties": ["next": ["$ref": .string("#/definitions/d\(index + 1)")]]]
    }
    definitions["d5000"] = ["type": "null"]
    let schema = try JSONSchema(
      compiling: ["items": ["$ref": "#/definitions/d0"], "definitions": .object(definitions)], named: "T")
    #expect(schema.validate([["next": ["next": 1]]]).isEmpty)
  }
}
