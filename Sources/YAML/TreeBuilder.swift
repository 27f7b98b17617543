import Diagnostics

/// Makes a tree of events, without recursion, and collects what is wrong with it.
struct TreeBuilder {
  let source: SourceText
  private let limits: YAMLLimits
  private var cursor: SourceCursor
  private var diagnostics: [Diagnostic] = []
  private var root: YAMLNode?
  private var hasDocument = false
  private var isBroken = false
  private var frames: [Frame] = []
  private var anchors: [String: Anchor] = [:]
  /// Nodes so far, those that aliases bring included.
  private var nodes = 0
  private var aliasedNodes = 0
  private var undefinedAliases = 0
  /// The scalar that was read last, for messages about what follows it.
  private var lastScalar: YAMLScalar?

  init(_ source: SourceText, limits: YAMLLimits) {
    self.source = source
    self.limits = limits
    self.cursor = SourceCursor(source)
  }

  /// A list or mapping that is still open.
  private struct Frame {
    var isMapping: Bool
    var start: SourceLocation
    /// The end of the last node in it.
    var end: SourceLocation
    var anchor: String?
    /// The count of nodes before it.
    var nodesBefore: Int
    var elements: [YAMLNode] = []
    var entries = MappingEntries()
    var key: YAMLNode?
  }

  private struct Anchor {
    var place: SourceRange
    /// Nil while the node is still open.
    var node: YAMLNode?
    /// The nodes in it, itself included.
    var nodes = 0
  }

  /// Takes the next event; false when no further one is wanted.
  mutating func take(_ event: YAMLEvent) -> Bool {
    switch event.kind {
    case .documentStart:
      if hasDocument {
        diagnoseSecondDocument(event)
        return false
      }
      hasDocument = true
    case .documentEnd: break
    case .alias(let name): return resolve(name, event)
    case .scalar(let text, let style, let properties): takeScalar(text, style, properties, event)
    case .sequenceStart(let properties): return open(isMapping: false, properties, event)
    case .mappingStart(let properties): return open(isMapping: true, properties, event)
    case .sequenceEnd, .mappingEnd: close(event)
    }
    return true
  }

  /// Takes the fault that ends the reading.
  mutating func fail(_ fault: SyntaxFault) {
    isBroken = true
    diagnostics.append(
      SyntaxMessage.diagnostic(for: fault, in: source, after: lastScalar, inside: frames.last?.start.offset))
  }

  consuming func finish() -> YAMLDocument {
    if isBroken { return YAMLDocument(root: nil, diagnostics: diagnostics) }
    let start = cursor.location(ofOffset: 0)
    return YAMLDocument(root: root ?? null(at: SourceRange(start, start)), diagnostics: diagnostics)
  }

  private mutating func range(_ start: Int, _ end: Int) -> SourceRange {
    let first = cursor.location(ofOffset: start)
    return SourceRange(first, cursor.location(ofOffset: max(start, end)))
  }

  /// - Parameter text: what stands there; empty where nothing does.
  private func null(at range: SourceRange, text: String = "") -> YAMLNode {
    let place = text.isEmpty ? SourceRange(range.start, range.start) : range
    let scalar = YAMLScalar(text: text, style: .plain, kind: .null, source: source, range: place)
    return YAMLNode(source: source, range: range, content: .scalar(scalar))
  }

  private mutating func diagnoseSecondDocument(_ event: YAMLEvent) {
    let isMarked = source.bytes[event.start...].starts(with: "---".utf8)
    diagnostics.append(
      Diagnostic(
        "a second document in one file", in: source, at: range(event.start, event.start + (isMarked ? 3 : 0)),
        reason: "a file holds one YAML document",
        hint: isMarked ? "remove the '---' or move what follows to its own file" : nil))
  }

  // MARK: Scalars

  private mutating func takeScalar(
    _ text: String, _ style: YAMLScalar.Style, _ properties: NodeProperties, _ event: YAMLEvent
  ) {
    nodes += 1
    let prefix = PropertyScan(source.bytes, from: event.start)
    var start = prefix.isEmpty ? event.start : min(prefix.contentOffset, event.end)
    var end = event.end
    if style == .plain, text.isEmpty {
      if prefix.isEmpty { end = placeOfNothing(event.end) }
      start = end
    }
    if style == .literal || style == .folded { end = source.endWithoutBlanks(from: start, to: end) }
    let scalarRange = range(start, end)
    let kind: YAMLScalar.Kind
    switch Tag.kind(of: text, style, tag: properties.tag, isNonSpecific: properties.tag == nil && prefix.tag != nil) {
    case .success(let found): kind = found
    case .failure(let fault):
      let place = prefix.tag ?? start..<end
      diagnostics.append(fault.diagnostic(in: source, at: range(place.lowerBound, place.upperBound)))
      kind = .string
    }
    let scalar = YAMLScalar(
      text: text, style: style, kind: kind, isTagged: prefix.tag != nil, source: source, range: scalarRange)
    lastScalar = scalar
    let node = YAMLNode(source: source, range: scalarRange, content: .scalar(scalar))
    if let name = properties.anchor {
      anchors[name] = Anchor(place: anchorPlace(prefix, scalarRange), node: node, nodes: 1)
    }
    add(node)
  }

  /// The place of a value that is left out: behind its sign, or, where there is none, behind its key.
  private func placeOfNothing(_ offset: Int) -> Int {
    guard let key = frames.last?.key, offset > 0, source.bytes[offset - 1] != UInt8(ascii: ":") else { return offset }
    return key.range.end.offset
  }

  private mutating func anchorPlace(_ prefix: PropertyScan, _ fallback: SourceRange) -> SourceRange {
    prefix.anchor.map { range($0.lowerBound, $0.upperBound) } ?? fallback
  }

  // MARK: Aliases

  private mutating func resolve(_ name: String, _ event: YAMLEvent) -> Bool {
    let place = range(event.start, event.end)
    nodes += 1
    guard let anchor = anchors[name] else {
      undefinedAliases += 1
      // Comparing every one of many aliases with many anchors would take too long for what it tells.
      let candidates = undefinedAliases <= 20 ? anchors.keys.sorted() : []
      diagnostics.append(
        Diagnostic(
          "undefined alias '*\(name)'", in: source, at: place, reason: "no '&\(name)' stands above it",
          hint: didYouMean(name, among: candidates) ?? "text that begins with '*' needs quotes"))
      add(null(at: place, text: "*" + name))
      return true
    }
    guard let node = anchor.node else {
      diagnostics.append(
        Diagnostic(
          "the alias '*\(name)' stands inside what it stands for", in: source, at: place,
          reason: "it would have no end",
          notes: [Diagnostic(.note, "'&\(name)' is here", in: source, at: anchor.place)]))
      add(null(at: place, text: "*" + name))
      return true
    }
    nodes += anchor.nodes - 1
    aliasedNodes += anchor.nodes
    let most = limits.aliasedNodes(inBytes: source.bytes.count)
    guard aliasedNodes <= most else {
      diagnostics.append(
        Diagnostic(
          "the aliases make the file too large", in: source, at: place,
          reason: "with this one they stand for more than \(most) nodes",
          notes: [Diagnostic(.note, "'&\(name)' is here", in: source, at: anchor.place)]))
      isBroken = true
      return false
    }
    add(YAMLNode(source: source, range: place, content: node.content, definition: node.range))
    return true
  }

  // MARK: Lists and mappings

  private mutating func open(isMapping: Bool, _ properties: NodeProperties, _ event: YAMLEvent) -> Bool {
    var start = event.start
    var prefix = PropertyScan.none
    if properties.anchor != nil || properties.tag != nil {
      prefix = PropertyScan(source.bytes, from: event.start)
      // The event ends behind '[', '{' or '-', or before the first key of a block mapping.
      start = event.end
      if start > 0, [UInt8(ascii: "["), UInt8(ascii: "{"), UInt8(ascii: "-")].contains(source.bytes[start - 1]) {
        start -= 1
      }
    }
    let place = cursor.location(ofOffset: start)
    guard frames.count < limits.depth else {
      diagnostics.append(
        Diagnostic(
          "too deeply nested", in: source, at: SourceRange(place, cursor.location(ofOffset: start + 1)),
          reason: "lists and mappings may be nested \(limits.depth) deep"))
      isBroken = true
      return false
    }
    if let fault = Tag.fault(ofCollection: properties.tag, isMapping: isMapping) {
      let tag = prefix.tag ?? start..<start
      diagnostics.append(fault.diagnostic(in: source, at: range(tag.lowerBound, tag.upperBound)))
    }
    if let name = properties.anchor {
      anchors[name] = Anchor(place: anchorPlace(prefix, SourceRange(place, place)))
    }
    frames.append(
      Frame(isMapping: isMapping, start: place, end: place, anchor: properties.anchor, nodesBefore: nodes))
    nodes += 1
    return true
  }

  private mutating func close(_ event: YAMLEvent) {
    guard let frame = frames.popLast() else { return }
    // A bracket has a width; the end of a block is where the next thing begins, however far away that is.
    let end = event.end > event.start ? cursor.location(ofOffset: event.end) : frame.end
    let range = SourceRange(frame.start, end)
    let content: YAMLContent =
      frame.isMapping ? .mapping(frame.entries.merged(in: source, &diagnostics)) : .sequence(frame.elements)
    let node = YAMLNode(source: source, range: range, content: content)
    if let name = frame.anchor, let anchor = anchors[name], anchor.node == nil {
      anchors[name] = Anchor(place: anchor.place, node: node, nodes: nodes - frame.nodesBefore)
    }
    add(node)
  }

  private mutating func add(_ node: YAMLNode) {
    let last = frames.count - 1
    guard last >= 0 else {
      root = node
      return
    }
    frames[last].end = node.range.end
    if !frames[last].isMapping {
      frames[last].elements.append(node)
    } else if let key = frames[last].key {
      frames[last].key = nil
      frames[last].entries.add(key, node, &diagnostics)
    } else {
      frames[last].key = node
    }
  }
}
