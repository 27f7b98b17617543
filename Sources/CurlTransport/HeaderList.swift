import HTTP

/// A request's headers as libcurl takes them, checked.
struct HeaderList {
  /// `nil` if libcurl's own are all there is to send.
  let list: StringList?
  let needsUserAgent: Bool

  init(_ request: Request, upload: UploadBody) throws(TransportError) {
    var list: StringList?
    func append(_ line: String) throws(TransportError) {
      if list == nil { list = try StringList() }
      try list?.append(line)
    }

    var hasUserAgent = false
    var hasContentType = false
    var hasExpect = false
    var lengths = 0
    for header in request.headers {
      try Self.check(header)
      // Without a colon after it, libcurl takes a name with nothing as "leave this header out".
      let isEmpty = header.value.utf8.allSatisfy { $0 == UInt8(ascii: " ") || $0 == UInt8(ascii: "\t") }
      try append(isEmpty ? "\(header.name);" : "\(header.name): \(header.value)")
      switch header.name.lowercased() {
      case "user-agent": hasUserAgent = true
      case "content-type": hasContentType = true
      case "expect": hasExpect = true
      case "content-length":
        lengths += 1
        try Self.checkLength(header, isFirst: lengths == 1, bodySize: upload.size ?? 0)
      case "transfer-encoding":
        throw TransportError(
          .other, "the header 'Transfer-Encoding' can't be set: a body is sent whole, with its exact Content-Length")
      default: break
      }
    }
    for name in request.omittedHeaders {
      try Self.check(Header(name, ""))
      try append("\(name):")
      if name.lowercased() == "user-agent" { hasUserAgent = true }
    }
    if upload.size != nil || RequestMethod.announcesNoBody(request.method) {
      // libcurl would call any body a form, and hold a large one back until the server has answered an `Expect`.
      if !hasContentType { try append("Content-Type:") }
      if !hasExpect { try append("Expect:") }
    }
    self.list = list
    needsUserAgent = !hasUserAgent
  }

  private static func check(_ header: Header) throws(TransportError) {
    guard !header.name.isEmpty, header.name.utf8.allSatisfy(\.isTokenCharacter) else {
      throw TransportError(.other, "'\(header.name)' can't be the name of a header")
    }
    // A line end would begin a header, or a request, of its own.
    if header.value.utf8.contains(where: { ($0 < 0x20 && $0 != UInt8(ascii: "\t")) || $0 == 0x7F }) {
      throw TransportError(.other, "the value of the header '\(header.name)' holds a control character")
    }
  }

  private static func checkLength(_ header: Header, isFirst: Bool, bodySize: Int) throws(TransportError) {
    guard isFirst, Int(header.value) == bodySize else {
      throw TransportError(
        .other, "the header 'Content-Length' says '\(header.value)', but the body has \(bodySize) bytes; leave it out")
    }
  }
}
