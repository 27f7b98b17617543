/// pipeline(1): the commands with their options, in the language of man(7).
enum ManualPage {
  static var text: String {
    var page = Roff()
    page.raw(".TH PIPELINE 1 \"\(Version.date)\" \"pipeline \(Version.current)\" \"User Commands\"")
    page.section("NAME")
    page.paragraph("pipeline - run API workflows from a file")
    page.section("SYNOPSIS")
    for command in Commands.all {
      page.paragraph("pipeline \(command.name)\(command.options.isEmpty ? "" : " [OPTION]…") \(command.usage)")
    }
    page.section("DESCRIPTION")
    page.paragraph(description)
    page.section("COMMANDS")
    for command in Commands.all { write(command, to: &page) }
    page.section("EXIT STATUS")
    for (status, meaning) in exitStatuses { page.entry(status, meaning) }
    page.section("ENVIRONMENT")
    for (name, meaning) in variables { page.entry(name, meaning) }
    page.section("EXAMPLES")
    for (text, command) in examples {
      page.paragraph(text)
      page.literal([command])
    }
    page.section("SEE ALSO")
    page.paragraph("curl(1), jq(1)")
    return page.text
  }

  private static func write(_ command: any Command.Type, to page: inout Roff) {
    page.subsection("pipeline \(command.name) \(command.usage)")
    page.paragraph(command.summary.prefix(1).uppercased() + command.summary.dropFirst() + ".")
    for option in command.options {
      page.entry(option.spelling.trimmingBlanks, option.help.prefix(1).uppercased() + option.help.dropFirst() + ".")
    }
    // Lines with a margin are examples, others are prose, and an empty line parts them.
    for block in command.discussion.split(separator: "\n\n") {
      let lines = block.split(separator: "\n")
      if lines.allSatisfy({ $0.hasPrefix("  ") }) {
        page.literal(lines.map { String($0.dropFirst(2)) })
      } else if !block.hasPrefix("Exit status:") {
        page.paragraph(lines.joined(separator: " "))
      }
    }
  }

  private static let description = """
    A pipeline file is YAML. It describes a graph of HTTP requests and stream operators. Each request starts as soon as its inputs \
    are there, and every result comes in the order the file declares. Results are JSON on standard output; all else is on standard \
    error. 'pipeline help OPERATOR' tells about an operator of the file.
    """

  private static let exitStatuses = [
    ("0", "All is well."), ("1", "The command line is wrong."), ("2", "A file is invalid."),
    ("3", "Transport, timeout or I/O: no whole answer, or a file that cannot be read or written. Wins over 4."),
    ("4", "A check failed: a status, a type, an expectation."), ("130, 143", "Ended by SIGINT, SIGTERM."),
  ]

  private static let variables = [
    ("PIPELINE_INPUT_N, PIPELINE_SECRET_N", "The input N, where no option and no inputs file gives it."),
    (
      "NO_COLOR, CLICOLOR_FORCE, TERM",
      "No colour where NO_COLOR is set or TERM is dumb; colour where CLICOLOR_FORCE is."
    ),
    ("http_proxy, https_proxy, all_proxy, no_proxy", "As curl takes them."),
  ]

  private static let examples = [
    ("A first file, run against its own mock section:", "pipeline init && pipeline run --mock pipeline.yaml"),
    ("All files of a folder, with a report for CI:", "pipeline run --report-junit junit.xml pipelines/"),
    ("What is wrong with a file, without a request:", "pipeline check upload.yaml"),
  ]
}

extension String {
  fileprivate var trimmingBlanks: String { String(drop { $0 == " " }) }
}
