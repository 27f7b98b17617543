/// `save: results/${ .id }.json`: writes each value to a file.
package struct SaveStep: StepOperation {
  static let file = Parameter(
    "file", .file(.written), "the file; its path is relative to the pipeline file", required: true)
  static let format = Parameter(
    "format", .format([.json, .ndjson, .text]), "how it is written; by the ending of its name where left out")

  package static let declaration = OperatorDeclaration(
    "save", .transform, "writes each value to a file, whole or not at all",
    parameters: [file, format], shorthand: .unlessMapping("file"),
    discussion: #"""
      - Writes: to a `.json` file the value as JSON; to `.ndjson` and `.jsonl` the elements of a list a line each
        (any other value is one line); to any other file a string as it is, and everything else as JSON.
      - The file is there whole, with its new content, or is what it was before. Folders that are missing are
        made.
      - Each value takes the place of the one before: for several files put a template into the name, for all
        values in one file `collect` above it.
      - A template may not lead out of the folder that the path names before it: a `..` that comes out of one fails
        the step.
      - The value goes on unchanged, once it is written. A secret in it is written as it is.
      - Fails: where the file cannot be written (`io`).
      """#,
    example: "save: results/${ .id }.json",
    sample: OperatorSample(
      #"""
      nodes:
        saved:
          - just: { id: 7, name: Ada }
          - save: results/${ .id }.json
      """#,
      prints: #"""
        {"id":7,"name":"Ada"}
        """#))

  package let file: TextTemplate
  /// `nil` where the file's name is known only in the run, or does not tell.
  package let format: FileFormat?

  package init?(_ arguments: Arguments) {
    guard let file = arguments[Self.file] else { return nil }
    self.file = file
    format = arguments[Self.format]
  }

  package func load(after upstream: Load, at site: LoadSite) -> Load { upstream }
}
