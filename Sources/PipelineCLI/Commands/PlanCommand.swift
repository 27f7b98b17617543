import Diagnostics
import PipelineLanguage
import Values

/// `pipeline plan FILE…`: the graph, without running it.
struct PlanCommand: Command {
  static let name = "plan"
  static let usage = "FILE…"
  static let summary = "show the graph: nodes, why each waits for another, what may run at once, how many requests"
  static let options: [Option] =
    [
      Option(
        "format", short: "f", value: "FORMAT", choices: ["text", "json", "mermaid", "dot"],
        "text, json, mermaid or dot (text)")
    ] + Option.color
  static let discussion = """
    Nothing is run. Nodes of one stage need none of each other, so they may run at once; nothing waits for a stage to end. The
    number of requests is that of a run in which nothing fails, and the most there can be with attempts and recoveries; where
    nothing bounds it, the places that make it so are told.
    """

  private enum Format: String, CaseIterable { case text, json, mermaid, dot }

  private let files: [String]
  private let format: Format
  private let isColored: Bool

  init(_ arguments: ParsedArguments) throws(UsageError) {
    files = try pipelineFiles(arguments.operands)
    let word = arguments.value("format") ?? Format.text.rawValue
    guard let format = Format(rawValue: word) else {
      throw UsageError("--format is \(oneOf(Format.allCases.map(\.rawValue)))", hint: "'\(word)' was given")
    }
    if format == .mermaid, files.count > 1 {
      throw UsageError("mermaid draws one file", hint: "\(files.count) are named")
    }
    self.format = format
    isColored = try wantsColor(arguments, on: .error)
  }

  func run() -> Int32 {
    let loaded = LoadedPipelines(files)
    loaded.report(isColored: isColored)
    guard loaded.isValid else { return loaded.hasUnreadable ? ExitStatus.transport : ExitStatus.invalidFile }
    for (place, pipeline) in loaded.pipelines.enumerated() {
      let plan = PipelinePlan(pipeline)
      switch format {
      case .text: StandardStream.output.write((place > 0 ? "\n" : "") + plan.text)
      case .json: StandardStream.output.write(plan.json.text(.pretty) + "\n")
      case .mermaid: StandardStream.output.write(plan.mermaid)
      case .dot: StandardStream.output.write(plan.dot)
      }
    }
    return ExitStatus.success
  }
}
