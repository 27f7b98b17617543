import HTTP
package import RunEvents

/// A `curl` command that repeats a request, ready to be pasted into a shell.
package enum CurlCommand {
  /// On one line. Secrets that have names come from variables, `PIPELINE_SECRET_` and the name; what else is masked in the
  /// description is masked here. A body that is not known as a whole is named in a comment.
  package static func text(of request: RequestDescription) -> String {
    var words = ["curl"]
    var comment: String?
    var input: String?
    words += methodWords(request)
    words.append(request.pieces?.url.flatMap(ShellWord.quoted) ?? ShellWord.quoted(request.url))
    for (place, header) in request.headers.enumerated() where !isCurlsOwn(header) {
      let pieces = request.pieces?.headers[place].map { [.text(header.name + ": ")] + $0 }
      let text = header.value.isEmpty ? header.name + ";" : header.name + ": " + header.value
      words += ["-H", pieces.flatMap(ShellWord.quoted) ?? ShellWord.quoted(text)]
    }
    if let body = request.pieces?.body {
      words += contentTypeWord(request)
      if let word = ShellWord.quoted(body), body.allSatisfy(isHarmless) {
        words += ["--data-raw", word]
      } else {
        words += ["--data-binary", "@-"]
        input = ShellWord.printf(body)
      }
    } else if let file = request.uploadFile {
      words += uploadWords(file, request)
    } else if let body = wholeBody(of: request) {
      words += contentTypeWord(request)
      if body.unicodeScalars.allSatisfy(SafeText.isHarmless) {
        words += ["--data-raw", ShellWord.quoted(body)]
      } else {
        words += ["--data-binary", "@-"]
        input = ShellWord.printf(body)
      }
    } else if request.bodySize == 0, ["POST", "PUT", "PATCH"].contains(request.method) {
      // It says that there is no body; curl would say nothing.
      words += ["-H", "'Content-Length: 0'"]
    } else if request.bodySize > 0 {
      words += contentTypeWord(request) + ["--data-binary", "@BODY"]
      comment = "# BODY: a file with the \(request.bodySize) bytes of the body"
    }
    if hasDotSegment(request.url) { words.insert("--path-as-is", at: 1) }
    if request.url.utf8.contains(where: { "[]{}".utf8.contains($0) }) { words.insert("-g", at: 1) }
    if let comment { words.append(comment) }
    return (input.map { $0 + " | " } ?? "") + words.joined(separator: " ")
  }

  private static func methodWords(_ request: RequestDescription) -> [String] {
    let hasBody = request.bodySize > 0 || request.uploadFile != nil
    switch request.method {
    case "GET" where !hasBody: return []
    case "HEAD" where !hasBody: return ["-I"]
    default: return ["-X", ShellWord.quoted(request.method)]
    }
  }

  /// `-T` streams, but adds the file's name to a URL that ends in a slash.
  private static func uploadWords(_ file: String, _ request: RequestDescription) -> [String] {
    let path = request.url.split(separator: "?", omittingEmptySubsequences: false).first ?? ""
    let hasPath = path.split(separator: "/").count > 2
    if request.method == "PUT", hasPath, !path.hasSuffix("/") {
      return ["-H", "Expect:", "-T", ShellWord.quoted(file)]
    }
    return contentTypeWord(request) + ["--data-binary", ShellWord.quoted("@" + file)]
  }

  /// curl would call any data a form.
  private static func contentTypeWord(_ request: RequestDescription) -> [String] {
    request.headers.contains { $0.name.lowercased() == "content-type" } ? [] : ["-H", "Content-Type:"]
  }

  private static func wholeBody(of request: RequestDescription) -> String? {
    guard let body = request.bodyStart, !body.isEmpty, !request.isBodyCut else { return nil }
    // Bytes that are no text are not known any more.
    let isText = body.utf8.count == request.bodySize || !body.unicodeScalars.contains("\u{FFFD}")
    return isText ? body : nil
  }

  private static func isHarmless(_ piece: RequestPieces.Piece) -> Bool {
    switch piece {
    case .text(let text): text.unicodeScalars.allSatisfy(SafeText.isHarmless)
    case .secret, .base64: true
    case .file: false
    }
  }

  /// What curl counts by itself.
  private static func isCurlsOwn(_ header: Header) -> Bool {
    header.name.lowercased() == "content-length"
  }

  /// curl would take `/a/../b` for `/b`.
  private static func hasDotSegment(_ url: String) -> Bool {
    let path = url.split(separator: "?", omittingEmptySubsequences: false).first ?? ""
    return path.split(separator: "/").contains { segment in
      let length = segment.utf8.count
      return [1, 2, 3, 4, 6].contains(length)
        && [".", ".."].contains(
          segment.lowercased().split(separator: "%2e", omittingEmptySubsequences: false).joined(separator: "."))
    }
  }
}
