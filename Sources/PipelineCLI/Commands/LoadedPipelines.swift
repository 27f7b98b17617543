import Diagnostics
import Files
import PipelineLanguage
import RunEvents

/// Pipeline files read, checked and compiled together: one compilation serves all their expressions.
struct LoadedPipelines {
  private(set) var pipelines: [Pipeline] = []
  private(set) var diagnostics: [Diagnostic] = []
  private var told: Set<Statement> = []
  /// Files that could not be read at all.
  private(set) var unreadable: [FileError] = []
  /// Each file in its order, with all that there is to say of it alone.
  private var files: [LoadedFile] = []

  private struct LoadedFile {
    let path: String
    var pipeline: Pipeline?
    var diagnostics: [Diagnostic] = []
    var error: FileError?
  }

  /// - Parameters:
  ///   - rules: What is looked for beyond what a pipeline needs to be one.
  ///   - isStrict: Whether a warning is as bad as an error.
  init(_ paths: [String], rules: [any CheckRule.Type] = [], isStrict: Bool = false) {
    let expressions = ExpressionPool()
    for path in paths {
      do {
        let name = path == "-" ? "/dev/stdin" : path
        let source = SourceText(name: path == "-" ? "<stdin>" : path, bytes: try FileSystem.read(name))
        let parse = parsePipeline(source, expressions: expressions, rules: rules)
        add(parse.diagnostics)
        files.append(LoadedFile(path: source.name, pipeline: parse.pipeline, diagnostics: parse.diagnostics))
        if let pipeline = parse.pipeline { pipelines.append(pipeline) }
      } catch {
        var error = error
        if path == "-" { error.path = "<stdin>" }
        unreadable.append(error)
        files.append(LoadedFile(path: error.path, error: error))
      }
    }
    if isValid {
      let found = compile(expressions)
      add(found)
      for diagnostic in found {
        // What an included file says wrong is a mistake of whoever includes it; the first does.
        let place = files.firstIndex { $0.path == diagnostic.source?.name } ?? 0
        if files.indices.contains(place) { files[place].diagnostics.append(diagnostic) }
      }
    }
    if isStrict {
      for place in diagnostics.indices { diagnostics[place].severity = .error }
      for file in files.indices {
        for place in files[file].diagnostics.indices { files[file].diagnostics[place].severity = .error }
      }
    }
  }

  /// What reports tell of these files where some are invalid, so that none is run.
  var refusals: [RunRefusal] {
    files.map { file in
      if let error = file.error {
        var refusal = RunRefusal(of: nil, file: file.path, .unreadable)
        refusal.problems = [RunRefusal.Problem(error)]
        return refusal
      }
      let isInvalid = file.diagnostics.contains { $0.severity == .error }
      return RunRefusal(
        of: file.pipeline, file: file.path, isInvalid ? .invalidFile : .others, isInvalid ? file.diagnostics : [])
    }
  }

  /// What is wrong in a file that several include is told once.
  private mutating func add(_ found: [Diagnostic]) {
    for diagnostic in found {
      let statement = Statement(
        file: diagnostic.source?.name, offset: diagnostic.range?.start.offset, message: diagnostic.message)
      if told.insert(statement).inserted { diagnostics.append(diagnostic) }
    }
  }

  private struct Statement: Hashable {
    let file: String?
    let offset: Int?
    let message: String
  }

  var hasUnreadable: Bool { !unreadable.isEmpty }

  var isValid: Bool { unreadable.isEmpty && !diagnostics.contains { $0.severity == .error } }

  /// Tells everything there is to tell on standard error; with `onlyErrors` without warnings.
  func report(isColored: Bool, onlyErrors: Bool = false) {
    for error in unreadable {
      StandardStream.error.write("pipeline: cannot \(error.operation) '\(error.path)': \(error.reason)\n")
    }
    let renderer = DiagnosticRenderer.forStandardError(isColored: isColored)
    for diagnostic in diagnostics where !onlyErrors || diagnostic.severity == .error {
      StandardStream.error.write(renderer.render(diagnostic))
    }
    let errors = diagnostics.count { $0.severity == .error }
    let warnings = onlyErrors ? 0 : diagnostics.count - errors
    if errors + warnings > 1 {
      let counts = [counted(errors, "error"), counted(warnings, "warning")].compactMap(\.self)
      StandardStream.error.write(counts.joined(separator: ", ") + "\n")
    }
  }

  /// What a file without errors is said to have: `no mistake`, `2 warnings`.
  func verdict(of pipeline: Pipeline) -> String {
    counted(diagnostics.count { $0.source?.name == pipeline.source.name }, "warning") ?? "no mistake"
  }
}

/// `1 error`, `2 errors`; `nil` for none.
private func counted(_ count: Int, _ word: String) -> String? {
  count == 0 ? nil : "\(count) \(word)\(count == 1 ? "" : "s")"
}

/// The pipeline files that the words of a command line name: files, folders (all `.yaml` and `.yml` in them) and patterns
/// that the shell left alone.
func pipelineFiles(_ operands: [String]) throws(UsageError) -> [String] {
  if operands.isEmpty {
    throw UsageError("no file is named", hint: "'pipeline init' writes one to start from")
  }
  var files: [String] = []
  for operand in operands {
    guard operand != "-", let status = try? FileSystem.status(of: operand), status.kind == .folder else {
      let isPattern = operand.contains { "*?[".contains($0) } && (try? FileSystem.status(of: operand)) == nil
      let matches = isPattern ? expandPattern(operand) : [operand]
      if matches.isEmpty { throw UsageError("no file matches '\(operand)'") }
      files += matches
      continue
    }
    let found = filesBelow(operand).filter { $0.hasSuffix(".yaml") || $0.hasSuffix(".yml") }
    if found.isEmpty { throw UsageError("no pipeline file is in '\(operand)'", hint: "they end in .yaml or .yml") }
    files += found
  }
  return files
}
