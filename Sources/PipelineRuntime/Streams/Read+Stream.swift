import Files
import PipelineLanguage
import RunEvents
import Streams
import Values

extension ReadStep: SourceOperation, TransformOperation {
  func stream(from seed: RunValue, at site: StepSite) -> AnyPublisher<RunValue> {
    values(for: seed, at: site).renumbered()
  }

  /// One file for each value; what they hold, in the order of the values.
  func stream(after upstream: AnyPublisher<RunValue>, from seed: RunValue, at site: StepSite) -> AnyPublisher<RunValue>
  {
    upstream.flatMap { values(for: $0, at: site) }.renumbered()
  }

  private func values(for value: RunValue, at site: StepSite) -> AnyPublisher<RunValue> {
    deferred {
      let written = try site.evaluator.text(of: file, at: value)
      if written.isEmpty { throw site.failure(.expression, "the path of the file is empty", at: value) }
      let path = site.run.resolvePath(written)
      let records = FileRecords(path: path, format: format ?? FileFormat(ofFileNamed: path) ?? .lines)
      // Bytes of a file are there at once, those of a pipe may be long in coming.
      let isAtHand = (try? FileSystem.status(of: path))?.isRegularFile ?? true
      return (isAtHand ? sequence(records) : FilePump.stream(of: records)).tryMap { record in
        switch record {
        case .success(let found): return value.with(site.run.events.traced(found))
        case .failure(let fault):
          throw site.failure(
            fault.kind, missingFile(written: written, resolved: path, reason: fault.message), at: value)
        }
      }
    }
  }
}
