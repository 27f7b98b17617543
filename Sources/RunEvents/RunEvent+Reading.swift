package import Values

extension RunEvent {
  /// The event that `json` wrote. Members that are not known are passed over.
  ///
  /// `nil` for a kind of event that this version does not know, which a reader passes over too.
  ///
  /// - Throws: where the form has another version, or what a known kind needs is missing or of a wrong kind.
  package init?(json: JSONValue) throws(EventFormatError) {
    let members = try EventMembers(json)
    guard members.has("v") else { throw EventFormatError("this is no event: it has no version, 'v'") }
    let version = try members.integer("v")
    guard version == Self.formVersion else {
      throw EventFormatError("events of version \(version), of which this program knows \(Self.formVersion) alone")
    }
    guard let kind = try Kind(try members.text("event"), members) else { return nil }
    self.init(sequence: try members.count("sequence"), time: try members.duration("time"), kind: kind)
  }
}

extension RunEvent.Kind {
  /// `nil` for a name that is not known.
  fileprivate init?(_ name: String, _ members: EventMembers) throws(EventFormatError) {
    switch name {
    case "runStarted": self = .runStarted(try RunDescription(try members.members("run")))
    case "nodeStarted": self = .nodeStarted(node: try members.count("node"))
    case "requestStarted": self = .requestStarted(try RequestDescription(try members.members("request")))
    case "requestProgress":
      self = .requestProgress(
        request: try members.count("request"), try .init(reading: try members.members("progress")))
    case "requestFinished":
      self = .requestFinished(
        request: try members.count("request"), try ResponseDescription(try members.members("response")))
    case "requestFailed":
      self = .requestFailed(request: try members.count("request"), try RunFailure(try members.members("failure")))
    case "requestCancelled": self = .requestCancelled(request: try members.count("request"))
    case "checkPassed":
      self = .checkPassed(node: try members.count("node"), step: try StepDescription(try members.members("step")))
    case "retrying":
      self = .retrying(
        node: try members.count("node"), step: try StepDescription(try members.members("step")),
        attempt: try members.count("attempt"), delay: try members.duration("delay"),
        try RunFailure(try members.members("failure")))
    case "recovered":
      self = .recovered(
        node: try members.count("node"), step: try StepDescription(try members.members("step")),
        try RunFailure(try members.members("failure")))
    case "message":
      let level = MessageLevel(rawValue: try members.text("level")) ?? .log
      self = .message(node: try members.count("node"), level, try members.text("text"))
    case "value":
      self = .value(
        node: try members.count("node"),
        ValueDescription(
          index: try members.count("index"), preview: try members.text("preview"), isCut: try members.flag("isCut")))
    case "nodeFinished": self = .nodeFinished(node: try members.count("node"), try NodeOutcome(members))
    case "output": self = .output(try members.value("value"))
    case "runFinished": self = .runFinished(try RunOutcome(members))
    case "runRefused": self = .runRefused(try RunRefusal(try members.members("run")))
    default: return nil
    }
  }
}

extension NodeOutcome {
  fileprivate init(_ members: EventMembers) throws(EventFormatError) {
    switch try members.text("outcome") {
    case "succeeded": self = .succeeded(values: try members.count("values"))
    case "failed": self = .failed(try RunFailure(try members.members("failure")))
    case "blocked": self = .blocked(by: try members.count("by"))
    case "skipped": self = .skipped(needs: try members.optionalCount("needs"))
    case "notSelected": self = .notSelected
    case "cancelled": self = .cancelled
    default: throw members.wrong("outcome", "one that is known")
    }
  }
}

extension RunOutcome {
  fileprivate init(_ members: EventMembers) throws(EventFormatError) {
    switch try members.text("outcome") {
    case "succeeded": self = .succeeded
    case "failed": self = .failed
    case "cancelled": self = .cancelled(reason: try CancellationReason(members))
    default: throw members.wrong("outcome", "one that is known")
    }
  }
}

extension CancellationReason {
  init(_ members: EventMembers) throws(EventFormatError) {
    switch try members.text("reason") {
    case "signal":
      guard let number = Int32(exactly: try members.count("signal")), number < 128 else {
        throw members.wrong("signal", "the number of a signal")
      }
      self = .signal(number)
    case "deadline": self = .deadline
    case "failFast": self = .failFast
    default: throw members.wrong("reason", "one that is known")
    }
  }
}
