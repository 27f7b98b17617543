internal import CYAML
internal import Diagnostics

/// Feeds libyaml's events of a text to a builder, until the text ends, has a fault, or the builder has enough.
func readEvents(of source: SourceText, into builder: inout TreeBuilder) {
  source.bytes.withUnsafeBufferPointer { bytes in
    // libyaml counts no column for a byte order mark only where it finds the encoding itself; it is told UTF-8.
    let skipped = UTF8Scan.isByteOrderMark(bytes) ? 3 : 0
    guard let base = bytes.baseAddress, bytes.count > skipped else { return }
    let text = UnsafeBufferPointer(start: base + skipped, count: bytes.count - skipped)
    let offsets = ScalarOffsets(text, from: skipped)
    let parser = ParserHandle(text)
    while true {
      switch parser.next(offsets) {
      case .event(let event):
        guard builder.take(event) else { return }
      case .other: continue
      case .end: return
      case .fault(let fault):
        builder.fail(fault)
        return
      }
    }
  }
}

/// Owns a `yaml_parser_t`. The text is not copied: it must outlive the handle.
private struct ParserHandle: ~Copyable {
  enum Outcome {
    case event(YAMLEvent)
    /// The beginning of the stream, of which a tree needs nothing.
    case other
    case end
    case fault(SyntaxFault)
  }

  /// Allocated once and never moved, since the parser points at itself.
  private let raw: UnsafeMutablePointer<yaml_parser_t>

  init(_ text: UnsafeBufferPointer<UInt8>) {
    raw = .allocate(capacity: 1)
    guard yaml_parser_initialize(raw) == 1 else { preconditionFailure("no memory for a YAML parser") }
    yaml_parser_set_encoding(raw, YAML_UTF8_ENCODING)
    yaml_parser_set_input_string(raw, text.baseAddress, text.count)
  }

  deinit {
    yaml_parser_delete(raw)
    raw.deallocate()
  }

  func next(_ offsets: ScalarOffsets) -> Outcome {
    var event = yaml_event_t()
    guard yaml_parser_parse(raw, &event) == 1 else { return .fault(fault(offsets)) }
    defer { yaml_event_delete(&event) }
    let kind: YAMLEvent.Kind
    switch event.type {
    case YAML_DOCUMENT_START_EVENT: kind = .documentStart
    case YAML_DOCUMENT_END_EVENT: kind = .documentEnd
    case YAML_ALIAS_EVENT: kind = .alias(name: Self.string(event.data.alias.anchor) ?? "")
    case YAML_SCALAR_EVENT:
      let scalar = event.data.scalar
      let text = String(decoding: UnsafeBufferPointer(start: scalar.value, count: scalar.length), as: UTF8.self)
      kind = .scalar(text: text, style: Self.style(scalar.style), Self.properties(scalar.anchor, scalar.tag))
    case YAML_SEQUENCE_START_EVENT:
      let sequence = event.data.sequence_start
      kind = .sequenceStart(Self.properties(sequence.anchor, sequence.tag))
    case YAML_SEQUENCE_END_EVENT: kind = .sequenceEnd
    case YAML_MAPPING_START_EVENT:
      let mapping = event.data.mapping_start
      kind = .mappingStart(Self.properties(mapping.anchor, mapping.tag))
    case YAML_MAPPING_END_EVENT: kind = .mappingEnd
    case YAML_STREAM_START_EVENT: return .other
    default: return .end
    }
    return .event(
      YAMLEvent(
        kind: kind, start: offsets.offset(ofScalar: event.start_mark.index),
        end: offsets.offset(ofScalar: event.end_mark.index)))
  }

  private func fault(_ offsets: ScalarOffsets) -> SyntaxFault {
    let context = raw.pointee.context.map { String(cString: $0) } ?? ""
    let problem = raw.pointee.problem.map { String(cString: $0) } ?? ""
    if raw.pointee.error == YAML_READER_ERROR {
      let offset = offsets.base + raw.pointee.problem_offset
      return SyntaxFault(context: "", contextOffset: offset, problem: problem, offset: offset)
    }
    return SyntaxFault(
      context: context, contextOffset: offsets.offset(ofScalar: raw.pointee.context_mark.index),
      problem: problem, offset: offsets.offset(ofScalar: raw.pointee.problem_mark.index))
  }

  private static func style(_ style: yaml_scalar_style_t) -> YAMLScalar.Style {
    switch style {
    case YAML_SINGLE_QUOTED_SCALAR_STYLE: .singleQuoted
    case YAML_DOUBLE_QUOTED_SCALAR_STYLE: .doubleQuoted
    case YAML_LITERAL_SCALAR_STYLE: .literal
    case YAML_FOLDED_SCALAR_STYLE: .folded
    default: .plain
    }
  }

  private static func properties(
    _ anchor: UnsafeMutablePointer<yaml_char_t>?, _ tag: UnsafeMutablePointer<yaml_char_t>?
  ) -> NodeProperties {
    NodeProperties(anchor: string(anchor), tag: string(tag))
  }

  private static func string(_ text: UnsafeMutablePointer<yaml_char_t>?) -> String? {
    text.map { String(decodingCString: $0, as: UTF8.self) }
  }
}
