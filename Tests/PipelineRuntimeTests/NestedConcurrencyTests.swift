import Testing

@Suite("A client's bound holds for all pipelines of a run that go through it")
struct NestedConcurrencyTests {
  private let answers: ScriptedTransport.Script = { _, _ in .json("1", after: .milliseconds(10)) }

  @Test func ofAPipelineThatRunsManyTimes() throws {
    let trial = try Trial.run(
      "nodes: { a: [ sequence: '[range(20)]', run: '\(PipelineFile.nested.path)', count ] }", script: answers)
    #expect(trial.outcome == "succeeded")
    #expect(trial.transport.mostRunning == 2)
    #expect(trial.transport.requests.count == 80)
    #expect(trial.output == ["20"])
  }

  @Test func ofOneThatSeveralNodesRun() throws {
    let trial = try Trial.run(
      """
      nodes:
        a: { run: '\(PipelineFile.nested.path)' }
        b: { run: '\(PipelineFile.nested.path)' }
        c: { run: '\(PipelineFile.nested.path)' }
      """, script: answers)
    #expect(trial.transport.mostRunning == 2)
    #expect(trial.transport.requests.count == 12)
  }

  @Test func clientsOfOtherFilesCountApart() throws {
    let other = PipelineFile(
      """
      clients: { api: { baseURL: 'http://b.test', concurrency: 3 } }
      nodes: { all: [ sequence: '[range(9)]', fetch: { client: api, get: '/${ . }' }, collect ] }
      """, named: "other.yaml")
    let trial = try Trial.run(
      "nodes: { a: { run: '\(PipelineFile.nested.path)' }, b: { run: '\(other.path)' } }", script: answers)
    #expect(trial.transport.mostRunning == 5)
  }

  @Test func placesOfCancelledRunsAreFreeForOthers() throws {
    let trial = try Trial.run(
      """
      nodes:
        a: [ run: '\(PipelineFile.nested.path)', timeout: 5ms, replaceError: gone ]
        b: { run: '\(PipelineFile.nested.path)' }
      output: [a, b]
      """, script: answers)
    #expect(trial.outcome == "succeeded")
    #expect(trial.output == [#"["gone",[1,1,1]]"#])
  }
}
