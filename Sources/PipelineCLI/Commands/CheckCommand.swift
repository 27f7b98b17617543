import Diagnostics
import PipelineLanguage

/// `pipeline check FILE…`: every mistake that can be found without running.
struct CheckCommand: Command {
  static let name = "check"
  static let usage = "FILE…"
  static let summary = "find every mistake that shows without running"
  static let options: [Option] = [.strict, .quiet] + Option.color
  static let discussion = """
    Reports each mistake with its line, its column and what would put it right. Exit status 2 where there is an error, else 0.
    A warning tells of what was hardly meant, such as an input that nothing uses; with --strict it is an error.
    """

  private let files: [String]
  private let isStrict: Bool
  private let isQuiet: Bool
  private let isColored: Bool

  init(_ arguments: ParsedArguments) throws(UsageError) {
    files = try pipelineFiles(arguments.operands)
    isStrict = arguments.has("strict")
    isQuiet = arguments.has("quiet")
    isColored = try wantsColor(arguments, on: .error)
  }

  func run() -> Int32 {
    let loaded = LoadedPipelines(files, rules: CheckRules.all, isStrict: isStrict)
    loaded.report(isColored: isColored)
    guard loaded.isValid else { return loaded.hasUnreadable ? ExitStatus.transport : ExitStatus.invalidFile }
    if !isQuiet {
      for pipeline in loaded.pipelines {
        let nodes = pipeline.nodes.count == 1 ? "1 node" : "\(pipeline.nodes.count) nodes"
        let cases = pipeline.cases.map { $0.count == 1 ? ", 1 case" : ", \($0.count) cases" } ?? ""
        StandardStream.output.write("\(pipeline.source.name): \(nodes)\(cases), \(loaded.verdict(of: pipeline))\n")
      }
    }
    return ExitStatus.success
  }
}
