import PipelineLanguage
import Values

/// `pipeline schema`: the JSON Schema of pipeline files.
struct SchemaCommand: Command {
  static let name = "schema"
  static let usage = ""
  static let summary = "write the JSON Schema of pipeline files, for editors"
  static let options: [Option] = []
  static let operands = Operands.words([])
  static let discussion = """
    Draft 7, on standard output: every key and every operator with what it takes and what it does. With it an editor completes,
    explains and checks. In VS Code with the YAML extension, or any editor with the YAML language server:

      $ pipeline schema > pipeline.schema.json

    and as the first line of a pipeline file, the path being relative to that file:

      # yaml-language-server: $schema=pipeline.schema.json

    'pipeline check' finds more: names that are not declared, expressions that do not compile, cycles.
    """

  init(_ arguments: ParsedArguments) throws(UsageError) {
    guard arguments.operands.isEmpty else { throw UsageError("schema takes no file") }
  }

  func run() -> Int32 {
    StandardStream.output.write(PipelineSchema.document.text(.pretty) + "\n")
    return ExitStatus.success
  }
}
