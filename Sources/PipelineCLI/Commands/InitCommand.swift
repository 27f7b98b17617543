import Files
import PipelineLanguage

/// `pipeline init [NAME]`: a small commented pipeline that runs.
struct InitCommand: Command {
  static let name = "init"
  static let usage = "[NAME]"
  static let summary = "write a small commented pipeline that runs"
  static let options: [Option] = []
  static let operands = Operands.words([])
  static let discussion = """
    Writes NAME.yaml (pipeline.yaml where no name is given), and nothing where that file is there already.
    """

  private let path: String

  init(_ arguments: ParsedArguments) throws(UsageError) {
    guard arguments.operands.count <= 1 else { throw UsageError("init writes one file") }
    let name = arguments.operands.first ?? "pipeline"
    if name.isEmpty { throw UsageError("the name is empty") }
    if let status = try? FileSystem.status(of: name), status.kind == .folder {
      path = Paths.join(name, "pipeline.yaml")
    } else if name.hasSuffix("/") {
      path = name + "pipeline.yaml"
    } else {
      path = name.hasSuffix(".yaml") || name.hasSuffix(".yml") ? name : name + ".yaml"
    }
  }

  func run() -> Int32 {
    if (try? FileSystem.status(of: path)) != nil {
      StandardStream.error.write("pipeline: '\(path)' is there already\n")
      return ExitStatus.usage
    }
    do throws(FileError) {
      try FileSystem.write(Array(StarterPipeline.text(named: Paths.stem(of: path)).utf8), to: path, makesFolders: true)
    } catch {
      StandardStream.error.write("pipeline: cannot write '\(path)': \(error.reason)\n")
      return ExitStatus.transport
    }
    StandardStream.error.write("Wrote \(path). To run it offline: pipeline run --mock \(path)\n")
    return ExitStatus.success
  }
}
