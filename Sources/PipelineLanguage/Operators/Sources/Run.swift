import Diagnostics
import Values

/// `run: login.yaml`: emits what another pipeline puts out.
package struct RunStep: StepOperation {
  static let file = Parameter(
    "file", .pipeline, "the pipeline file; its path is relative to this file", required: true)
  static let inputs = Parameter("inputs", .inputValues, "values for inputs that the pipeline declares")

  package static let declaration = OperatorDeclaration(
    "run", .sourceOrTransform, "runs another pipeline and emits its output",
    parameters: [file, inputs], shorthand: .unlessMapping("file"),
    discussion: #"""
      - Emits: each value of the pipeline's output, as it comes.
      - Inputs: those that are not given have the value of the variable that their `env` names, or their default.
        The path of a file is relative to the file in which it is written.
      - In mid-chain the pipeline runs once for each value, up to 8 at once; results leave in the order in which
        the values came in. A client's `concurrency` is for all of them together.
      - Reports show the pipeline's nodes below the node that runs it; where it runs several times, they tell of all
        runs together.
      - Fails: where a node of the pipeline fails, once all of its nodes have ended. Its teardown runs each time.
      - With `--mock`, its requests are answered by the mock section of the file that is run.
      - The file's `cases` are passed over. Files that run each other are a mistake.
      """#,
    example: "run: { file: pipelines/upload.yaml, inputs: { itemId: item-7 } }",
    sample: OperatorSample(
      #"""
      nodes:
        names: { sequence: [Ada, Kim] }
        greetings:
          - from: names
          - run: { file: greet.yaml, inputs: { name: '${ . }' } }
      """#,
      prints: #"""
        "Hello, Ada!"
        "Hello, Kim!"
        """#,
      others: [
        (
          "greet.yaml",
          #"""
          inputs: { name: { type: string } }
          nodes:
            greeting: { just: 'Hello, ${ $inputs.name }!' }
          """#
        )
      ]))

  package let use: PipelineUse
  package let inputs: [NamedTemplate]

  package init?(_ arguments: Arguments) {
    guard let use = arguments[Self.file] else { return nil }
    self.use = use
    inputs = arguments[Self.inputs] ?? []
    let file = arguments.site.file
    let declared = use.pipeline.inputs
    var isGood = true
    for value in inputs {
      guard let input = declared.first(where: { $0.name == value.name }) else {
        file.report(.undeclaredInput(value.name, of: use.pipeline), at: value.range)
        isGood = false
        continue
      }
      guard let constant = value.value.constant, let kind = input.kind, !kind.accepts(constant) else { continue }
      file.report(
        Finding("the input '\(input.name)' must be \(kind.expectation)", reason: "\(constant.text()) is given"),
        at: value.valueRange)
      isGood = false
    }
    for input in declared where input.isRequired && input.environment == nil {
      if inputs.contains(where: { $0.name == input.name }) { continue }
      arguments.report(.missingInput(input, of: use.pipeline))
      isGood = false
    }
    if !isGood { return nil }
  }

  package func cardinality(after upstream: Cardinality, nodes: (Int) -> Cardinality) -> Cardinality {
    upstream.times(use.cardinality)
  }

  package func load(after upstream: Load, at site: LoadSite) -> Load {
    // Reasons of another file have no place in this one.
    let values = use.values.most == nil ? site.unbounded("how many values % emits shows only in the run") : use.values
    let requests =
      use.requests.most == nil ? site.unbounded("how often % sends requests shows only in the run") : use.requests
    var inner = Load(values: values, requests: requests)
    inner.mayFailLate = true
    return upstream.flatMapped(inner)
  }
}

extension Finding {
  fileprivate static func undeclaredInput(_ name: String, of pipeline: Pipeline) -> Finding {
    Finding(
      "unknown input '\(name)'", reason: "'\(pipeline.source.name)' declares none of this name",
      hint: suggestion(for: name, among: pipeline.inputs.map(\.name)))
  }

  fileprivate static func missingInput(_ input: InputDeclaration, of pipeline: Pipeline) -> Finding {
    Finding(
      "'\(pipeline.source.name)' needs the input '\(input.name)'",
      reason: input.description ?? "it is required and has no default",
      hint: "give it: run: { file: …, inputs: { \(input.name): … } }")
  }
}
