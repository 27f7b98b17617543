import Files
import FuzzPromises

/// Which kind of text is fuzzed. One program serves all, since each of its own would be compiled from the beginning.
private enum Target: String {
  case yaml, json, template

  static let chosen: Target = {
    let name = environment("FUZZ_TARGET") ?? ""
    guard let target = Target(rawValue: name) else {
      fatalError("FUZZ_TARGET is yaml, json or template, not '\(name)'")
    }
    return target
  }()
}

@_cdecl("LLVMFuzzerTestOneInput")
public func testOneInput(_ start: UnsafePointer<UInt8>?, _ count: Int) -> CInt {
  let bytes = Array(UnsafeBufferPointer(start: start, count: count))
  let broken =
    switch Target.chosen {
    case .json: JSONPromise.broken(by: bytes)
    case .template: TemplatePromise.broken(by: bytes)
    case .yaml:
      YAMLPromise.broken(by: bytes, named: scratchFolder + "/input.yaml", compiles: checksum(bytes) % 32 == 0)
    }
  if let broken { fatalError(broken) }
  return 0
}

/// libjq takes longer to compile one program than all the rest does for a hundred files, so only some are: always the same.
private func checksum(_ bytes: [UInt8]) -> UInt32 {
  bytes.reduce(into: 2_166_136_261) { $0 = ($0 ^ UInt32($1)) &* 16_777_619 }
}
