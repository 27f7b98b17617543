import PipelineLanguage
package import RunEvents
package import Values

/// What one evaluation reads, and what of its results is made of secrets.
struct SecretTrace {
  private let dot: TracedValue
  private var variables: [TracedValue] = []
  /// Whether anything that was read is made of a secret.
  private(set) var readsSecret: Bool

  init(_ dot: TracedValue) {
    self.dot = dot
    readsSecret = dot.twin != nil
  }

  /// What `.` is in the second evaluation.
  var dotTwin: JSONValue { dot.other }

  mutating func read(_ variable: TracedValue?) -> JSONValue? {
    guard let variable else { return nil }
    if variable.twin != nil { readsSecret = true }
    variables.append(variable)
    return variable.value
  }

  // MARK: - Results

  /// The results with their twins. What of them is not in the twins is masked from here on.
  ///
  /// What differs only because a comparison came out differently is no secret: what stands in the expression, or came in
  /// openly.
  ///
  /// - Parameters:
  ///   - twins: `nil` where the second evaluation failed.
  ///   - texts: of the expressions.
  func hiding(
    _ results: [JSONValue], _ twins: [JSONValue]?, of texts: [String], from events: some SecretKeeper
  ) -> [TracedValue] {
    var twins = twins
    if twins?.count != results.count { twins = nil }
    var open: Set<String>?
    return results.enumerated().map { place, result in
      let twin = twins?[place]
      if result == twin { return TracedValue(result) }
      let differences = result.differences(from: twin)
      var isOpen = !differences.isEmpty
      for difference in differences {
        let part = difference.partText
        if part.unicodeScalars.count >= Self.fewestCharacters {
          if texts.contains(where: { $0.contains(part) }) { continue }
          open = open ?? openTexts
          if open?.contains(difference.text) == true { continue }
          if !events.mask.hides(difference.part, of: difference.text) { events.hide(part) }
        }
        isOpen = false
      }
      if isOpen { return TracedValue(result) }
      // Where nothing is known of it, it is what its hidden parts make of it.
      return TracedValue(result, twin: twin ?? events.mask.twin(of: result))
    }
  }

  /// Of shorter pieces a log holds too many that have nothing to do with the secret.
  private static let fewestCharacters = 4

  /// The strings that came in and are no secret.
  private var openTexts: Set<String> {
    var found: Set<String> = []
    var room = Self.mostOpenTexts
    for read in [dot] + variables { Self.collect(read.value, read.other, into: &found, &room) }
    return found
  }

  private static let mostOpenTexts = 100_000

  private static func collect(_ value: JSONValue, _ twin: JSONValue?, into found: inout Set<String>, _ room: inout Int)
  {
    guard room > 0 else { return }
    room -= 1
    switch (value, twin) {
    case (.string(let text), .string(let other)?): if text == other { found.insert(text) }
    case (.number(let number), .number(let other)?): if number == other { found.insert(number.text) }
    case (.array(let elements), .array(let others)?) where elements.count == others.count:
      for (element, other) in zip(elements, others) { collect(element, other, into: &found, &room) }
    case (.object(let object), .object(let others)?):
      for (key, member) in object {
        guard let other = others[key] else { continue }
        found.insert(key)
        collect(member, other, into: &found, &room)
      }
    default: break
    }
  }

  // MARK: - Failures

  /// The error with what its message says of secrets masked. Only its text is: who handles it has no more than that.
  ///
  /// - Parameter again: the second evaluation, which may fail too or not.
  func masking(_ error: EvaluationError, _ again: () throws(EvaluationError) -> Void) -> EvaluationError {
    // One that took too long is not tried again, and its message holds no value.
    if !readsSecret || error.isLimit { return error }
    do throws(EvaluationError) {
      try again()
    } catch let twin {
      return error.with(message: error.message.maskingDifferences(from: twin.message))
    }
    return error.with(message: "\(error.formula.text): ***", hint: "what it says is made of a secret")
  }
}

/// Masks in the log what was made of secrets by others than the run's steps.
///
/// - Parameters:
///   - twins: what they would be if the secrets were others; `nil` where nothing could be made of those.
///   - expressions: in whose text nothing is secret.
package func hide(_ parts: [JSONValue], twins: [JSONValue]?, of expressions: [String], in log: EventLog) {
  _ = SecretTrace(TracedValue(.null)).hiding(parts, twins, of: expressions, from: LogKeeper(log: log))
}

private struct LogKeeper: SecretKeeper {
  let log: EventLog

  var mask: SecretMask { log.mask }

  func hide(_ secret: String) -> Bool {
    log.hide(secret)
    return true
  }
}

/// Where secrets are kept.
protocol SecretKeeper {
  var mask: SecretMask { get }
  @discardableResult
  func hide(_ secret: String) -> Bool
}

extension RunReport: SecretKeeper {}

extension TracedValue {
  /// What it is in the second evaluation.
  var other: JSONValue { twin ?? value }
}
