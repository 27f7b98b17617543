import Diagnostics

/// Inputs, clients and types that nothing asks for.
///
/// A node that nothing asks for still runs, and what an included file declares is there for other files: neither is a
/// mistake.
enum UnusedDeclarationRule: CheckRule {
  static let needsWholeFile = true

  static func check(_ file: CheckedFile) {
    let used = file.context.used
    let own = file.context.source
    if !used.allInputs {
      for input in file.inputs where input.source === own && !used.inputs.contains(input.name) {
        file.report(.unusedInput(input.name), at: input.range)
      }
    }
    for client in file.clients where client.source === own && !used.clients.contains(client.name) {
      file.report(.unusedClient(client.name), at: client.range)
    }
    for type in file.types where type.source === own && !used.types.contains(type.name) {
      file.report(.unusedType(type.name), at: type.range)
    }
  }
}

extension Finding {
  fileprivate static func unusedInput(_ name: String) -> Finding {
    Finding(
      "the input '\(name)' is not used", reason: "no expression asks for $inputs.\(name)",
      hint: "take it out, or use it: ${ $inputs.\(name) }", severity: .warning)
  }

  fileprivate static func unusedClient(_ name: String) -> Finding {
    Finding(
      "the client '\(name)' is not used", reason: "no fetch goes through it",
      hint: "take it out, or name it in a fetch: { client: \(name), … }", severity: .warning)
  }

  fileprivate static func unusedType(_ name: String) -> Finding {
    Finding(
      "the type '\(name)' is not used", reason: "no decode, errorBody or $ref names it",
      hint: "take it out, or check a value by it: decode: \(name)", severity: .warning)
  }
}
