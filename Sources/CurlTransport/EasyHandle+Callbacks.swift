import CCurl
import HTTP

// libcurl's way into an exchange: recover it, call one method, translate the answer.

extension EasyHandle {
  /// - Parameter streamsBody: The body is asked for piece by piece.
  /// - Parameter watchesBytes: Every turn of the loop tells how far the transfer is.
  func setCallbacks(of exchange: Exchange, streamsBody: Bool, watchesBytes: Bool) throws(TransportError) {
    let context = Unmanaged.passUnretained(exchange).toOpaque()
    try check(pl_easy_set_pointer(raw, CURLOPT_PRIVATE, context), CURLOPT_PRIVATE)
    try check(pl_easy_set_data_callback(raw, CURLOPT_HEADERFUNCTION, receiveHeadLine), CURLOPT_HEADERFUNCTION)
    try check(pl_easy_set_pointer(raw, CURLOPT_HEADERDATA, context), CURLOPT_HEADERDATA)
    try check(pl_easy_set_data_callback(raw, CURLOPT_WRITEFUNCTION, receiveBody), CURLOPT_WRITEFUNCTION)
    try check(pl_easy_set_pointer(raw, CURLOPT_WRITEDATA, context), CURLOPT_WRITEDATA)
    // Where libcurl is too old to tell, `Exchange` does without.
    _ = pl_easy_set_prerequest_callback(raw, noteConnection)
    _ = pl_easy_set_prerequest_context(raw, context)
    if streamsBody {
      try check(pl_easy_set_data_callback(raw, CURLOPT_READFUNCTION, provideBody), CURLOPT_READFUNCTION)
      try check(pl_easy_set_pointer(raw, CURLOPT_READDATA, context), CURLOPT_READDATA)
      try check(pl_easy_set_seek_callback(raw, rewindBody), CURLOPT_SEEKFUNCTION)
      try check(pl_easy_set_pointer(raw, CURLOPT_SEEKDATA, context), CURLOPT_SEEKDATA)
    }
    if watchesBytes {
      try check(pl_easy_set_progress_callback(raw, noteProgress), CURLOPT_XFERINFOFUNCTION)
      try check(pl_easy_set_pointer(raw, CURLOPT_XFERINFODATA, context), CURLOPT_XFERINFODATA)
      try set(CURLOPT_NOPROGRESS, false)
    }
  }
}

private func noteConnection(
  _ context: UnsafeMutableRawPointer?, _ remoteAddress: UnsafeMutablePointer<CChar>?,
  _ localAddress: UnsafeMutablePointer<CChar>?, _ remotePort: Int32, _ localPort: Int32
) -> Int32 {
  Exchange.from(context).noteConnection(localPort: Int(localPort))
  return 0
}

private func receiveHeadLine(
  _ bytes: UnsafeMutablePointer<CChar>?, _ size: Int, _ count: Int, _ context: UnsafeMutableRawPointer?
) -> Int {
  let line = UnsafeRawBufferPointer(start: bytes, count: size * count)
  return Exchange.from(context).receiveHeadLine(line) ? line.count : refused(line.count)
}

private func receiveBody(
  _ bytes: UnsafeMutablePointer<CChar>?, _ size: Int, _ count: Int, _ context: UnsafeMutableRawPointer?
) -> Int {
  let bytes = UnsafeRawBufferPointer(start: bytes, count: size * count)
  switch Exchange.from(context).receiveBody(bytes) {
  case .goOn: return bytes.count
  case .pause: return Int(CURL_WRITEFUNC_PAUSE)
  case .end: return refused(bytes.count)
  }
}

/// Any count but the one that came ends the transfer.
private func refused(_ count: Int) -> Int { count == 0 ? 1 : 0 }

private func provideBody(
  _ room: UnsafeMutablePointer<CChar>?, _ size: Int, _ count: Int, _ context: UnsafeMutableRawPointer?
) -> Int {
  let room = UnsafeMutableRawBufferPointer(start: room, count: size * count)
  return Exchange.from(context).provideBody(room) ?? Int(CURL_READFUNC_ABORT)
}

private func rewindBody(_ context: UnsafeMutableRawPointer?, _ offset: curl_off_t, _ origin: Int32) -> Int32 {
  // libcurl only ever seeks from the start.
  guard origin == 0 else { return CURL_SEEKFUNC_CANTSEEK }
  Exchange.from(context).rewindBody(to: Int(offset))
  return CURL_SEEKFUNC_OK
}

private func noteProgress(
  _ context: UnsafeMutableRawPointer?, _ receivedTotal: curl_off_t, _ received: curl_off_t, _ sentTotal: curl_off_t,
  _ sent: curl_off_t
) -> Int32 {
  Exchange.from(context).noteProgress(
    TransferProgress(
      sent: Int(sent), sentTotal: sentTotal > 0 ? Int(sentTotal) : nil, received: Int(received),
      receivedTotal: receivedTotal > 0 ? Int(receivedTotal) : nil))
  return 0
}
