import Files
import Reports

extension GitHubReporter {
  /// That of a job of GitHub Actions; `nil` elsewhere.
  ///
  /// Annotations go to standard error, where the runner looks for them as well: standard output is for values.
  static func forEnvironment(_ written: Written) -> GitHubReporter? {
    guard environment("GITHUB_ACTIONS") == "true" else { return nil }
    let root = environment("GITHUB_WORKSPACE").map { Paths.normalized($0) }
    let folder = (try? FileSystem.currentFolder()) ?? "."
    return GitHubReporter(
      path: { file in
        let whole = Paths.normalized(Paths.resolve(file, against: folder))
        guard let root, whole.hasPrefix(root + "/") else { return file }
        return String(whole.dropFirst(root.count + 1))
      },
      annotate: { StandardStream.error.write($0) },
      summarize: { text in
        guard let path = environment("GITHUB_STEP_SUMMARY"), !path.isEmpty else { return }
        do throws(FileError) {
          let file = try OpenedFile(path, appending: true)
          file.output.write(Array(text.utf8))
          if let fault = file.close() { written.tell("cannot write the job's summary: \(fault)") }
        } catch {
          written.tell("cannot write the job's summary '\(path)': \(error.reason)")
        }
      })
  }
}
