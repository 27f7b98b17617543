import Files
import PipelineLanguage
import RunEvents
import Values

/// The values in a file, read as far as they are asked for. What goes wrong is the last element.
struct FileRecords: Sequence, Sendable {
  let path: String
  let format: FileFormat

  func makeIterator() -> Iterator { Iterator(path, format) }

  struct Fault: Error {
    let kind: RunFailure.Kind
    /// What is wrong, without the file's name.
    let message: String
  }

  /// What is held in memory of a file, at most: of one value, one row, one line.
  static let limit = 256 << 20

  struct Iterator: IteratorProtocol {
    private enum State {
      case unopened
      case open(RecordReader)
      case over
    }

    private let path: String
    private let format: FileFormat
    private var state = State.unopened

    init(_ path: String, _ format: FileFormat) {
      self.path = path
      self.format = format
    }

    mutating func next() -> Result<JSONValue, Fault>? {
      do throws(Fault) {
        switch state {
        case .over: return nil
        case .unopened where format.isOneValue:
          state = .over
          return .success(try FileRecords.whole(path, format))
        case .unopened: state = .open(try RecordReader(path, format))
        case .open: break
        }
        guard case .open(let reader) = state, let value = try reader.next() else {
          state = .over
          return nil
        }
        return .success(value)
      } catch {
        state = .over
        return .failure(error)
      }
    }
  }

  private static func whole(_ path: String, _ format: FileFormat) throws(Fault) -> JSONValue {
    var bytes: [UInt8]
    do throws(FileError) { bytes = try FileSystem.read(path, limit: limit) } catch { throw Fault(error) }
    if bytes.starts(with: byteOrderMark) { bytes.removeFirst(byteOrderMark.count) }
    if format == .text { return .string(String(decoding: bytes, as: UTF8.self)) }
    do throws(JSONParseError) {
      return try JSONValue(parsing: bytes)
    } catch {
      throw Fault(kind: .decode, message: "\(error)")
    }
  }

  static let byteOrderMark: [UInt8] = [0xEF, 0xBB, 0xBF]
}

extension FileRecords.Fault {
  init(_ error: FileError) { self.init(kind: .io, message: error.reason) }

  init(_ error: CSVError) { self.init(kind: .decode, message: "line \(error.line): \(error.message)") }
}
