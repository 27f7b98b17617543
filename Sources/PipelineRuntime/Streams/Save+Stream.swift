import Files
import PipelineLanguage
import RunEvents
import Streams
import Values

extension SaveStep: TransformOperation {
  func stream(after upstream: AnyPublisher<RunValue>, from seed: RunValue, at site: StepSite) -> AnyPublisher<RunValue>
  {
    upstream.tryMap { value in
      let written = try site.writtenPath(file, at: value)
      let path = site.run.resolvePath(written)
      do throws(FileError) {
        try FileSystem.write(
          bytes(of: value.value, in: format ?? FileFormat(ofFileNamed: path)), to: path, makesFolders: true)
      } catch {
        throw site.failure(
          .io, unwritableFile(written: written, resolved: path, reason: error.reason), at: value)
      }
      return value
    }
  }

  private func bytes(of value: JSONValue, in format: FileFormat?) -> [UInt8] {
    var bytes: [UInt8] = []
    func addLine(_ value: JSONValue) {
      value.write(to: &bytes)
      bytes.append(UInt8(ascii: "\n"))
    }
    switch (format, value) {
    case (.ndjson, .array(let elements)): for element in elements { addLine(element) }
    case (.json, _), (.ndjson, _): addLine(value)
    case (_, .string(let text)): bytes += text.utf8
    default: addLine(value)
    }
    return bytes
  }
}
