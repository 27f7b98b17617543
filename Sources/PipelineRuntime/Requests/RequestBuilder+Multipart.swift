import Files
import HTTP
import PipelineLanguage
import RunEvents
import Values

// multipart/form-data (RFC 7578), with names as browsers write them (HTML Standard, section 4.10.21.8).

extension RequestBuilder {
  /// Makes the body of parts, and the header that tells its boundary.
  ///
  /// - Returns: that header's value.
  func addMultipart(
    _ parts: [MultipartPart], to request: inout Request, for value: RunValue
  ) throws(StepError) -> String {
    var made: [(head: String, content: RequestBody.Part)] = []
    for part in parts { made += try pieces(of: part, for: value) }
    let boundary = boundary(apartFrom: made)
    var body: [RequestBody.Part] = []
    var text: [UInt8] = []
    for (head, content) in made {
      text += "--\(boundary)\r\n\(head)\r\n\r\n".utf8
      switch content {
      case .bytes(let bytes): text += bytes
      case .file:
        body += [.bytes(text), content]
        text = []
      }
      text += "\r\n".utf8
    }
    text += "--\(boundary)--\r\n".utf8
    request.body = body.isEmpty ? .bytes(text) : .parts(body + [.bytes(text)])
    return try addContentType(boundary: boundary, to: &request)
  }

  /// A part is none where its text is null, and several where that is a list.
  private func pieces(
    of part: MultipartPart, for value: RunValue
  ) throws(StepError) -> [(head: String, content: RequestBody.Part)] {
    let own = try part.type.map { template throws(StepError) in try site.evaluator.text(of: template, at: value) }
    let filename = try part.filename.map { template throws(StepError) in
      try site.evaluator.text(of: template, at: value)
    }
    var lines: [String] = []
    for header in try site.evaluator.fields(part.headers, at: value) {
      lines += header.values.map { "\(header.name): \($0)" }
    }
    func head(filename: String?, type: String?) throws(StepError) -> String {
      var disposition = "Content-Disposition: form-data; name=\"\(quoted(part.name))\""
      if let filename { disposition += "; filename=\"\(quoted(filename))\"" }
      let head = [disposition] + ((own ?? type).map { ["Content-Type: " + $0] } ?? []) + lines
      if head.contains(where: { $0.utf8.contains { $0 == 10 || $0 == 13 || $0 == 0 } }) {
        throw site.failure(.expression, "a header of the part '\(part.name)' holds a line end", at: value)
      }
      return head.joined(separator: "\r\n")
    }
    switch part.content {
    case .text(let field):
      let head = try head(filename: filename, type: filename == nil ? nil : "text/plain; charset=utf-8")
      return try site.evaluator.fields([field], at: value).flatMap(\.values).map { (head, .bytes(Array($0.utf8))) }
    case .json(let template):
      var bytes: [UInt8] = []
      try site.evaluator.value(of: template, at: value).value.write(to: &bytes)
      return [(try head(filename: filename, type: "application/json"), .bytes(bytes))]
    case .file(let template):
      let written = try site.evaluator.text(of: template, at: value)
      let path = site.run.resolvePath(written)
      let size: Int
      do throws(FileError) { size = Int(try readableFile(path).size) } catch {
        throw site.failure(.io, missingFile(written: written, resolved: path, reason: error.reason), at: value)
      }
      let name = filename ?? String(written.split(separator: "/").last ?? "")
      return [(try head(filename: name, type: mediaType(ofFileNamed: name)), .file(path: path, size: size))]
    }
  }

  /// Nobody can foretell it, so that no file can hold it on purpose; what is at hand is looked through.
  private func boundary(apartFrom parts: [(head: String, content: RequestBody.Part)]) -> String {
    while true {
      let boundary = "pipeline-" + randomText() + randomText()
      let occurs = parts.contains { part in
        guard case .bytes(let bytes) = part.content else { return false }
        return bytes.count >= boundary.utf8.count && bytes.firstRange(of: Array(boundary.utf8)) != nil
      }
      if !occurs { return boundary }
    }
  }

  /// A `Content-Type` of the step says which multipart it is; without the boundary none could be read.
  private func addContentType(boundary: String, to request: inout Request) throws(StepError) -> String {
    let isOwn = step.headers.contains { $0.name.lowercased() == "content-type" }
    let place = request.headers.lastIndex { $0.isNamed("content-type") }
    if isOwn, let place {
      let type = request.headers[place].value
      guard type.lowercased().hasPrefix("multipart/"), !type.lowercased().contains("boundary=") else {
        throw site.failure(
          .expression, "the header 'Content-Type' is '\(type)'",
          details: ["beside 'multipart' it can be a multipart type without a boundary, which is made here"])
      }
      request.headers[place].value = "\(type); boundary=\(boundary)"
      return request.headers[place].value
    }
    let type = "multipart/form-data; boundary=\(boundary)"
    if !isOwn {
      // One of the client's is meant for other bodies.
      request.headers.removeAll { $0.isNamed("content-type") }
      request.headers.append(Header("Content-Type", type))
    }
    return type
  }
}

/// Inside the quotes of a part's head.
private func quoted(_ name: String) -> String {
  guard name.utf8.contains(where: { $0 == 10 || $0 == 13 || $0 == 0x22 }) else { return name }
  var bytes: [UInt8] = []
  for byte in name.utf8 {
    switch byte {
    case 10: bytes += "%0A".utf8
    case 13: bytes += "%0D".utf8
    case 0x22: bytes += "%22".utf8
    default: bytes.append(byte)
    }
  }
  return String(decoding: bytes, as: UTF8.self)
}

private func randomText() -> String {
  let text = String(UInt64.random(in: .min ... .max), radix: 36)
  return String(repeating: "0", count: 13 - text.utf8.count) + text
}

/// What the ending of its name says of a file.
private func mediaType(ofFileNamed name: String) -> String {
  let ending = name.lowercased().split(separator: ".", omittingEmptySubsequences: false).dropFirst().last ?? ""
  return switch ending {
  case "csv": "text/csv"
  case "gif": "image/gif"
  case "htm", "html": "text/html"
  case "jpg", "jpeg": "image/jpeg"
  case "json": "application/json"
  case "m4a", "mp4": ending == "mp4" ? "video/mp4" : "audio/mp4"
  case "mp3": "audio/mpeg"
  case "pdf": "application/pdf"
  case "png": "image/png"
  case "svg": "image/svg+xml"
  case "txt": "text/plain"
  case "wav": "audio/wav"
  case "webp": "image/webp"
  case "xml": "application/xml"
  case "zip": "application/zip"
  default: "application/octet-stream"
  }
}
