import HTTP
import Values

// What `Descriptions+JSON.swift` writes, read back.

extension RunDescription {
  init(_ members: EventMembers) throws(EventFormatError) {
    var nodes: [NodeDescription] = []
    for node in try members.list("nodes") {
      var description = try NodeDescription(node)
      // Whoever is round it comes before it.
      if let parent = description.parent {
        guard nodes.indices.contains(parent) else { throw node.wrong("parent", "a node that stands before this one") }
        description.depth = nodes[parent].depth + 1
      }
      nodes.append(description)
    }
    self.init(
      id: try members.text("id"), pipeline: try members.text("pipeline"),
      description: try members.optionalText("description"), file: try members.text("file"),
      startedAt: try members.number("startedAt"), nodes: nodes,
      inputSet: try InputSet(of: members), suite: try SuitePlace(of: members))
  }
}

extension SuitePlace {
  fileprivate init(of members: EventMembers) throws(EventFormatError) {
    var shard: Shard?
    if let place = try Ordinal(members, "shard") {
      shard = Shard(place, runs: min(try members.members("shard").count("runs"), 1 << 32))
    }
    self.init(
      place: try Ordinal(members, "suite") ?? SuitePlace.alone.place, repetition: try Ordinal(members, "repetition"),
      attempt: try Ordinal(members, "attempt"), shard: shard)
  }
}

extension Ordinal {
  fileprivate init?(_ members: EventMembers, _ name: String) throws(EventFormatError) {
    guard let own = try members.optionalMembers(name) else { return nil }
    self.init(try own.count("number"), of: try own.count("count"))
    guard number > 0, number <= count, count <= 1 << 32 else { throw members.wrong(name, "one of several, from 1") }
  }
}

extension InputSet {
  /// That of a run; `nil` where it has none.
  fileprivate init?(of members: EventMembers) throws(EventFormatError) {
    guard let own = try members.optionalMembers("case") else { return nil }
    self.init(number: try own.count("number"), label: try own.text("label"))
  }
}

extension NodeDescription {
  fileprivate init(_ members: EventMembers) throws(EventFormatError) {
    self.init(
      name: try members.text("name"), description: try members.optionalText("description"),
      place: try SourcePlace(try members.members("place")), inputs: try members.counts("inputs"),
      isTeardown: try members.flag("isTeardown"), parent: try members.optionalCount("parent"))
  }
}

extension SourcePlace {
  fileprivate init(_ members: EventMembers) throws(EventFormatError) {
    self.init(file: try members.text("file"), line: try members.count("line"), column: try members.count("column"))
  }
}

extension StepDescription {
  init(_ members: EventMembers) throws(EventFormatError) {
    self.init(
      operation: try members.text("operation"), label: try members.text("label"),
      place: try SourcePlace(try members.members("place")))
  }
}

extension RequestDescription {
  init(_ members: EventMembers) throws(EventFormatError) {
    self.init(
      id: try members.count("id"), node: try members.count("node"),
      step: try StepDescription(try members.members("step")), attempt: try members.count("attempt"),
      cause: try members.optionalText("cause").flatMap { RequestCause(rawValue: $0) },
      method: try members.text("method"), url: try members.text("url"), headers: try members.headers("headers"),
      bodySize: try members.count("bodySize"), bodyStart: try members.optionalText("bodyStart"),
      uploadFile: try members.optionalText("uploadFile"), value: try members.optionalCount("value"),
      waited: members.has("waited") ? try members.duration("waited") : nil)
    cause = try members.optionalText("cause").flatMap(RequestCause.init)
    if members.has("isBodyCut") { isBodyCut = try members.flag("isBodyCut") }
    if let own = try members.optionalMembers("pieces") { pieces = try RequestPieces(own) }
  }
}

extension RequestPieces {
  fileprivate init(_ members: EventMembers) throws(EventFormatError) {
    self.init()
    if members.has("url") { url = try Piece.list("url", of: members) }
    if members.has("body") { body = try Piece.list("body", of: members) }
    guard members.has("headers") else { return }
    for header in try members.list("headers") {
      headers[try header.count("header")] = try Piece.list("pieces", of: header)
    }
  }
}

extension RequestPieces.Piece {
  fileprivate static func list(_ name: String, of members: EventMembers) throws(EventFormatError) -> [Self] {
    guard case .array(let elements) = try members.value(name) else { throw members.wrong(name, "a list") }
    var pieces: [Self] = []
    for element in elements { pieces.append(try Self(element)) }
    return pieces
  }

  private init(_ value: JSONValue) throws(EventFormatError) {
    if let text = value.stringValue {
      self = .text(text)
      return
    }
    let members = try EventMembers(value, at: "pieces")
    if members.has("base64") {
      self = .base64(try Self.list("base64", of: members))
    } else if let path = try members.optionalText("file") {
      self = .file(path)
    } else {
      guard let encoding = RequestPieces.Encoding(rawValue: try members.text("encoding")) else {
        throw members.wrong("encoding", "a known encoding")
      }
      self = .secret(try members.text("secret"), encoding)
    }
  }
}

extension ResponseDescription {
  init(_ members: EventMembers) throws(EventFormatError) {
    let timings = try members.members("timings")
    var own = Timings()
    own.nameLookup = try timings.duration("nameLookup")
    own.connect = try timings.duration("connect")
    own.tls = try timings.duration("tls")
    own.firstByte = try timings.duration("firstByte")
    own.total = try timings.duration("total")
    self.init(
      status: try members.count("status"), headers: try members.headers("headers"),
      bodySize: try members.count("bodySize"), bodyStart: try members.optionalText("bodyStart"), timings: own)
    if members.has("isBodyCut") { isBodyCut = try members.flag("isBodyCut") }
  }
}

extension RunFailure {
  init(_ members: EventMembers) throws(EventFormatError) {
    var step: StepDescription?
    if let own = try members.optionalMembers("step") { step = try StepDescription(own) }
    var request: RequestDescription?
    if let own = try members.optionalMembers("request") { request = try RequestDescription(own) }
    var response: ResponseDescription?
    if let own = try members.optionalMembers("response") { response = try ResponseDescription(own) }
    self.init(
      // One that came later is still a failure.
      kind: Kind(rawValue: try members.text("kind")) ?? .custom, message: try members.text("message"),
      node: try members.count("node"), step: step, details: try members.texts("details"), request: request,
      response: response, sourceLine: try members.optionalText("sourceLine"))
  }
}

extension TransferProgress {
  init(reading members: EventMembers) throws(EventFormatError) {
    self.init(
      sent: try members.count("sent"), sentTotal: try members.optionalCount("sentTotal"),
      received: try members.count("received"), receivedTotal: try members.optionalCount("receivedTotal"))
  }
}

extension RunRefusal {
  init(_ members: EventMembers) throws(EventFormatError) {
    let reason: Reason
    switch try members.text("refused") {
    case "invalidFile": reason = .invalidFile
    case "unreadable": reason = .unreadable
    case "usage": reason = .usage
    case "others": reason = .others
    case "missing": reason = .missing
    case "ended": reason = .ended(try CancellationReason(members))
    default: throw members.wrong("refused", "a reason that is known")
    }
    var problems: [Problem] = []
    for problem in try members.list("problems") {
      var place: SourcePlace?
      if let own = try problem.optionalMembers("place") { place = try SourcePlace(own) }
      problems.append(
        Problem(
          isError: try problem.text("severity") == "error", message: try problem.text("message"), place: place,
          reason: try problem.optionalText("reason"), hint: try problem.optionalText("hint"),
          text: try problem.text("text")))
    }
    self.init(
      pipeline: try members.text("pipeline"), file: try members.text("file"), inputSet: try InputSet(of: members),
      startedAt: try members.number("startedAt"), reason: reason, problems: problems,
      suite: try SuitePlace(of: members))
  }
}
