import JSONSchema
import PipelineLanguage
import Testing
import Values

@Suite("The JSON Schema of pipeline files takes what parsing takes")
struct SchemaTests {
  private static let schema = Result { try JSONSchema(compiling: PipelineSchema.document, named: "pipeline file") }

  private func violations(of value: JSONValue) throws -> [String] {
    try Self.schema.get().validate(value).map { "\($0.pointer) \($0.message) (\($0.schemaPointer))" }
  }

  private func violations(of text: String) throws -> [String] {
    let file = PipelineFile(name: "file.yaml", bytes: Array(text.utf8))
    return try violations(of: #require(file.json))
  }

  @Test func isASchemaWithoutAnythingDoubtful() throws {
    #expect(try Self.schema.get().warnings == [])
  }

  @Test(arguments: PipelineFile.all)
  func takesEveryFileWithoutAMistake(file: PipelineFile) throws {
    guard file.mistakes.isEmpty else { return }
    #expect(try violations(of: #require(file.json)) == [])
  }

  /// What `check` says where the shape of the file is wrong, which a schema knows of.
  private static let shapeMistakes = [
    "unknown key", "unknown operator", "a step has one operator", "'fetch' needs", "the fetch has", "a step is no list",
    "the step has no operator", "a unit is missing", "starts a chain", "has nothing to work on", "takes nothing",
    "a route has one method", "the chain has no step", "is missing", "the reply has two bodies", "no name for",
    "is no header name", "cannot be bound", "stands beside", "a pipeline file is a mapping",
  ]

  @Test(arguments: [
    "clients: { c: {} }", "include: [a.yaml]\ninputs: { i: 1 }", "description: shared\ntypes: { T: {} }",
  ])
  func takesAFileThatOthersInclude(text: String) throws {
    #expect(try violations(of: text) == [])
  }

  @Test(arguments: PipelineFile.all)
  func refusesEveryFileWhoseShapeIsWrong(file: PipelineFile) throws {
    let mistakes = file.ownMistakes.filter { mistake in Self.shapeMistakes.contains { mistake.contains($0) } }
    guard !mistakes.isEmpty, let json = file.json else { return }
    #expect(try !violations(of: json).isEmpty, "\(mistakes)")
  }

  @Test(arguments: [
    "pipeline: x", "tags: [a]\nclients: { c: {} }", "{}", "include: a.yaml\nmock: []",
    "nodes: { a: { just: 1 } }\nnode: {}",
    "nodes: { a: [{ just: 1 }, { flatMpa: [{ map: . }] }] }",
    "nodes: { a: [{ just: 1 }, { map: ., filter: . }] }",
    "nodes: { a: [{ just: 1 }, { map: ., name: x, filter: . }] }",
    "nodes: { a: [{ just: 1 }, { name: x }] }",
    "nodes: { a: [{ just: 1 }, { prefix: many }] }",
    "nodes: { a: [{ just: 1 }, { timeout: 5 }] }",
    "nodes: { a: [{ just: 1 }, { flatMap: { do: [{ map: . }], concurency: 3 } }] }",
    "nodes: { a: [{ just: 1 }, { flatMap: [{ map: . }, { just: 2 }] }] }",
    "nodes: { a: [{ just: 1 }, { catch: [{ map: . }, collect: { count: 0 }] }] }",
    "nodes: { a: [{ just: 1 }, { just: 2 }] }",
    "nodes: { a: [{ map: . }] }",
    "nodes: { a: [] }",
    "nodes: { a: [{ zipMany: { of: [[{ map: . }]] } }] }",
    "nodes: { a: [{ zipMany: { each: [1], as: x } }] }",
    "nodes: { a: [{ zipMany: { each: [1], as: run, do: [{ just: 1 }] } }] }",
    "nodes: { a: [{ fetch: { get: /x, post: /y } }] }",
    "nodes: { a: [{ fetch: { get: /x, json: 1, text: a } }] }",
    "nodes: { a: [{ fetch: { url: /x } }] }",
    "nodes: { a: [fetch] }",
    "nodes: { a: [{ fetch: { get: /x, accept: 99 } }] }",
    "nodes: { a: [{ fetch: { get: /x, headers: { a b: 1 } } }] }",
    "nodes: { a: [{ fetch: { get: /x, timeout: { connct: 1s } } }] }",
    "nodes: { a: [{ just: 1 }, { expect: { that: ., massage: x } }] }",
    "nodes: { a: [{ just: 1 }, { expect: [] }] }",
    "nodes: { a-b: [{ just: 1 }] }",
    "nodes: { a: { description: x } }",
    "clients: { c: { baseURl: x } }\nnodes: { a: { just: 1 } }",
    "clients: { c: { tls: { insecure: maybe } } }\nnodes: { a: { just: 1 } }",
    "inputs: { i: { type: strng } }\nnodes: { a: { just: 1 } }",
    "nodes: { a: { just: 1 } }\noutput: { a: [a] }",
    "nodes: { a: { just: 1 } }\nmock: [{ get: /x, put: /x }]",
    "nodes: { a: { just: 1 } }\nmock: [{ reply: {} }]",
    "nodes: { a: { just: 1 } }\nmock: [{ get: /x, reply: { json: 1, text: a } }]",
    "nodes: { a: { just: 1 } }\nmock: [{ get: x }]",
    "nodes: { a: { just: 1 } }\nmock: [{ get: /x, reply: { status: 99 } }]",
  ])
  func refuses(text: String) throws {
    #expect(try !violations(of: text).isEmpty)
    #expect(!PipelineFile(name: "file.yaml", bytes: Array(text.utf8)).mistakes.isEmpty, "parsing takes it")
  }

  @Test(arguments: [
    "nodes: { a: empty }",
    "nodes: { a: { just: null } }",
    "nodes: { a: [{ just: 1 }, collect, count: ] }",
    "nodes: { a: { steps: { just: 1 }, description: 7 } }",
    "nodes: { a: [{ just: 1, name: first }, { map: true, name: 2 }] }",
    "nodes: { a: { just: 1 }, b: { zipMany: { k: a, of: { just: 1 } } } }",
    "inputs: { a: , b: [1], c: { default: null } }\nclients: { c: }\nnodes: { a: { just: 1 } }\nmock:",
    "clients: { c: { http: 2, concurrency: '${ 3 }' }, d: { http: 1.1, timeout: } }\nnodes: { a: { just: 1 } }",
    "nodes: { a: [{ just: 1 }, { catch: { just: 2 } }] }",
    "nodes: { a: { concatMany: [[{ just: 1 }], { just: 2 }, [empty]] } }",
  ])
  func takes(text: String) throws {
    let file = PipelineFile(name: "file.yaml", bytes: Array(text.utf8))
    // One of them is wrong, and so in both.
    let violations = try violations(of: text)
    #expect(violations.isEmpty == file.mistakes.isEmpty, "\(violations) \(file.mistakes)")
  }

  /// An editor explains what it completes.
  @Test func everyOperatorAndEveryKeyIsDescribed() throws {
    var undescribed: [String] = []
    func look(at value: JSONValue, _ place: String) {
      guard case .object(let object) = value else { return }
      for (name, schema) in object["properties"]?.objectValue ?? [:] {
        if schema["description"] == nil, schema["$ref"] == nil { undescribed.append("\(place)/\(name)") }
      }
      for (key, value) in object where key != "examples" {
        look(at: value, "\(place)/\(key)")
        for (index, element) in (value.arrayValue ?? []).enumerated() { look(at: element, "\(place)/\(key)/\(index)") }
      }
    }
    look(at: PipelineSchema.document, "#")
    #expect(undescribed == [])
    for name in Operators.names {
      let definition = PipelineSchema.document["definitions"]?["operator.\(name)"]
      #expect(definition?["description"]?.stringValue?.isEmpty == false, "\(name)")
    }
  }
}
