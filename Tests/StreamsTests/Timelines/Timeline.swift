import Streams

/// One case in the notation of the operator timelines: `op(args) A=1@0 |@1 ; B=… => 1@0 |@1 ~ B!1`.
struct Timeline: Sendable, CustomStringConvertible {
  let text: String
  /// The operator and its arguments.
  let name: String
  let arguments: [String]
  /// Scripts by name, in declared order.
  let scripts: [(name: String, text: String)]
  let grants: [(demand: Demand, time: Int)]
  let cancelTime: Int?
  /// One for each consumer.
  let expected: [String]
  let expectedCancels: [String]
  let expectedSubscriptions: [(name: String, count: Int)]

  var description: String { text }

  init(_ text: String) {
    self.text = text
    let halves = text.split("=>")
    let inputs = halves[0].split(" ; ").map { $0.trimmed }
    var head = inputs[0]
    let end = head.hasPrefix("seq[") ? head.startIndex : head.firstIndex(of: " ") ?? head.endIndex
    let operation = String(head[..<end])
    head = String(head[end...]).trimmed
    if let open = operation.firstIndex(of: "(") {
      name = String(operation[..<open])
      arguments = operation[operation.index(after: open)...].dropLast().split(",").map { $0.trimmed }
    } else {
      name = operation
      arguments = []
    }
    var scripts: [(name: String, text: String)] = []
    var grants: [(demand: Demand, time: Int)] = []
    var cancelTime: Int?
    for part in ([head] + inputs.dropFirst()) where !part.isEmpty {
      // `seq[…] D=…` has its grants in the same part.
      var part = part
      if part.hasPrefix("seq[") {
        let close = part.firstIndex(of: "]")!
        scripts.append(("A", String(part[...close])))
        part = String(part[part.index(after: close)...]).trimmed
        if part.isEmpty { continue }
      }
      let sides = part.split("=", maxSplits: 1)
      if part.hasPrefix("D=") {
        grants = sides[1].split(" ").map { grant in
          let pieces = grant.dropFirst().split("@")
          return (.max(Int(pieces[0])!), Int(pieces[1])!)
        }
      } else if part.hasPrefix("X=") {
        cancelTime = Int(sides[1].split("@")[1])!
      } else {
        scripts.append((sides[0], sides[1]))
      }
    }
    self.scripts = scripts
    self.grants = grants.isEmpty ? [(.unlimited, 0)] : grants
    self.cancelTime = cancelTime

    let outcome = halves[1].split("~")
    var consumers: [String] = []
    var current: [String] = []
    for word in outcome[0].split(" ") {
      if word.hasSuffix(":") {
        if word != "P1:" { consumers.append(current.joined(separator: " ")) }
        current = []
      } else {
        current.append(word)
      }
    }
    expected = consumers + [current.joined(separator: " ")]
    let effects = outcome.count > 1 ? outcome[1].split(" ") : []
    expectedCancels = effects.filter { $0.contains("!") }.sorted()
    expectedSubscriptions = effects.filter { $0.hasPrefix("subs(") }.map { effect in
      let pieces = effect.dropFirst(5).split(")=")
      return (pieces[0], Int(pieces[1])!)
    }
  }

  /// Every case of a block: a numbered line holds several, divided by ` // `.
  static func all(in block: String) -> [Timeline] {
    block.split("\n").flatMap { line in
      line.drop(while: { $0 != " " }).split(" // ").map { Timeline($0.trimmed) }
    }
  }

  static func events(_ text: String) -> [ScriptEvent] {
    text.split(" ").map { word in
      let pieces = word.split("@")
      let time = Int(pieces[1])!
      if pieces[0] == "|" { return ScriptEvent(signal: .end(.finished), time: time) }
      if pieces[0].hasPrefix("#") {
        return ScriptEvent(signal: .end(.failure(Named(name: String(pieces[0].dropFirst())))), time: time)
      }
      return ScriptEvent(signal: .value(pieces[0]), time: time)
    }
  }
}

extension StringProtocol {
  var trimmed: String {
    String(drop(while: \.isWhitespace).reversed().drop(while: \.isWhitespace).reversed())
  }

  /// Pieces between occurrences of `separator`, without empty ones.
  func split(_ separator: String, maxSplits: Int = .max) -> [String] {
    var pieces: [String] = []
    var rest = String(self)
    while pieces.count < maxSplits, let range = rest.firstRange(of: separator) {
      pieces.append(String(rest[..<range.lowerBound]))
      rest = String(rest[range.upperBound...])
    }
    return (pieces + [rest]).filter { !$0.trimmed.isEmpty }
  }
}
