import HTTP
import Values

/// What many requests have in common, kept once: bodies and lists of headers.
struct HTMLTables {
  private(set) var texts: [JSONValue] = []
  private(set) var headers: [JSONValue] = []
  private var textPlaces: [String: Int] = [:]
  private var headerPlaces: [String: Int] = [:]
  private var size = 0

  /// Bodies of requests that went well are left out beyond so many bytes, so that the page can still be opened.
  static let mostBytes = 24 << 20

  /// The place of a text.
  ///
  /// - Parameter always: also where the page is full.
  mutating func place(ofText text: String, always: Bool) -> Int? {
    if let place = textPlaces[text] { return place }
    let bytes = text.utf8.count
    guard always || size + bytes <= Self.mostBytes else { return nil }
    size += bytes
    texts.append(.string(text))
    textPlaces[text] = texts.count - 1
    return texts.count - 1
  }

  mutating func place(of list: [Header]) -> Int? {
    guard !list.isEmpty else { return nil }
    var key = ""
    for header in list { key += "\(header.name)\u{0}\(header.value)\u{0}" }
    if let place = headerPlaces[key] { return place }
    headers.append(.array(list.map { [.string($0.name), .string($0.value)] }))
    headerPlaces[key] = headers.count - 1
    return headers.count - 1
  }
}
