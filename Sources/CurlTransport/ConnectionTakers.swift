/// Which transfer was the last to take a connection, of those that began in the loop's present turn.
///
/// libcurl hands the connection of a transfer that has ended to the next one at once, before the loop hears of the end.
final class ConnectionTakers {
  /// Connections are known by their local ports. Two of different hosts may share one, which only makes the answer careful.
  private var seats: [Int: Int] = [:]
  private var isKnown = false

  func removeAll() { seats.removeAll(keepingCapacity: true) }

  func note(_ seat: Int, at port: Int) {
    isKnown = true
    seats[port] = seat
  }

  /// Whether nobody else has taken the connection since. False where libcurl tells nothing.
  func isLast(_ seat: Int, at port: Int) -> Bool { isKnown && seats[port, default: seat] == seat }
}
