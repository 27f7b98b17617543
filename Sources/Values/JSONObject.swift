/// An object that keeps the order in which its keys were first set.
///
/// Setting a key that is there keeps its place. Keys are told apart by their bytes: `é` as one scalar and as two are
/// different keys, as they are in JSON. Lookup is a search through the entries while there are few, and constant time beyond.
package struct JSONObject: Sendable {
  struct Entry {
    var key: String
    var value: JSONValue
  }

  private(set) var entries: [Entry] = []
  /// Empty while the entries are few enough to be searched one by one.
  private var index = KeyIndex()

  static let searchedKeys = 12

  package init() {}

  /// A later pair with the same key replaces the value of the earlier one.
  package init(_ pairs: some Sequence<(String, JSONValue)>) {
    entries.reserveCapacity(pairs.underestimatedCount)
    for (key, value) in pairs { self[key] = value }
  }

  /// - Parameter entries: have no key twice.
  init(distinct entries: [Entry]) {
    self.entries = entries
    if entries.count > Self.searchedKeys { index.rebuild(for: entries) }
  }

  /// Makes room for `count` entries.
  package mutating func reserveCapacity(_ count: Int) { entries.reserveCapacity(count) }

  package var count: Int { entries.count }
  package var isEmpty: Bool { entries.isEmpty }

  /// In order.
  package var keys: [String] { entries.map(\.key) }
  /// In the order of the keys.
  package var values: [JSONValue] { entries.map(\.value) }

  package func contains(_ key: String) -> Bool { place(of: key) != nil }

  /// Setting nil removes the key, in time linear in the number of keys.
  package subscript(key: String) -> JSONValue? {
    get { place(of: key).map { entries[$0].value } }
    set {
      switch (place(of: key), newValue) {
      case (let place?, let value?): entries[place].value = value
      case (nil, let value?): append(Entry(key: key, value: value))
      case (let place?, nil):
        entries.remove(at: place)
        index = KeyIndex()
        if entries.count > Self.searchedKeys { index.rebuild(for: entries) }
      case (nil, nil): break
      }
    }
  }

  /// The place of a key in `self`, as a collection.
  package func place(of key: String) -> Int? {
    if index.isEmpty {
      return entries.firstIndex { $0.key.hasSameBytes(as: key) }
    }
    return index.place(of: key, in: entries)
  }

  private mutating func append(_ entry: Entry) {
    entries.append(entry)
    if !index.isEmpty {
      index.add(entries.count - 1, in: entries)
    } else if entries.count > Self.searchedKeys {
      index.rebuild(for: entries)
    }
  }
}

extension JSONObject: RandomAccessCollection {
  package var startIndex: Int { 0 }
  package var endIndex: Int { entries.count }
  package subscript(position: Int) -> (key: String, value: JSONValue) {
    let entry = entries[position]
    return (entry.key, entry.value)
  }
}

extension JSONObject: ExpressibleByDictionaryLiteral {
  package init(dictionaryLiteral elements: (String, JSONValue)...) { self.init(elements) }
}

/// Finds an entry by its key in constant time: a table of places, probed in line.
///
/// Swift's seeded hash is used, so that keys a server chooses cannot make it slow.
private struct KeyIndex {
  /// Places in the entries, -1 where free; a power of two, at most half full.
  private var slots: [Int32] = []

  var isEmpty: Bool { slots.isEmpty }

  func place(of key: String, in entries: [JSONObject.Entry]) -> Int? {
    let mask = slots.count - 1
    var slot = key.byteHash & mask
    while slots[slot] >= 0 {
      let place = Int(slots[slot])
      if entries[place].key.hasSameBytes(as: key) { return place }
      slot = (slot + 1) & mask
    }
    return nil
  }

  mutating func add(_ place: Int, in entries: [JSONObject.Entry]) {
    if entries.count * 2 > slots.count {
      rebuild(for: entries)
    } else {
      insert(place, key: entries[place].key)
    }
  }

  mutating func rebuild(for entries: [JSONObject.Entry]) {
    var capacity = 32
    while capacity < entries.count * 4 { capacity *= 2 }
    slots = Array(repeating: -1, count: capacity)
    for place in entries.indices { insert(place, key: entries[place].key) }
  }

  private mutating func insert(_ place: Int, key: String) {
    let mask = slots.count - 1
    var slot = key.byteHash & mask
    while slots[slot] >= 0 { slot = (slot + 1) & mask }
    slots[slot] = Int32(place)
  }
}
