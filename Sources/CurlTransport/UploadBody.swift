import HTTP

/// The body of a request on its way out.
enum UploadBody {
  case none
  /// Handed to libcurl with the request, so that both leave in one packet.
  case small([UInt8])
  /// Given out piece by piece, never copied as a whole.
  case large([UInt8], offset: Int)
  case file(UploadFile, offset: Int)
  case parts(UploadParts, offset: Int)

  /// Opens the file of a file's body.
  init(_ body: RequestBody) throws(TransportError) {
    switch body {
    case .none: self = .none
    case .bytes(let bytes): self = bytes.count <= 64 << 10 ? .small(bytes) : .large(bytes, offset: 0)
    case .file(let path, let size): self = .file(try UploadFile(path: path, size: size), offset: 0)
    case .parts(let parts): self = .parts(UploadParts(parts), offset: 0)
    }
  }

  /// `nil` without a body.
  var size: Int? {
    switch self {
    case .none: nil
    case .small(let bytes), .large(let bytes, _): bytes.count
    case .file(let file, _): file.size
    case .parts(let parts, _): parts.size
    }
  }

  /// Whether libcurl asks for it piece by piece.
  var isStreamed: Bool {
    switch self {
    case .none, .small: false
    case .large, .file, .parts: true
    }
  }

  /// The place of the next piece.
  var offset: Int {
    get {
      switch self {
      case .none, .small: 0
      case .large(_, let offset), .file(_, let offset), .parts(_, let offset): offset
      }
    }
    set {
      switch self {
      case .none, .small: break
      case .large(let bytes, _): self = .large(bytes, offset: newValue)
      case .file(let file, _): self = .file(file, offset: newValue)
      case .parts(let parts, _): self = .parts(parts, offset: newValue)
      }
    }
  }

  /// Puts the next piece into `room` and returns its length, zero at the end.
  mutating func read(into room: UnsafeMutableRawBufferPointer) throws(TransportError) -> Int {
    let count: Int
    switch self {
    case .none, .small:
      return 0
    case .large(let bytes, let offset):
      count = min(room.count, bytes.count - offset)
      bytes.withUnsafeBytes { room.copyMemory(from: UnsafeRawBufferPointer(rebasing: $0[offset..<(offset + count)])) }
    case .file(let file, let offset):
      count = try file.read(into: room, at: offset)
    case .parts(let parts, let offset):
      count = try parts.read(into: room, at: offset)
    }
    offset += count
    return count
  }
}
