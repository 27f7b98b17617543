import PipelineLanguage
import RunEvents
import Values

/// Makes values of a body that comes in pieces: lines, JSON values or events.
struct BodySplitter {
  struct Fault: Error {
    var kind: RunFailure.Kind
    var message: String
    var details: [String] = []
  }

  private let format: FetchStep.Decoding
  private let limit: Int
  private var cutter: LineCutter
  private var events: EventStreamParser
  private var lineCount = 0

  init(_ format: FetchStep.Decoding, limit: Int) {
    self.format = format
    self.limit = limit
    cutter = LineCutter(format == .sse ? .any : .newline, limit: limit)
    events = EventStreamParser(limit: limit)
  }

  /// The values that are whole with these bytes; the last may be a fault, behind which there is nothing.
  mutating func split(_ bytes: [UInt8]) -> [Result<JSONValue, Fault>] {
    var found: [Result<JSONValue, Fault>] = []
    do throws(Fault) {
      do throws(LineCutter.TooLong) {
        try cutter.cut(bytes)
      } catch {
        // What came before it is not lost.
        try add(cutter.takeLines(), to: &found)
        throw tooLong()
      }
      try add(cutter.takeLines(), to: &found)
    } catch {
      found.append(.failure(error))
    }
    return found
  }

  /// The value of a last line that has no end. Of an event stream there is none: what no empty line ends is no event.
  mutating func finish() -> [Result<JSONValue, Fault>] {
    guard format != .sse, let line = cutter.finish() else { return [] }
    var found: [Result<JSONValue, Fault>] = []
    do throws(Fault) { try add([line], to: &found) } catch { found.append(.failure(error)) }
    return found
  }

  private mutating func add(_ lines: [[UInt8]], to found: inout [Result<JSONValue, Fault>]) throws(Fault) {
    found.reserveCapacity(lines.count + 1)
    for line in lines { if let value = try value(of: line) { found.append(.success(value)) } }
  }

  private mutating func value(of line: [UInt8]) throws(Fault) -> JSONValue? {
    lineCount += 1
    switch format {
    case .sse:
      do throws(LineCutter.TooLong) { return try events.take(line) } catch { throw tooLong() }
    case .ndjson:
      if line.allSatisfy({ $0 == 0x20 || $0 == 0x09 || $0 == 0x0D }) { return nil }
      do throws(JSONParseError) {
        return try JSONValue(parsing: line)
      } catch {
        throw Fault(
          kind: .decode,
          message: "line \(lineCount) of the response is no JSON: \(error.message)",
          details: ["the line is " + shown(line)])
      }
    case .lines, .byContentType, .json, .text, .none: return .string(String(decoding: line, as: UTF8.self))
    }
  }

  private func shown(_ line: [UInt8]) -> String {
    String(decoding: line.prefix(200), as: UTF8.self) + (line.count > 200 ? "…" : "")
  }

  private func tooLong() -> Fault {
    let what = format == .sse ? "an event" : "line \(lineCount + 1)"
    return Fault(
      kind: .transport,
      message: "\(what) of the response is longer than the \(limit) bytes that are held in memory (maxBody)")
  }
}
