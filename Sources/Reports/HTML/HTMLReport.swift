package import Values

/// One page that holds all of one or several runs, and needs nothing else.
package enum HTMLReport {
  /// The whole file. The same runs give the same bytes.
  package static func bytes(of runs: [HTMLRun]) -> [UInt8] {
    HTMLPage.bytes(model: model(of: runs))
  }

  /// What the page's script reads (`Assets/model.js` says what becomes of it). Times are microseconds since the run's
  /// start.
  package static func model(of runs: [HTMLRun]) -> JSONValue {
    var tables = HTMLTables()
    let runs = runs.map { HTMLRunModel($0).json(&tables) }
    return ["format": 1, "texts": .array(tables.texts), "headers": .array(tables.headers), "runs": .array(runs)]
  }
}
