import Files
import PipelineLanguage
import RunEvents
import Values

/// Reads lines, or rows, piece by piece. Used on one queue at a time.
final class RecordReader {
  private typealias Fault = FileRecords.Fault

  private let file: FileReader
  private let format: FileFormat
  private var chunk: [UInt8] = []
  private var place = 0
  private var line = 0
  private var isFirst = true
  private var isAtEnd = false
  private var csv = CSVParser(limit: FileRecords.limit)
  private var header: CSVHeader?

  init(_ path: String, _ format: FileFormat) throws(FileRecords.Fault) {
    self.format = format
    do throws(FileError) { file = try FileReader(path) } catch { throw Fault(error) }
  }

  /// The next value; `nil` at the end.
  func next() throws(FileRecords.Fault) -> JSONValue? {
    switch format {
    case .csv: return try nextObject()
    case .ndjson:
      while let text = try nextLine() {
        guard text.contains(where: { !Self.isBlank($0) }) else { continue }
        do throws(JSONParseError) {
          return try JSONValue(parsing: text)
        } catch {
          throw Fault(kind: .decode, message: "line \(line), column \(error.column): \(error.message)")
        }
      }
      return nil
    case .lines, .json, .text: return try nextLine().map { .string(String(decoding: $0, as: UTF8.self)) }
    }
  }

  // MARK: - Rows

  private func nextObject() throws(FileRecords.Fault) -> JSONValue? {
    while let row = try nextRow() {
      do throws(CSVError) {
        if let header { return .object(try header.object(row)) }
        header = try CSVHeader(row)
      } catch {
        throw Fault(error)
      }
    }
    return nil
  }

  private func nextRow() throws(FileRecords.Fault) -> CSVParser.Row? {
    while true {
      let hasMore = try fill()
      do throws(CSVError) {
        guard hasMore else { return try csv.finish() }
        while place < chunk.count {
          let byte = chunk[place]
          place += 1
          if let row = try csv.take(byte) { return row }
        }
      } catch {
        throw Fault(error)
      }
    }
  }

  // MARK: - Lines

  /// Without its end, LF or CRLF.
  private func nextLine() throws(FileRecords.Fault) -> [UInt8]? {
    line += 1
    var text: [UInt8] = []
    while try fill() {
      let rest = chunk[place...]
      let end = rest.firstIndex(of: UInt8(ascii: "\n"))
      text += rest[..<(end ?? rest.endIndex)]
      place = end.map { $0 + 1 } ?? chunk.count
      if text.count > FileRecords.limit {
        throw Fault(kind: .decode, message: "line \(line) is longer than 256 MiB")
      }
      if end != nil { return trimmed(text) }
    }
    return text.isEmpty ? nil : trimmed(text)
  }

  private func trimmed(_ text: [UInt8]) -> [UInt8] {
    var text = text
    if text.last == UInt8(ascii: "\r") { text.removeLast() }
    if isFirst, text.starts(with: FileRecords.byteOrderMark) { text.removeFirst(FileRecords.byteOrderMark.count) }
    isFirst = false
    return text
  }

  /// Whether there are bytes to take.
  private func fill() throws(FileRecords.Fault) -> Bool {
    if place < chunk.count { return true }
    if isAtEnd { return false }
    do throws(FileError) {
      guard let bytes = try file.next() else {
        isAtEnd = true
        return false
      }
      chunk.removeAll(keepingCapacity: true)
      chunk.append(contentsOf: bytes)
      place = 0
      return true
    } catch {
      throw Fault(error)
    }
  }

  private static func isBlank(_ byte: UInt8) -> Bool { byte == 0x20 || byte == 0x09 || byte == 0x0D }
}
