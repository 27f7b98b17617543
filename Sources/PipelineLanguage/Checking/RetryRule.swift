import Diagnostics
import Expressions

/// A `retry` with no step above it, or only with steps that do the same each time: the run is what it is without it.
enum RetryRule: CheckRule {
  static let needsWholeFile = false

  static func check(_ file: CheckedFile) {
    file.forEachChain { chain in
      var canDiffer = false
      for (place, step) in chain.steps.enumerated() {
        if step.operation.repeatsStepsAbove, !canDiffer {
          file.report(place == 0 ? .nothingAbove(step.name) : .alwaysTheSame(step.name), at: step.range)
        }
        canDiffer = canDiffer || self.canDiffer(step)
      }
    }
  }

  /// Whether another attempt may end in another way.
  private static func canDiffer(_ step: Step) -> Bool {
    !step.operation.isRepeatable || step.parts.formulas.contains { $0.expression.asksForTime }
      || step.parts.chains.contains { $0.chain.steps.contains { canDiffer($0) } }
  }
}

extension Finding {
  fileprivate static func nothingAbove(_ name: String) -> Finding {
    Finding(
      "'\(name)' has nothing to run again", reason: "it runs the steps above it in its own chain, and there are none",
      hint: "put it below the steps that may fail")
  }

  fileprivate static func alwaysTheSame(_ name: String) -> Finding {
    Finding(
      "'\(name)' has nothing to run again", reason: "the steps above it do the same each time: none sends a request",
      hint: "put it below the fetch that may fail", severity: .warning)
  }
}
