/// `read: cities.csv`: emits what a file holds.
package struct ReadStep: StepOperation {
  static let file = Parameter(
    "file", .file(.read), "the file; its path is relative to the pipeline file", required: true)
  static let format = Parameter(
    "format", .format([.json, .ndjson, .csv, .lines, .text]),
    "how it is read; by the ending of its name where left out, and by lines where that says nothing")

  package static let declaration = OperatorDeclaration(
    "read", .sourceOrTransform, "emits what a file holds",
    parameters: [file, format], shorthand: .unlessMapping("file"),
    discussion: #"""
      - Emits: of a `.json` file its one value; of `.ndjson` and `.jsonl` the value of each line; of `.csv` an
        object for each row, with the names of the first; of any other file each line as text. `format: text`
        emits the whole file as one string.
      - Every CSV cell is text: `map: .population |= tonumber` makes a number of one. Cells in quotes may hold
        commas, line ends and, doubled, quotes.
      - A pipe is read as its lines come: `{ file: /dev/stdin, format: ndjson }`.
      - Order: that of the file, which is read as far as values are asked for. In mid-chain one file is read for
        each value, and what it holds leaves in the order in which the values came in.
      - Fails: where there is no such file or it cannot be read (`io`), where it does not hold what its format
        says (`decode`), with the line. A file without a template in its path is looked for before anything runs.
      """#,
    example: "read: cities.csv",
    sample: OperatorSample(
      #"""
      nodes:
        people:
          - just: "id,name\n7,Ada\n8,\"Kim, the younger\"\n"
          - save: people.csv
          - read: people.csv
      """#,
      prints: #"""
        {"id":"7","name":"Ada"}
        {"id":"8","name":"Kim, the younger"}
        """#))

  package let file: TextTemplate
  /// `nil` where the file's name is known only in the run.
  package let format: FileFormat?

  package init?(_ arguments: Arguments) {
    guard let file = arguments[Self.file] else { return nil }
    self.file = file
    format = arguments[Self.format] ?? file.constant.map { FileFormat(ofFileNamed: $0) ?? .lines }
  }

  package func cardinality(after upstream: Cardinality, nodes: (Int) -> Cardinality) -> Cardinality {
    format?.isOneValue == true ? upstream : .many
  }

  package func load(after upstream: Load, at site: LoadSite) -> Load {
    if format?.isOneValue == true { return upstream }
    var load = upstream
    load.values = upstream.values * site.unbounded("how many values % finds in the file is known only in the run")
    // The fault of a file may stand behind its last value.
    load.mayFailLate = true
    return load
  }
}
