import Diagnostics

/// A `decode` of what a fetch with `response: none` emits, which is always null.
enum DecodeOfNothingRule: CheckRule {
  static let needsWholeFile = false

  static func check(_ file: CheckedFile) {
    for node in file.nodes { visit(node.chain, after: nil, in: file) }
  }

  /// Chains are nested 200 deep at most, so it may recurse.
  ///
  /// - Parameter source: the fetch whose null comes in, if one does.
  private static func visit(_ chain: Chain, after source: Step?, in file: CheckedFile) {
    var source = source
    for step in chain.steps {
      let isFlatMap = step.operation is FlatMapStep || step.operation is SwitchMapStep
      for inner in step.parts.chains { visit(inner.chain, after: isFlatMap ? source : nil, in: file) }
      if let fetch = step.operation as? FetchStep {
        source = fetch.decoding == .none && !fetch.emitsResponse ? step : nil
      } else if let decode = step.operation as? DecodeStep, let source {
        let place = source.parts.places[FetchStep.response.name] ?? source.range
        file.report(
          .decodeOfNothing(decode.type.name), at: step.range,
          notes: [file.context.note("the body is left unread here", at: place)])
      } else if !passesValuesOn(step.operation) {
        source = nil
      }
    }
  }

  private static func passesValuesOn(_ operation: any StepOperation) -> Bool {
    switch operation {
    case is AsStep, is ExpectStep, is LogStep, is SinkStep, is RetryStep, is TimeoutStep, is DelayStep, is MapErrorStep,
      is ReceiveOnStep, is SubscribeOnStep, is FirstStep, is LastStep, is PrefixStep, is DropFirstStep, is FilterStep,
      is SaveStep, is SecretStep, is RemoveDuplicatesStep, is DebounceStep, is ThrottleStep:
      true
    default: false
    }
  }
}

extension Finding {
  fileprivate static func decodeOfNothing(_ type: String) -> Finding {
    Finding(
      "'decode' has nothing to check", reason: "the fetch above has 'response: none', so the value is always null",
      hint: "take 'response: none' out, or this step")
  }
}
