import Diagnostics
import PipelineLanguage

/// `pipeline check FILE…`: every mistake that can be found without running.
struct CheckCommand: Command {
  static let name = "check"
  static let usage = "FILE…"
  static let summary = "find every mistake that shows without running"
  static let options: [Option] = [.quiet] + Option.color
  static let discussion = """
    Reports each mistake with its line, its column and what would put it right. Exit status 2 where there is one, else 0.
    """

  private let files: [String]
  private let isQuiet: Bool
  private let isColored: Bool

  init(_ arguments: ParsedArguments) throws(UsageError) {
    files = try pipelineFiles(arguments.operands)
    isQuiet = arguments.has("quiet")
    isColored = try wantsColor(arguments, on: .error)
  }

  func run() -> Int32 {
    let loaded = LoadedPipelines(files)
    loaded.report(isColored: isColored)
    guard loaded.isValid else { return loaded.hasUnreadable ? ExitStatus.transport : ExitStatus.invalidFile }
    if !isQuiet {
      for pipeline in loaded.pipelines {
        let nodes = pipeline.nodes.count == 1 ? "1 node" : "\(pipeline.nodes.count) nodes"
        let cases = pipeline.cases.map { $0.count == 1 ? ", 1 case" : ", \($0.count) cases" } ?? ""
        StandardStream.output.write("\(pipeline.source.name): \(nodes)\(cases), no mistake\n")
      }
    }
    return ExitStatus.success
  }
}
