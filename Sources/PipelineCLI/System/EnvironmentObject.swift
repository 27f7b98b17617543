import Values

#if canImport(Darwin)
  import Darwin
#elseif canImport(Glibc)
  import Glibc
#else
  import Musl
#endif

/// The environment as an object, in the order in which the system has it: `$env`.
func environmentObject() -> JSONObject {
  var object = JSONObject()
  var place = environ
  while let entry = place.pointee {
    let parts = String(cString: entry).split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
    if parts.count == 2 { object[String(parts[0])] = .string(String(parts[1])) }
    place += 1
  }
  return object
}
