extension Amount {
  /// `3 requests`, `at most 3 requests`, `no request`, `any number of requests`.
  package func text(_ unit: String) -> String {
    guard let most else {
      return expected.map { "\(counted($0, unit)), unbounded where something fails" } ?? "any number of \(unit)s"
    }
    if most == 0 { return "no \(unit)" }
    switch expected {
    case nil: return "at most \(counted(most, unit))"
    case most: return counted(most, unit)
    case let expected?: return "\(counted(expected, unit)), at most \(most) where something fails"
    }
  }
}

private func counted(_ count: Int, _ unit: String) -> String {
  "\(count == 0 ? "no" : "\(count)") \(unit)\(count < 2 ? "" : "s")"
}
