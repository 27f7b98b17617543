package import Diagnostics
import Files
package import PipelineLanguage
package import Values

/// The files that a run will send or read and that are not there: those the pipeline names without a template,
/// and those that its inputs name. Each is told with its path as written and as it was looked for.
///
/// - Parameter folder: what the paths in the file are relative to.
package func missingFiles(
  of pipeline: Pipeline, case row: CaseDeclaration? = nil, inputs: JSONObject, folder: String
) -> [Diagnostic] {
  var faults: [Diagnostic] = []
  for file in pipeline.files {
    // An included file's paths are relative to that file.
    let path = Paths.resolve(
      file.path, against: file.source === pipeline.source ? folder : Paths.folder(of: file.source.name))
    if let reason = fault(path, file.use) {
      faults.append(
        Diagnostic(
          .error, missingFile(written: file.path, resolved: path, reason: reason), in: file.source, at: file.range))
    }
  }
  for use in pipeline.nodes.indices.filter(pipeline.selects).flatMap({ pipeline.nodes[$0].runs }) {
    // Their inputs are known only in the run.
    faults += missingFiles(of: use.pipeline, inputs: JSONObject(), folder: Paths.folder(of: use.pipeline.source.name))
  }
  for input in pipeline.inputs where input.kind == .file {
    guard let path = inputs[input.name]?.stringValue, let reason = fault(path, .sent) else { continue }
    if let row, let range = row.files[input.name], let written = row.values[input.name]?.stringValue,
      path.hasSuffix(written)
    {
      faults.append(
        Diagnostic(
          .error, missingFile(written: written, resolved: path, reason: reason), in: row.source, at: range,
          reason: "the input '\(input.name)' of case \(row.number)"))
      continue
    }
    // From outside, the path has no place in the file.
    let isDefault = input.defaultValue?.stringValue.map { path.hasSuffix($0) } ?? false
    let written = isDefault ? input.defaultValue?.stringValue ?? path : path
    faults.append(
      Diagnostic(
        .error, missingFile(written: written, resolved: path, reason: reason), in: input.source,
        at: isDefault ? input.defaultRange : input.range, reason: "the input '\(input.name)'"))
  }
  return faults
}

private func fault(_ path: String, _ use: FileReference.Use) -> String? {
  do throws(FileError) {
    switch use {
    case .sent: _ = try readableFile(path)
    case .read, .written: if try FileSystem.status(of: path).kind == .folder { return "it is a folder" }
    }
    return nil
  } catch {
    return error.reason
  }
}
