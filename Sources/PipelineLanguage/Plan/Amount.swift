package import Diagnostics

/// How often something happens in a run, as far as the file tells before it: a number of values or of requests.
package struct Amount: Sendable {
  /// In a run in which nothing fails; `nil` where that depends on what comes.
  package var expected: Int?
  /// In any run, those with failures, attempts and recoveries included; `nil` where there is no bound.
  package var most: Int?
  /// Why there is no bound.
  package var reason: UnboundedReason?

  package static func exactly(_ count: Int) -> Amount { Amount(expected: count, most: count) }

  package static func atMost(_ count: Int) -> Amount { Amount(expected: nil, most: count) }

  package static func unbounded(_ reason: UnboundedReason) -> Amount {
    Amount(expected: nil, most: nil, reason: reason)
  }

  package static let none = exactly(0)
  package static let one = exactly(1)

  package var isExact: Bool { expected != nil && expected == most }
  package var isNone: Bool { most == 0 }
}

/// What in the file makes that nothing bounds a number.
package struct UnboundedReason: Sendable {
  package let text: String
  package let range: SourceRange
}

extension Amount {
  /// The same bound where it is not known whether it is reached.
  var orLess: Amount { Amount(expected: most == 0 ? 0 : nil, most: most, reason: reason) }

  /// The same but for what a run with failures may add.
  func withMost(_ most: Int?, _ reason: UnboundedReason? = nil) -> Amount {
    Amount(expected: expected, most: most, reason: most == nil ? self.reason ?? reason : nil)
  }

  static func + (left: Amount, right: Amount) -> Amount {
    Amount(
      expected: sum(left.expected, right.expected), most: sum(left.most, right.most),
      reason: left.reason ?? right.reason)
  }

  static func * (left: Amount, right: Amount) -> Amount {
    if left.isNone || right.isNone { return .none }
    return Amount(
      expected: product(left.expected, right.expected), most: product(left.most, right.most),
      reason: left.reason ?? right.reason)
  }

  /// The smaller of both.
  func limited(to count: Int) -> Amount {
    Amount(expected: expected.map { min($0, count) }, most: most.map { min($0, count) } ?? count)
  }

  /// As many lists of so many each, the last one perhaps shorter.
  func grouped(by size: Int) -> Amount {
    func lists(_ count: Int) -> Int { count / size + (count % size == 0 ? 0 : 1) }
    return Amount(expected: expected.map(lists), most: most.map(lists), reason: reason)
  }

  /// Without as many.
  func dropping(_ count: Int) -> Amount {
    Amount(expected: expected.map { max(0, $0 - count) }, most: most.map { max(0, $0 - count) }, reason: reason)
  }
}

/// `nil` where one is not known. What no `Int` holds stays at the greatest one.
private func sum(_ left: Int?, _ right: Int?) -> Int? {
  guard let left, let right else { return nil }
  let (sum, overflows) = left.addingReportingOverflow(right)
  return overflows ? Int.max : sum
}

/// A number times another, `nil` where one is not known. Nothing times anything is nothing.
private func product(_ left: Int?, _ right: Int?) -> Int? {
  if left == 0 || right == 0 { return 0 }
  guard let left, let right else { return nil }
  let (product, overflows) = left.multipliedReportingOverflow(by: right)
  return overflows ? Int.max : product
}
