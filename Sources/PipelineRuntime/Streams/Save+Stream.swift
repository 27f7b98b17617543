import Files
import PipelineLanguage
import RunEvents
import Streams
import Values

extension SaveStep: TransformOperation {
  func stream(after upstream: AnyPublisher<RunValue>, from seed: RunValue, at site: StepSite) -> AnyPublisher<RunValue>
  {
    upstream.tryMap { value in
      let written = try path(at: value, site)
      let path = site.run.resolvePath(written)
      do throws(FileError) {
        try FileSystem.write(
          bytes(of: value.value, in: format ?? FileFormat(ofFileNamed: path)), to: path, makesFolders: true)
      } catch {
        throw site.failure(
          .io, "cannot write '\(written)': \(error.reason)" + (written == path ? "" : " (at \(path))"), at: value)
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

  /// The path as the file has it, its templates filled in. Behind a beginning that the file itself gives, what a template
  /// brings must not lead upwards: it may be a server's.
  private func path(at value: RunValue, _ site: StepSite) throws(StepError) -> String {
    var path = ""
    var isBound = false
    // What the file itself says, with a name in the place of each template.
    var shape = ""
    for part in file.parts {
      switch part {
      case .literal(let text):
        path += text
        shape += text
      case .formula(let formula):
        isBound = isBound || !path.isEmpty
        path += try site.evaluator.text(of: formula, at: value)
        shape += "x"
      }
    }
    if path.isEmpty { throw site.failure(.expression, "the path of the file is empty", at: value) }
    if isBound, upwardSteps(path) != upwardSteps(shape) {
      throw site.failure(
        .expression, "'\(path)' leads out of its folder",
        details: ["a '..' came out of a template, which may not lead upwards"], at: value)
    }
    return path
  }

  private func upwardSteps(_ path: String) -> Int {
    path.utf8.split(separator: UInt8(ascii: "/")).count { $0.elementsEqual("..".utf8) }
  }
}
