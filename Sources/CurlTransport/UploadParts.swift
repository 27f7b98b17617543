import HTTP

/// Bodies that are sent as one, read from any place. One of its files is open at a time.
final class UploadParts {
  let size: Int
  private let parts: [RequestBody.Part]
  /// Where each begins, and where the last ends.
  private let offsets: [Int]
  private var open: (part: Int, file: UploadFile)?

  init(_ parts: [RequestBody.Part]) {
    self.parts = parts
    var offsets = [0]
    offsets.reserveCapacity(parts.count + 1)
    for part in parts { offsets.append((offsets.last ?? 0) + part.size) }
    self.offsets = offsets
    size = offsets.last ?? 0
  }

  /// Zero at the end. Fails if a file is not there, or not as long as it was.
  func read(into room: UnsafeMutableRawBufferPointer, at offset: Int) throws(TransportError) -> Int {
    var done = 0
    var part = place(of: offset)
    // Small parts go together: a call for each would be a packet for each.
    while part < parts.count, done < room.count {
      let rest = UnsafeMutableRawBufferPointer(rebasing: room[done...])
      let within = offset + done - offsets[part]
      let count = try read(part, into: rest, at: within)
      done += count
      if within + count >= parts[part].size { part += 1 }
    }
    return done
  }

  private func read(
    _ part: Int, into room: UnsafeMutableRawBufferPointer, at offset: Int
  ) throws(TransportError) -> Int {
    switch parts[part] {
    case .bytes(let bytes):
      let count = min(room.count, bytes.count - offset)
      bytes.withUnsafeBytes { room.copyMemory(from: UnsafeRawBufferPointer(rebasing: $0[offset..<(offset + count)])) }
      return count
    case .file(let path, let size):
      if let open, open.part == part { return try open.file.read(into: room, at: offset) }
      let file = try UploadFile(path: path, size: size)
      open = (part, file)
      return try file.read(into: room, at: offset)
    }
  }

  /// The part that holds this byte: the last that begins there or before, and is not empty.
  private func place(of offset: Int) -> Int {
    var (low, high) = (0, parts.count)
    while low < high {
      let middle = (low + high) / 2
      if offsets[middle + 1] <= offset { low = middle + 1 } else { high = middle }
    }
    return low
  }
}
