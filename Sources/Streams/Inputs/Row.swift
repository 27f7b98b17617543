/// The values of one row of a join, one for each input in declared order, and what becomes of them.
///
/// Room for every input's value is there from the start; a place is filled or empty, and whoever owns the row knows which.
struct Row: ~Copyable {
  private let places: UnsafeMutableBufferPointer<Payload>
  private var isFilled: FixedArray<Bool>
  /// Places without a value.
  private(set) var missing: Int

  init(count: Int) {
    places = .allocate(capacity: count)
    isFilled = FixedArray(count: count) { false }
    missing = count
  }

  deinit {
    for port in 0..<places.count where isFilled[port] { places.deinitializeElement(at: port) }
    places.deallocate()
  }

  var count: Int { places.count }

  func has(_ port: Int) -> Bool { isFilled[port] }

  /// Fills an empty place.
  mutating func fill(_ port: Int, with value: consuming Payload) {
    isFilled[port] = true
    missing -= 1
    places.initializeElement(at: port, to: value)
  }

  /// Puts another value in a filled place.
  func replace(_ port: Int, with value: consuming Payload) { places[port] = value }

  /// Empties a filled place.
  mutating func drop(_ port: Int) {
    isFilled[port] = false
    missing += 1
    places.deinitializeElement(at: port)
  }

  /// Empties all places.
  mutating func removeAll() {
    for port in 0..<places.count where isFilled[port] { drop(port) }
  }

  /// What `make` makes of the values; no place may be empty.
  func made(by make: RowMaker) -> Payload { make(UnsafeBufferPointer(places)) }
}

/// Makes a join's output of its inputs' values.
@usableFromInline typealias RowMaker = @Sendable (UnsafeBufferPointer<Payload>) -> Payload

/// Rows as arrays. Inlined, so that it is made by code that knows the type: one allocation for the array, none besides.
@inlinable func arrays<Value: Sendable>(of type: Value.Type) -> RowMaker {
  { row in
    // A literal's length is known, and its array needs no question to the runtime about types: 40 ns less a row.
    switch row.count {
    case 1: return Payload([row[0].unwrap(as: Value.self)])
    case 2: return Payload([row[0].unwrap(as: Value.self), row[1].unwrap(as: Value.self)])
    case 3:
      return Payload([row[0].unwrap(as: Value.self), row[1].unwrap(as: Value.self), row[2].unwrap(as: Value.self)])
    default:
      return Payload(
        [Value](unsafeUninitializedCapacity: row.count) { values, count in
          for index in 0..<row.count { values.initializeElement(at: index, to: row[index].unwrap(as: Value.self)) }
          count = row.count
        })
    }
  }
}
