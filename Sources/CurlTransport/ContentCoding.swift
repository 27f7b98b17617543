import HTTP

/// Undoes the `Content-Encoding` of a body that was asked for in that form.
enum ContentCoding {
  /// What is asked for.
  static let accepted = "gzip, deflate"

  /// The plain body. Fails with `.encoding` where the data is not what the headers say or ends early, and with `.tooLarge`.
  static func decode(_ body: [UInt8], headers: [Header], limit: Int) throws(TransportError) -> [UInt8] {
    // Answers that have no body, those to HEAD for one, may still tell its coding.
    if body.isEmpty { return body }
    var body = body
    let codings = headers.filter { $0.name.lowercased() == "content-encoding" }.flatMap {
      $0.value.split(separator: ",")
    }
    for coding in codings.reversed() {
      let name = coding.filter { $0 != " " && $0 != "\t" }.lowercased()
      do throws(Inflate.Failure) {
        switch name {
        case "identity", "": break
        case "gzip", "x-gzip": body = try gunzip(body[...], limit: limit)
        case "deflate": body = try inflate(body[...], limit: limit)
        default: throw .unknown
        }
      } catch {
        throw TransportError(error, coding: name, limit: limit)
      }
    }
    return body
  }

  /// RFC 1952: one or more members.
  private static func gunzip(_ data: ArraySlice<UInt8>, limit: Int) throws(Inflate.Failure) -> [UInt8] {
    var plain: [UInt8] = []
    var rest = data
    repeat {
      rest = try skipHeader(rest)
      var inflate = Inflate(rest, limit: limit - plain.count)
      rest = try inflate.run()
      guard rest.count >= 8 else { throw .endsEarly }
      guard littleEndian(rest) == checksum(inflate.output),
        littleEndian(rest.dropFirst(4)) == UInt32(truncatingIfNeeded: inflate.output.count)
      else { throw .invalid }
      rest = rest.dropFirst(8)
      plain = plain.isEmpty ? inflate.output : plain + inflate.output
      // Some pad the end with zeros.
    } while rest.contains { $0 != 0 }
    return plain
  }

  private static func skipHeader(_ data: ArraySlice<UInt8>) throws(Inflate.Failure) -> ArraySlice<UInt8> {
    if data.count < 10 { throw data.starts(with: [0x1F, 0x8B].prefix(data.count)) ? .endsEarly : .invalid }
    guard data.starts(with: [0x1F, 0x8B, 8]) else { throw .invalid }
    let flags = data[data.startIndex + 3]
    var rest = data.dropFirst(10)
    if flags & 4 != 0 {
      guard rest.count >= 2 else { throw .endsEarly }
      let count = Int(rest[rest.startIndex]) | Int(rest[rest.startIndex + 1]) << 8
      rest = rest.dropFirst(2)
      guard rest.count >= count else { throw .endsEarly }
      rest = rest.dropFirst(count)
    }
    // A file name and a comment, each ended by a zero.
    for flag: UInt8 in [8, 16] where flags & flag != 0 {
      guard let end = rest.firstIndex(of: 0) else { throw .endsEarly }
      rest = rest[(end + 1)...]
    }
    return flags & 2 != 0 ? rest.dropFirst(2) : rest
  }

  /// RFC 1950; some servers leave its frame away.
  private static func inflate(_ data: ArraySlice<UInt8>, limit: Int) throws(Inflate.Failure) -> [UInt8] {
    let first = data[data.startIndex]
    let isFramed = data.count >= 2 && first & 15 == 8 && (Int(first) << 8 | Int(data[data.startIndex + 1])) % 31 == 0
    var inflate = Inflate(isFramed ? data.dropFirst(2) : data, limit: limit)
    let rest = try inflate.run()
    if isFramed {
      guard rest.count >= 4 else { throw .endsEarly }
      var (low, high): (UInt32, UInt32) = (1, 0)
      for byte in inflate.output {
        low = (low + UInt32(byte)) % 65521
        high = (high + low) % 65521
      }
      guard littleEndian(rest).byteSwapped == high << 16 | low else { throw .invalid }
    }
    return inflate.output
  }

  private static func littleEndian(_ bytes: ArraySlice<UInt8>) -> UInt32 {
    bytes.prefix(4).reversed().reduce(0) { $0 << 8 | UInt32($1) }
  }

  /// CRC-32.
  private static func checksum(_ bytes: [UInt8]) -> UInt32 {
    ~bytes.reduce(~0) { checksumTable[Int(UInt8(truncatingIfNeeded: $0) ^ $1)] ^ $0 >> 8 }
  }

  private static let checksumTable: [UInt32] = (0..<256).map { index in
    (0..<8).reduce(UInt32(index)) { value, _ in value & 1 == 1 ? value >> 1 ^ 0xEDB8_8320 : value >> 1 }
  }
}

extension TransportError {
  fileprivate init(_ failure: Inflate.Failure, coding: String, limit: Int) {
    switch failure {
    case .endsEarly: self.init(.encoding, "the body of the answer can't be unpacked: its \(coding) data ends early")
    case .invalid: self.init(.encoding, "the body of the answer can't be unpacked: it is not valid \(coding) data")
    case .unknown: self.init(.encoding, "the body of the answer comes as '\(coding)', which was not asked for")
    case .tooLarge:
      self.init(
        .tooLarge, "the body of the answer unpacks to more than the \(limit) bytes that are held in memory (maxBody)")
    }
  }
}
