/// Every operator of the language, by name.
package enum Operators {
  /// In the order of the reference: sources, then operators.
  package static let all: [any StepOperation.Type] = [
    JustStep.self, SequenceStep.self, FetchStep.self, FromStep.self, ZipManyStep.self, CombineLatestStep.self,
    MergeManyStep.self, ConcatManyStep.self, RaceStep.self, ReadStep.self, RunStep.self, IntervalStep.self,
    EmptyStep.self, FailStep.self,
    MapStep.self, FlatMapStep.self, SwitchMapStep.self, ExpandStep.self, AsStep.self, DecodeStep.self, ExpectStep.self,
    FilterStep.self,
    CompactMapStep.self, ScanStep.self, ReduceStep.self, CollectStep.self, FirstStep.self, LastStep.self,
    PrefixStep.self, DropFirstStep.self, RemoveDuplicatesStep.self, CountStep.self, RetryStep.self, CatchStep.self,
    ReplaceErrorStep.self,
    ReplaceEmptyStep.self, MapErrorStep.self, TimeoutStep.self, DelayStep.self, DebounceStep.self, ThrottleStep.self,
    SubscribeOnStep.self,
    ReceiveOnStep.self, SecretStep.self, LogStep.self, SaveStep.self, SinkStep.self,
  ]

  package static let names: [String] = all.map { $0.declaration.name }

  package static func named(_ name: String) -> (any StepOperation.Type)? { byName[name] }

  private static let byName: [String: any StepOperation.Type] = Dictionary(
    all.map { ($0.declaration.name, $0) }, uniquingKeysWith: { first, _ in first })
}
