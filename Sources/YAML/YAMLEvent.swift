/// One of libyaml's events, its marks turned into byte offsets of the source.
struct YAMLEvent {
  enum Kind {
    case documentStart
    case documentEnd
    case alias(name: String)
    case scalar(text: String, style: YAMLScalar.Style, NodeProperties)
    case sequenceStart(NodeProperties)
    case sequenceEnd
    case mappingStart(NodeProperties)
    case mappingEnd
  }

  var kind: Kind
  /// Where the event's text begins, anchor and tag included.
  var start: Int
  var end: Int
}

/// What stands before a node.
struct NodeProperties {
  var anchor: String?
  /// The tag with its handle resolved, such as `tag:yaml.org,2002:str`.
  var tag: String?
}

/// What libyaml says of a fault, its marks turned into byte offsets of the source.
struct SyntaxFault {
  /// What was being read, such as `while parsing a flow sequence`; empty where libyaml gives none.
  var context: String
  var contextOffset: Int
  var problem: String
  var offset: Int
}
