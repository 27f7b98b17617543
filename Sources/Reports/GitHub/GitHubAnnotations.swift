import RunEvents

/// Workflow commands that make GitHub show a failure at its line.
struct GitHubAnnotations {
  /// That of a failure.
  var level: Level
  /// Makes of a file as the user wrote it one that starts at the repository's root.
  var path: (String) -> String

  enum Level: String {
    case error, warning
  }

  /// Whole lines; nothing for a run in which all is well.
  func text(of run: RunSummary) -> String {
    if let refusal = run.refusal {
      return refusal.problems.map { command($0, of: refusal) }.joined()
    }
    var text = ""
    let failedInside = run.nodesThatFailedInside
    for node in run.nodes.indices {
      switch NodeVerdict(node, in: run) {
      // Where its pipeline has the failure, that is shown.
      case .failure(let failure), .error(_, _, let failure?):
        if !failedInside.contains(node) { text += command(failure, of: node, in: run) }
      case .error(_, let message, nil):
        let place = run.nodes[node].description.place
        text += command(level, at: place, title: title(of: node, in: run), [message])
      case .passed, .skipped: break
      }
    }
    return text
  }

  private func title(of node: Int, in run: RunSummary) -> String {
    "\(run.suiteName): \(run.path(ofNode: node))"
  }

  private func command(_ failure: RunFailure, of node: Int, in run: RunSummary) -> String {
    var lines = [failure.message] + failure.details
    if let request = failure.request {
      lines.append("\(request.method) \(request.url)" + (failure.response.map { " → \($0.status)" } ?? ""))
    }
    return command(
      level, at: failure.step?.place ?? run.nodes[node].description.place, title: title(of: node, in: run), lines)
  }

  private func command(_ problem: RunRefusal.Problem, of refusal: RunRefusal) -> String {
    let lines = [problem.message] + [problem.reason, problem.hint].compactMap(\.self)
    return command(
      problem.isError ? .error : .warning,
      at: problem.place ?? SourcePlace(file: refusal.file, line: 1, column: 1), title: refusal.title, lines)
  }

  private func command(_ level: Level, at place: SourcePlace, title: String, _ lines: [String]) -> String {
    let properties = [
      ("file", path(place.file)), ("line", String(place.line)), ("col", String(place.column)), ("title", title),
    ].map { "\($0.0)=\(Self.escapedProperty(SafeText.line($0.1)))" }.joined(separator: ",")
    let message = lines.flatMap { SafeText.lines($0).map { SafeText.line(String($0)) } }.joined(separator: "\n")
    return "::\(level) \(properties)::\(Self.escaped(message))\n"
  }

  /// As the runner takes it apart again.
  static func escaped(_ text: String) -> String {
    var escaped = ""
    for scalar in text.unicodeScalars {
      switch scalar {
      case "%": escaped += "%25"
      case "\r": escaped += "%0D"
      case "\n": escaped += "%0A"
      default: escaped.unicodeScalars.append(scalar)
      }
    }
    return escaped
  }

  static func escapedProperty(_ text: String) -> String {
    var result = ""
    for scalar in escaped(text).unicodeScalars {
      switch scalar {
      case ":": result += "%3A"
      case ",": result += "%2C"
      default: result.unicodeScalars.append(scalar)
      }
    }
    return result
  }
}

extension RunSummary {
  /// The nodes of whose pipelines a node has failed and was not put right.
  fileprivate var nodesThatFailedInside: Set<Int> {
    Set(
      nodes.indices.filter { nodes[$0].failure != nil && !isRecovered($0) }.compactMap { nodes[$0].description.parent })
  }
}
