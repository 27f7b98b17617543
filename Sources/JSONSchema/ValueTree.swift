import CJSONSchema
import Values

/// A value laid out flat, as the checker reads it: one node after the other, the texts in one run of bytes.
struct ValueTree {
  private var nodes: [pl_node] = []
  private var bytes: [UInt8] = []

  /// Set once the bytes have outgrown the 32 bits that keep a node small.
  private var isTooLarge = false

  private static let limit = Int(UInt32.max)

  private enum Container {
    case array([JSONValue])
    case object(JSONObject)
  }

  private struct Frame {
    let container: Container
    let place: Int
    var next = 0
  }

  /// `nil` where the value has more than 4,294,967,295 nodes or bytes of text.
  init?(_ value: JSONValue) {
    // A list of what is open, not recursion: a value may be nested deeper than a thread's stack.
    var open: [Frame] = []
    if let container = append(value, key: (0, 0), parent: 0, index: 0) {
      open.append(Frame(container: container, place: 0))
    }
    while let frame = open.last {
      let index = frame.next
      let child: JSONValue
      let key: (UInt32, UInt32)
      switch frame.container {
      case .array(let elements) where index < elements.count:
        (child, key) = (elements[index], (0, 0))
      case .object(let members) where index < members.count:
        let member = members[index]
        (child, key) = (member.value, append(member.key))
      default:
        nodes[frame.place].end = UInt32(nodes.count)
        open.removeLast()
        continue
      }
      open[open.count - 1].next += 1
      guard !isTooLarge, nodes.count < Self.limit else { return nil }
      let place = nodes.count
      if let container = append(child, key: key, parent: frame.place, index: index) {
        open.append(Frame(container: container, place: place))
      }
    }
    if isTooLarge { return nil }
  }

  /// Lends the tree to `body`.
  func withTree<Result>(_ body: (pl_tree) -> Result) -> Result {
    nodes.withUnsafeBufferPointer { nodes in
      bytes.withUnsafeBytes { bytes in
        body(
          pl_tree(
            nodes: nodes.baseAddress, count: UInt32(nodes.count),
            bytes: bytes.baseAddress?.assumingMemoryBound(to: CChar.self)))
      }
    }
  }

  /// Appends one node; gives what it holds, if it holds anything.
  private mutating func append(_ value: JSONValue, key: (UInt32, UInt32), parent: Int, index: Int) -> Container? {
    var node = pl_node()
    (node.key, node.keyLength) = key
    node.parent = UInt32(parent)
    node.index = UInt32(index)
    node.end = UInt32(nodes.count + 1)
    var container: Container?
    switch value {
    case .null: node.kind = UInt8(PL_NULL)
    case .bool(let isTrue): node.kind = UInt8(isTrue ? PL_TRUE : PL_FALSE)
    case .number(let number):
      node.kind = UInt8(PL_NUMBER)
      (node.text, node.textLength) = append(number.text)
    case .string(let string):
      node.kind = UInt8(PL_STRING)
      (node.text, node.textLength) = append(string)
    case .array(let elements):
      node.kind = UInt8(PL_ARRAY)
      node.count = UInt32(clamping: elements.count)
      if !elements.isEmpty { container = .array(elements) }
    case .object(let members):
      node.kind = UInt8(PL_OBJECT)
      node.count = UInt32(clamping: members.count)
      if !members.isEmpty { container = .object(members) }
    }
    nodes.append(node)
    return container
  }

  private mutating func append(_ text: String) -> (UInt32, UInt32) {
    let start = bytes.count
    guard start + text.utf8.count <= Self.limit else {
      isTooLarge = true
      return (0, 0)
    }
    bytes.append(contentsOf: text.utf8)
    return (UInt32(start), UInt32(bytes.count - start))
  }
}
