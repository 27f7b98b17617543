import Diagnostics
import Files
import Values

/// Files that steps and clients name without a template, and those of file inputs in defaults and cases, that are not there.
enum MissingFileRule: CheckRule {
  static let needsWholeFile = false

  static func check(_ file: CheckedFile) {
    for reference in file.files {
      look(for: reference.path, reference.use, in: reference.source, at: reference.range, file)
    }
    for input in file.inputs where input.kind == .file {
      guard let path = input.defaultValue?.stringValue, let range = input.defaultRange else { continue }
      // A default that no case leaves in force is never looked at.
      if !file.cases.isEmpty, file.cases.allSatisfy({ $0.files[input.name] != nil }) { continue }
      look(for: path, .sent, in: input.source, at: range, file)
    }
    for row in file.cases {
      for (name, range) in row.files {
        guard let path = row.values[name]?.stringValue else { continue }
        look(for: path, .sent, in: row.source, at: range, file)
      }
    }
  }

  /// - Parameter source: The file that names it, whose folder is the one to look in.
  private static func look(
    for path: String, _ use: FileReference.Use, in source: SourceText, at range: SourceRange, _ file: CheckedFile
  ) {
    let resolved = Paths.resolve(path, against: Paths.folder(of: source.name))
    let reason: String
    do throws(FileError) {
      let status = try FileSystem.status(of: resolved)
      if status.isRegularFile || use == .read && status.kind != .folder { return }
      reason = status.kind == .folder ? "it is a folder" : "it is no regular file"
    } catch {
      reason = error.reason
    }
    file.report(.unusableFile(path, reason, resolved: absolute(resolved)), in: source, at: range)
  }

  private static func absolute(_ path: String) -> String {
    Paths.resolve(path, against: (try? FileSystem.currentFolder()) ?? "")
  }
}

extension Finding {
  fileprivate static func unusableFile(_ path: String, _ reason: String, resolved: String) -> Finding {
    Finding(
      "cannot read '\(path)': \(reason)", reason: path == resolved ? nil : "looked for as '\(resolved)'",
      hint: path == resolved ? nil : "a path is relative to the file it stands in")
  }
}
