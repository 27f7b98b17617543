import Diagnostics
import PipelineLanguage
import PipelineRuntime
import Testing
import Values

@testable import PipelineCLI

/// How flags, files, the environment and defaults become the inputs of a run.
@Suite struct InputBindingTests {
  private func pipeline(_ inputs: String, name: String = "dir/p.yaml") throws -> Pipeline {
    let text = "inputs: { \(inputs) }\nnodes: { a: { just: 1 } }\n"
    let parse = parsePipeline(SourceText(name: name, text: text), expressions: ExpressionPool())
    return try #require(parse.pipeline, "\(parse.diagnostics.map(\.message))")
  }

  private func bind(_ inputs: String, _ given: GivenInputs) throws -> BoundInputs {
    bindInputs(of: try pipeline(inputs), from: given, fileDirectory: "/files", workingDirectory: "/work")
  }

  private func given(
    texts: [GivenInputs.Text] = [], values: [(String, JSONValue)] = [], file: JSONObject = [:],
    environment: [String: String] = [:]
  ) -> GivenInputs {
    var given = GivenInputs()
    given.texts = texts
    given.values = values.map { (name: $0.0, value: $0.1) }
    given.file = file
    given.environment = { environment[$0] }
    return given
  }

  private func text(_ name: String, _ value: String, isSecret: Bool = false) -> GivenInputs.Text {
    GivenInputs.Text(name: name, value: value, isSecret: isSecret)
  }

  /// A mock is served without what it does not use.
  @Test func onlyWhatIsNeededHasToHaveAValue() throws {
    let inputs = try pipeline("a: { required: true }, b: { required: true }, c: 3")
    let bound = bindInputs(
      of: inputs, from: given(), needed: ["b"], fileDirectory: "/files", workingDirectory: "/work")
    #expect(bound.faults.map(\.message) == ["the input 'b' has no value"])
    #expect(bound.values.description == #"{"a":null,"c":3}"#)
  }

  @Test(arguments: [
    ("reply: { json: '${ $inputs.a }' }", ["a"]), ("reply: { json: 1 }", []), ("reply: { json: '${ $inputs }' }", nil),
  ])
  func aMockSaysWhichInputsItUses(reply: String, inputs: [String]?) throws {
    let text = """
      inputs: { a: 1, b: 2 }
      nodes: { x: { just: '${ $inputs.b }' } }
      mock: [ { get: /x, \(reply) } ]
      """
    let parse = parsePipeline(SourceText(name: "p.yaml", text: text), expressions: ExpressionPool())
    let pipeline = try #require(parse.pipeline, "\(parse.diagnostics.map(\.message))")
    #expect(pipeline.mockInputs == inputs.map { Set($0) })
  }

  @Test func flagWinsOverFileOverEnvironmentOverDefault() throws {
    let environment = ["PIPELINE_INPUT_a": "variable", "PIPELINE_INPUT_b": "variable", "PIPELINE_INPUT_c": "variable"]
    let bound = try bind(
      "a: default, b: default, c: default, d: default",
      given(texts: [text("a", "flag")], file: ["a": "file", "b": "file"], environment: environment))
    #expect(bound.values == ["a": "flag", "b": "file", "c": "variable", "d": "default"])
    #expect(bound.faults.isEmpty)
  }

  @Test func theSecretVariableComesBeforeThePlainAndTheDeclaredOne() throws {
    let names = ["PIPELINE_SECRET_a", "PIPELINE_INPUT_a", "TOKEN"]
    for (place, name) in names.enumerated() {
      let environment = Dictionary(uniqueKeysWithValues: names[place...].map { ($0, "from \($0)") })
      let bound = try bind("a: { env: TOKEN }", given(environment: environment))
      #expect(bound.values == ["a": .string("from \(name)")])
      #expect(bound.secrets == (place == 0 ? ["from PIPELINE_SECRET_a"] : []))
    }
  }

  struct TypeRow: CustomTestStringConvertible, Sendable {
    let input: String
    let text: String
    let value: JSONValue?
    var testDescription: String { "\(input) given \(text)" }
  }

  @Test(arguments: [
    TypeRow(input: "{ type: string }", text: "7", value: "7"),
    TypeRow(input: "{ type: number }", text: "1.10", value: JSONNumber("1.10").map { .number($0) }),
    TypeRow(input: "{ type: number }", text: "0x1F", value: nil),
    TypeRow(input: "{ type: number }", text: "", value: nil),
    TypeRow(input: "{ type: boolean }", text: "true", value: true),
    TypeRow(input: "{ type: boolean }", text: "yes", value: nil),
    TypeRow(input: "{ type: list }", text: #"[1, "a"]"#, value: [1, "a"]),
    TypeRow(input: "{ type: list }", text: "a,b", value: nil), TypeRow(input: "{ type: list }", text: "{}", value: nil),
    TypeRow(input: "{ type: object }", text: #"{"a":null}"#, value: ["a": .null]),
    TypeRow(input: "{ type: object }", text: "[]", value: nil),
    // Without a type that of the default counts.
    TypeRow(input: "7", text: "8", value: 8), TypeRow(input: "7", text: "x", value: nil),
    TypeRow(input: "text", text: "8", value: "8"), TypeRow(input: "false", text: "true", value: true),
    TypeRow(input: "[]", text: "[1]", value: [1]), TypeRow(input: "null", text: "8", value: "8"),
  ])
  func textBecomesTheDeclaredType(_ row: TypeRow) throws {
    let bound = try bind("a: \(row.input)", given(texts: [text("a", row.text)]))
    #expect(bound.values["a"] == row.value)
    #expect(bound.faults.isEmpty == (row.value != nil))
  }

  @Test func aPathIsRelativeToWhereItIsWritten() throws {
    let bound = try bind(
      "a: { type: file, default: x/y }, b: { type: file, default: /abs }, c: { type: file }, d: { type: file }",
      given(texts: [text("c", "z")], values: [("d", "/root/z")]))
    #expect(bound.values == ["a": "/files/x/y", "b": "/abs", "c": "/work/z", "d": "/root/z"])
  }

  @Test func whatIsMissingIsToldUnlessItMayBe() throws {
    let bound = try bind("a: { type: number }, b: null, c: { required: false }, d: { default: null }", given())
    #expect(bound.faults.map(\.message) == ["the input 'a' has no value", "the input 'b' has no value"])
    #expect(bound.values == ["c": .null, "d": .null])
  }

  @Test func unknownNamesAreToldWithTheNearest() throws {
    let bound = try bind("itemId: 1", given(texts: [text("itemid", "2")], file: ["zzz": 1]))
    #expect(bound.faults.map(\.message) == ["unknown input 'itemid'", "unknown input 'zzz'"])
    #expect(bound.faults.map(\.hint) == ["did you mean 'itemId'?", "declared: itemId"])
  }

  @Test func everyTextInASecretIsHidden() throws {
    let bound = try bind(
      "a: { secret: true, type: object }, b: x", given(values: [("a", ["k": ["one", 22, true, .null]])]))
    #expect(bound.secrets == ["one", "22"])
  }

  @Test func severalFilesShareWhatIsGiven() throws {
    let pipelines = [try pipeline("a: 1, b: 1"), try pipeline("b: 1, c: 1", name: "q.yaml")]
    let all = given(texts: [text("a", "2"), text("c", "3")], values: [("b", 4)], file: ["b": 5, "d": 6])
    let shared = SharedInputs(all, of: pipelines)
    #expect(shared.faults.map(\.message) == ["unknown input 'd'"])
    let bound = pipelines.map {
      bindInputs(of: $0, from: shared.given(for: $0), fileDirectory: "", workingDirectory: "")
    }
    #expect(bound.map(\.values) == [["a": 2, "b": 4], ["b": 4, "c": 3]])
    #expect(bound.allSatisfy { $0.faults.isEmpty })
  }
}
