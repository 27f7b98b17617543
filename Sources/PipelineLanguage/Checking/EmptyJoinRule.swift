import Diagnostics

/// Joins without an input: they end at once.
enum EmptyJoinRule: CheckRule {
  static let needsWholeFile = false

  static func check(_ file: CheckedFile) {
    file.forEachStep { step in
      for join in step.parts.joins {
        switch join.inputs {
        case .declared(let inputs, _) where inputs.isEmpty: file.report(.emptyJoin(step.name), at: join.range)
        case .each(.values(let elements), _, _) where elements.isEmpty:
          file.report(.emptyEach(step.name), at: join.range)
        case .declared, .each: break
        }
      }
    }
  }
}

extension Finding {
  fileprivate static func emptyJoin(_ name: String) -> Finding {
    Finding(
      "'\(name)' has no inputs", reason: "it ends at once, without a value",
      hint: "name nodes: \(name): [a, b]; or write 'empty' where that is meant", severity: .warning)
  }

  fileprivate static func emptyEach(_ name: String) -> Finding {
    Finding(
      "'\(name)' has no inputs", reason: "the list behind 'each' is empty, so it ends at once, without a value",
      severity: .warning)
  }
}
