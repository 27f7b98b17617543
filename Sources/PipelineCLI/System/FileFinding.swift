import Files

#if canImport(Darwin)
  import Darwin
#elseif canImport(Glibc)
  import Glibc
#else
  import Musl
#endif

/// The files below a folder, in the order of their paths; hidden ones are left out, links are not followed into folders.
func filesBelow(_ folder: String) -> [String] {
  var found: [String] = []
  var folders = [folder]
  while let folder = folders.popLast() {
    guard let handle = opendir(folder) else { continue }
    defer { closedir(handle) }
    while let entry = readdir(handle) {
      let name = withUnsafePointer(to: &entry.pointee.d_name) { pointer in
        pointer.withMemoryRebound(to: CChar.self, capacity: MemoryLayout.size(ofValue: pointer.pointee)) {
          String(cString: $0)
        }
      }
      if name.hasPrefix(".") { continue }
      let path = Paths.join(folder, name)
      var status = stat()
      guard lstat(path, &status) == 0 else { continue }
      if status.st_mode & S_IFMT == S_IFDIR { folders.append(path) } else { found.append(path) }
    }
  }
  return found.sorted()
}

/// The paths that a shell pattern matches, in order.
func expandPattern(_ pattern: String) -> [String] {
  var matches = glob_t()
  defer { globfree(&matches) }
  guard glob(pattern, 0, nil, &matches) == 0 else { return [] }
  return (0..<Int(matches.gl_pathc)).compactMap { place in matches.gl_pathv[place].map { String(cString: $0) } }
}
