import Diagnostics

/// The entries of a mapping while it is read: finds keys that stand twice, and puts merged entries in at its end.
struct MappingEntries {
  private var entries: [YAMLEntry] = []
  /// Where each key stands among the entries.
  private var places: [String: Int] = [:]
  private var merges: [Merge] = []

  /// A `<<` and what it merges.
  fileprivate struct Merge {
    var key: YAMLNode
    var value: YAMLNode
    /// The number of entries before it.
    var position: Int
  }

  mutating func add(_ key: YAMLNode, _ value: YAMLNode, _ diagnostics: inout [Diagnostic]) {
    guard let scalar = key.scalar else {
      diagnostics.append(
        Diagnostic(
          "\(key.kindDescription) as a key", in: key.source, at: key.range, reason: "a key is text",
          hint: key.startsWithBrace ? "text that begins with '{' or '[' needs quotes" : nil, notes: key.definitionNotes)
      )
      return
    }
    if scalar.isMergeKey, key.definition == nil {
      if let first = merges.first {
        diagnostics.append(
          .duplicateKey(key, first: first.key, hint: "merge several mappings with '<<: [*first, *second]'"))
      } else {
        merges.append(Merge(key: key, value: value, position: entries.count))
      }
      return
    }
    if let place = places[scalar.text], entries[place].name.utf8.elementsEqual(scalar.text.utf8) {
      diagnostics.append(.duplicateKey(key, first: entries[place].key))
      return
    }
    places[scalar.text] = entries.count
    entries.append(YAMLEntry(key: key, value: value))
  }

  /// All entries, those of a merge where its `<<` stands. The mapping's own win, then those of earlier merged mappings.
  consuming func merged(in source: SourceText, _ diagnostics: inout [Diagnostic]) -> [YAMLEntry] {
    guard let merge = merges.first else { return entries }
    var result = Array(entries[..<merge.position])
    for mapping in merge.mappings(&diagnostics) {
      for entry in mapping where places[entry.name] == nil {
        places[entry.name] = -1
        result.append(YAMLEntry(key: entry.key, value: entry.value, mergedAt: merge.key.range))
      }
    }
    result += entries[merge.position...]
    return result
  }
}

extension MappingEntries.Merge {
  fileprivate func mappings(_ diagnostics: inout [Diagnostic]) -> [[YAMLEntry]] {
    if let entries = value.mapping { return [entries] }
    guard let elements = value.sequence else {
      diagnostics.append(.notMergeable(value))
      return []
    }
    return elements.compactMap { element in
      if element.mapping == nil { diagnostics.append(.notMergeable(element, in: value)) }
      return element.mapping
    }
  }
}

extension YAMLNode {
  fileprivate var startsWithBrace: Bool {
    let start = range.start.offset
    return start < source.bytes.count && [UInt8(ascii: "{"), UInt8(ascii: "[")].contains(source.bytes[start])
  }
}

extension YAMLScalar {
  /// Quoted or tagged it is a key like any other.
  fileprivate var isMergeKey: Bool { text == "<<" && style == .plain && !isTagged }
}

extension Diagnostic {
  fileprivate static func duplicateKey(_ key: YAMLNode, first: YAMLNode, hint: String? = nil) -> Diagnostic {
    let name = quoted(key.scalar?.text ?? "")
    return Diagnostic(
      "duplicate key \(name)", in: key.source, at: key.range, reason: "a key may stand only once in a mapping",
      hint: hint,
      notes: [Diagnostic(.note, "the first \(name) is here", in: first.source, at: first.range)])
  }

  fileprivate static func notMergeable(_ node: YAMLNode, in list: YAMLNode? = nil) -> Diagnostic {
    // The elements of an aliased list stand elsewhere.
    let use = list?.definition == nil ? nil : list.map { Diagnostic(.note, "merged here", in: $0.source, at: $0.range) }
    return Diagnostic(
      "'<<' cannot merge \(node.kindDescription)", in: node.source, at: node.range,
      reason: "it takes a mapping or a list of mappings",
      notes: node.definitionNotes + [use].compactMap(\.self))
  }
}
