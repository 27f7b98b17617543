/// Paths as text: nothing is looked up, and the user's spelling stays (`a/../b` is not shortened).
package enum Paths {
  /// A path as seen from a folder: an absolute path as it is, another behind the folder's.
  ///
  /// `resolve("fixtures/a.json", against: "dir")` is `dir/fixtures/a.json`; against an empty text it is the path itself.
  package static func resolve(_ path: String, against folder: String) -> String {
    isAbsolute(path) ? path : join(folder, path)
  }

  /// The path with the folder before it and one slash between; the path itself where the folder is empty.
  package static func join(_ folder: String, _ path: String) -> String {
    if folder.isEmpty { return path }
    if path.isEmpty { return folder }
    return folder.hasSuffix("/") ? folder + path : folder + "/" + path
  }

  /// What stands before the last name: `dir` of `dir/p.yaml` and of `dir/sub/`, `/` of `/p.yaml`, empty of `p.yaml`.
  package static func folder(of path: String) -> String {
    var rest = path.utf8[...]
    while rest.count > 1, rest.last == UInt8(ascii: "/") { rest = rest.dropLast() }
    guard let slash = rest.lastIndex(of: UInt8(ascii: "/")) else { return "" }
    rest = rest[..<slash]
    while rest.last == UInt8(ascii: "/") { rest = rest.dropLast() }
    return rest.isEmpty ? "/" : String(decoding: rest, as: UTF8.self)
  }

  /// The last name: `p.yaml` of `dir/p.yaml`, `sub` of `dir/sub/`, empty of `/`.
  package static func name(of path: String) -> String {
    var rest = path.utf8[...]
    while rest.last == UInt8(ascii: "/") { rest = rest.dropLast() }
    guard let slash = rest.lastIndex(of: UInt8(ascii: "/")) else { return String(decoding: rest, as: UTF8.self) }
    return String(decoding: rest[rest.index(after: slash)...], as: UTF8.self)
  }

  /// The last name without its last extension: `p` of `dir/p.yaml`, `.env` of `.env`.
  package static func stem(of path: String) -> String {
    let name = name(of: path)
    guard let dot = name.lastIndex(of: "."), dot != name.startIndex else { return name }
    return String(name[..<dot])
  }

  /// The last extension without its dot, in the user's letters: `yaml` of `dir/p.yaml`, empty of `.env`.
  package static func fileExtension(of path: String) -> String {
    let name = name(of: path)
    guard let dot = name.lastIndex(of: "."), dot != name.startIndex else { return "" }
    return String(name[name.index(after: dot)...])
  }

  /// The path without `.` and with `name/..` taken out, so that two spellings of one file are equal as far as the text
  /// tells: `a/../b` is `b`.
  package static func normalized(_ path: String) -> String {
    var parts: [Substring] = []
    for part in path.split(separator: "/") where part != "." {
      if part == "..", let last = parts.last, last != ".." {
        parts.removeLast()
      } else if part != ".." || !isAbsolute(path) {
        parts.append(part)
      }
    }
    return (isAbsolute(path) ? "/" : "") + parts.joined(separator: "/")
  }

  package static func isAbsolute(_ path: String) -> Bool { path.utf8.first == UInt8(ascii: "/") }
}
