import Diagnostics
import PipelineLanguage
import Values

/// What any bytes must come to that are checked as a pipeline file: a pipeline that can be planned, or errors, all that is
/// told with valid places and writable.
package enum YAMLPromise {
  /// What is broken; `nil` where all is well.
  ///
  /// - Parameters:
  ///   - name: The path that the bytes are taken to have; files beside it are read.
  ///   - compiles: Whether libjq is asked too, which takes longer than all the rest.
  package static func broken(by bytes: [UInt8], named name: String, compiles: Bool) -> String? {
    let source = SourceText(name: name, bytes: bytes)
    let expressions = ExpressionPool()
    let parse = parsePipeline(source, expressions: expressions, rules: CheckRules.all)
    var diagnostics = parse.diagnostics
    let hasErrors = diagnostics.contains { $0.severity == .error }
    if parse.pipeline == nil, !hasErrors { return "there is no pipeline, and nothing is said about it" }
    if parse.pipeline != nil, hasErrors { return "there is a pipeline in spite of errors" }
    if compiles { diagnostics += compile(expressions) }
    if let pipeline = parse.pipeline, !diagnostics.contains(where: { $0.severity == .error }) {
      let plan = PipelinePlan(pipeline)
      if plan.text.isEmpty || plan.mermaid.isEmpty || plan.dot.isEmpty { return "the plan is empty" }
      if let broken = JSONPromise.broken(by: Array(plan.json.text().utf8)) { return "the plan as JSON: \(broken)" }
    }
    return DiagnosticPromise.broken(by: diagnostics)
  }
}
