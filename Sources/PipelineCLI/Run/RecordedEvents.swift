import Files
import RunEvents
import Values

/// The events in a file, one after another. Used on one thread.
final class RecordedEvents {
  /// What is wrong with a line, and which, from 1.
  struct Fault: Error, CustomStringConvertible {
    let file: String
    let line: Int
    let message: String

    var description: String { "\(file):\(line): \(message)" }
  }

  private let path: String
  private let file: FileReader
  private var chunk: [UInt8] = []
  private var place = 0
  private var line = 0
  private var isAtEnd = false

  private static let longestLine = 1 << 30

  /// - Parameter path: `-` is standard input.
  init(_ path: String) throws(FileError) {
    self.path = path == "-" ? "<stdin>" : path
    file = try FileReader(path == "-" ? "/dev/stdin" : path)
  }

  /// The next event of a kind that is known; `nil` at the end. What a killed run left of its last line is passed over.
  func next() throws -> RunEvent? {
    while let (text, isWhole) = try nextLine() {
      guard text.contains(where: { $0 != UInt8(ascii: " ") && $0 != UInt8(ascii: "\r") }) else { continue }
      let json: JSONValue
      do throws(JSONParseError) {
        // A value of the output stands one level deeper than by itself.
        json = try JSONValue(parsing: text, options: .init(maximumDepth: JSONValue.maximumDepth + 8))
      } catch {
        if !isWhole { return nil }
        throw Fault(file: path, line: line, message: "this is no event: \(error)")
      }
      do throws(EventFormatError) {
        if let event = try RunEvent(json: json) { return event }
      } catch {
        throw Fault(file: path, line: line, message: error.message)
      }
    }
    return nil
  }

  /// A line without its end, and whether it had one.
  private func nextLine() throws -> (text: [UInt8], isWhole: Bool)? {
    var text: [UInt8] = []
    line += 1
    while true {
      if place == chunk.count {
        guard !isAtEnd, let bytes = try file.next() else {
          isAtEnd = true
          return text.isEmpty ? nil : (text, false)
        }
        chunk = Array(bytes)
        place = 0
      }
      let end = chunk[place...].firstIndex(of: UInt8(ascii: "\n"))
      text += chunk[place..<(end ?? chunk.count)]
      place = end.map { $0 + 1 } ?? chunk.count
      if end != nil { return (text, true) }
      if text.count > Self.longestLine { throw Fault(file: path, line: line, message: "the line is too long") }
    }
  }
}
