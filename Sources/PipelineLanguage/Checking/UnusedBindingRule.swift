import Diagnostics
import Expressions

/// Names that `as` binds and no step below asks for.
///
/// The name of an `each` is not looked at: it has to be there.
enum UnusedBindingRule: CheckRule {
  static let needsWholeFile = true

  static func check(_ file: CheckedFile) {
    for node in file.nodes {
      var bindings = Bindings()
      bindings.visit(node.chain)
      for binding in bindings.unused { file.report(.unusedBinding(binding.name), at: binding.range) }
    }
  }

  /// The names that are bound on the way through a chain. Chains are nested 200 deep at most, so it may recurse.
  private struct Bindings {
    struct Binding {
      let name: String
      let range: SourceRange
      var isUsed = false
    }

    private var bindings: [Binding] = []
    /// For each name the binding it stands for now; `nil` for one that is no step's.
    private var current: [String: Int?] = [:]

    var unused: [Binding] { bindings.filter { !$0.isUsed } }

    mutating func visit(_ chain: Chain) {
      for step in chain.steps {
        for formula in step.parts.formulas {
          for variable in formula.expression.variables {
            if let binding = current[variable.name] ?? nil { bindings[binding].isUsed = true }
          }
        }
        for inner in step.parts.chains {
          let outer = current
          for name in inner.names { current[name] = .some(nil) }
          visit(inner.chain)
          current = outer
        }
        if step.operation is AsStep {
          for name in step.operation.bindings {
            current[name] = bindings.count
            bindings.append(Binding(name: name, range: step.parts.places[AsStep.bindingName.name] ?? step.range))
          }
        }
      }
    }
  }
}

extension Finding {
  fileprivate static func unusedBinding(_ name: String) -> Finding {
    Finding(
      "'\(name)' is not used", reason: "no step below asks for $\(name)", hint: "take the step out", severity: .warning)
  }
}
