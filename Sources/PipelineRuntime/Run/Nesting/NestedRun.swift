import Diagnostics
import Files
import PipelineLanguage
import RunEvents
import Streams
import Synchronization
import Values

/// One run of a pipeline that a step runs: feeds the step's stream with its output, and fails it where a node failed.
final class NestedRun: Sendable {
  private let site: StepSite
  private let pipeline: Pipeline
  private let feed: Feed<JSONValue>
  private let failures = Mutex<[(node: Int, failure: RunFailure)]>([])
  private let run = Mutex<PipelineRun?>(nil)

  init(_ use: PipelineUse, feed: Feed<JSONValue>, at site: StepSite) {
    self.site = site
    self.feed = feed
    pipeline = use.pipeline
  }

  /// - Throws: where the inputs are not as the pipeline wants them, or its clients cannot be made ready.
  func start(_ use: PipelineUse, inputs: JSONObject) throws(StepError) {
    let outer = site.run
    let bound = try bind(inputs)
    for secret in bound.secrets { outer.events.hide(secret) }
    var options = outer.options
    options.fileDirectory = Paths.folder(of: pipeline.source.name)
    let report = outer.events.nested(of: site.node, use: use.id) { event in self.receive(event) }
    let run: PipelineRun
    do throws(Diagnostic) {
      run = try PipelineRun(
        pipeline, inputs: bound.values, in: outer, options: options, report: report)
    } catch {
      throw site.failure(.expression, error.message, details: [error.reason].compactMap(\.self))
    }
    let id = outer.nestedRuns.began(run, of: site.node)
    self.run.withLock { $0 = run }
    run.start {
      self.run.withLock { $0 = nil }
      outer.nestedRuns.ended(id)
    }
  }

  /// Ends it: nobody wants its output any more.
  func cancel() { run.withLock { $0 }?.cancel(.failFast) }

  private func bind(_ inputs: JSONObject) throws(StepError) -> BoundInputs {
    var given = GivenInputs()
    for (name, value) in inputs {
      var value = value
      // A path is relative to the file in which it is written.
      if let path = value.stringValue, pipeline.inputs.contains(where: { $0.name == name && $0.kind == .file }) {
        value = .string(site.run.resolvePath(path))
      }
      given.values.append((name, value))
    }
    let environment = site.run.variable("env")?.value ?? .null
    // Those that the command line knows are for the pipeline that it runs.
    given.environment = { name in name.hasPrefix("PIPELINE_") ? nil : environment[name]?.stringValue }
    let working = (try? FileSystem.currentFolder()) ?? "."
    let folder = Paths.resolve(Paths.folder(of: pipeline.source.name), against: working)
    let bound = bindInputs(of: pipeline, from: given, fileDirectory: folder, workingDirectory: working)
    if let fault = bound.faults.first {
      throw site.failure(.expression, fault.message, details: [fault.reason].compactMap(\.self))
    }
    return bound
  }

  private func receive(_ event: RunReport.NestedEvent) {
    switch event {
    case .output(let value): feed.send(value)
    case .failed(let node, let failure): failures.withLock { $0.append((node, failure)) }
    case .finished(.succeeded): feed.finish()
    case .finished: feed.fail(error)
    }
  }

  /// The failure that the step has: of several the first declared one's, where the way is at fault before all others.
  private var error: StepError {
    let failures = failures.withLock { $0 }.sorted { $0.node < $1.node }
    let main = failures.filter { !pipeline.nodes[$0.node].isTeardown }
    let all = main.isEmpty ? failures : main
    guard let (node, failure) = all.first(where: \.failure.isTransportFault) ?? all.first else {
      return site.failure(.custom, "'\(pipeline.source.name)' did not end")
    }
    var own = site.fault(
      failure.kind, "\(pipeline.nodes[node].name): \(failure.message)", details: [place(of: failure)].compactMap(\.self)
    )
    if all.count > 1 { own.details.append("\(all.count) nodes of it failed") }
    return StepError(own, status: failure.response?.status)
  }

  private func place(of failure: RunFailure) -> String? {
    failure.step.map { "at \($0.place.file):\($0.place.line):\($0.place.column)" }
  }
}
