import PipelineLanguage
import RunEvents

extension StepSite {
  /// The path of a file to be written as the file has it, its templates filled in. Behind a beginning that the file itself
  /// gives, what a template brings must not lead upwards: it may be a server's.
  func writtenPath(_ file: TextTemplate, at value: RunValue) throws(StepError) -> String {
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
        path += try evaluator.text(of: formula, at: value)
        shape += "x"
      }
    }
    if path.isEmpty { throw failure(.expression, "the path of the file is empty", at: value) }
    if isBound, upwardSteps(path) != upwardSteps(shape) {
      throw failure(
        .expression, "'\(path)' leads out of its folder",
        details: ["a '..' came out of a template, which may not lead upwards"], at: value)
    }
    return path
  }
}

private func upwardSteps(_ path: String) -> Int {
  path.utf8.split(separator: UInt8(ascii: "/")).count { $0.elementsEqual("..".utf8) }
}

/// What is said of a file that cannot be written: its path as written, and as it was meant.
func unwritableFile(written: String, resolved: String, reason: String) -> String {
  "cannot write '\(written)': \(reason)" + (written == resolved ? "" : " (at \(resolved))")
}
