import Diagnostics
import Dispatch
import Files
import MockServer
import PipelineLanguage
import PipelineRuntime
import Values

/// `pipeline mock FILE`: serves the mock section until a signal comes.
struct MockCommand: Command {
  static let name = "mock"
  static let usage = "FILE"
  static let summary = "serve the mock section on a port"
  static let needsMainQueue = true
  static let options: [Option] =
    [
      Option("host", value: "ADDRESS", "listen on this address (127.0.0.1)"),
      Option("port", short: "p", value: "N", "listen on this port; 0 takes a free one (8080)"),
      Option("input", short: "i", value: "N=V", "give an input that the mock's templates use"),
      .quiet,
    ] + Option.color
  static let discussion = """
    Writes the address on standard output, then a line on standard error for each request, until Ctrl-C. Only inputs that the
    mock section uses need a value.
    """

  private let file: String
  private let host: String
  private let port: Int
  private let isQuiet: Bool
  private let isColored: Bool
  private let inputs: GivenInputs

  init(_ arguments: ParsedArguments) throws(UsageError) {
    let files = try pipelineFiles(arguments.operands)
    guard files.count == 1 else { throw UsageError("mock serves one file", hint: "\(files.count) are named") }
    file = files[0]
    host = arguments.value("host") ?? "127.0.0.1"
    let word = arguments.value("port") ?? "8080"
    guard let port = Int(word), (0...65535).contains(port) else {
      throw UsageError("--port is a number from 0 to 65535", hint: "'\(word)' was given")
    }
    self.port = port
    isQuiet = arguments.has("quiet")
    isColored = try wantsColor(arguments, on: .error)
    inputs = try GivenInputs(arguments)
  }

  func run() -> Int32 {
    let loaded = LoadedPipelines([file])
    loaded.report(isColored: isColored)
    guard loaded.isValid, let pipeline = loaded.pipelines.first else {
      return loaded.hasUnreadable ? ExitStatus.transport : ExitStatus.invalidFile
    }
    guard !pipeline.mock.isEmpty else {
      StandardStream.error.write("pipeline: \(file) has no mock section\n")
      return ExitStatus.invalidFile
    }
    let bound = bindInputs(
      of: pipeline, from: inputs, needed: pipeline.mockInputs, fileDirectory: Paths.folder(of: file),
      workingDirectory: "")
    let faults = bound.faults
    if !faults.isEmpty {
      let renderer = DiagnosticRenderer.forStandardError(isColored: isColored)
      for fault in faults { StandardStream.error.write(renderer.render(fault)) }
      return ExitStatus.usage
    }
    return serve(pipeline, bound.values)
  }

  private func serve(_ pipeline: Pipeline, _ inputs: JSONObject) -> Int32 {
    let isQuiet = isQuiet
    let over = DispatchSemaphore(value: 0)
    let watch = SignalWatch { _, _ in over.signal() }
    defer { watch.cancel() }
    do {
      let server = try MockServer(
        for: pipeline, host: host, port: port, inputs: inputs, environment: environmentObject()
      ) { request, reply in
        if isQuiet { return }
        StandardStream.error.write("\(request.method) \(request.path) → \(reply.status)\n")
      }
      try server.start()
      StandardStream.output.write(server.url + "\n")
      over.wait()
      server.stop()
      return ExitStatus.success
    } catch {
      StandardStream.error.write("pipeline: \(error)\n")
      return ExitStatus.transport
    }
  }
}
