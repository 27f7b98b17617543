import CCurl
import HTTP

/// The one owner of a libcurl easy handle: one transfer at a time, used again and again. Used on the loop's thread only.
struct EasyHandle: ~Copyable {
  let raw: UnsafeMutableRawPointer
  /// libcurl writes the reason of a failure here, from any of its calls for this handle.
  private let reasonBuffer: UnsafeMutablePointer<CChar>

  /// `nil` if there is no memory for it.
  init?() {
    guard let raw = curl_easy_init() else { return nil }
    self.raw = raw
    reasonBuffer = .allocate(capacity: Int(CURL_ERROR_SIZE))
    reasonBuffer.initialize(repeating: 0, count: Int(CURL_ERROR_SIZE))
  }

  deinit {
    curl_easy_cleanup(raw)
    reasonBuffer.deallocate()
  }

  /// Back to libcurl's defaults. Connections are not the handle's and stay.
  func reset() {
    curl_easy_reset(raw)
    reasonBuffer[0] = 0
    _ = pl_easy_set_pointer(raw, CURLOPT_ERRORBUFFER, reasonBuffer)
  }

  /// libcurl's own words for the last failure; empty if it had none.
  var reason: String { String(cString: reasonBuffer) }

  func set(_ option: CURLoption, _ value: Int) throws(TransportError) {
    try check(pl_easy_set_long(raw, option, value), option)
  }

  func set(_ option: CURLoption, _ value: Bool) throws(TransportError) {
    try check(pl_easy_set_long(raw, option, value ? 1 : 0), option)
  }

  func set(_ option: CURLoption, large value: Int) throws(TransportError) {
    try check(pl_easy_set_offset(raw, option, curl_off_t(value)), option)
  }

  /// libcurl copies the text.
  func set(_ option: CURLoption, _ value: String) throws(TransportError) {
    if value.utf8.contains(0) { throw TransportError(.other, "'\(value)' holds a NUL character") }
    try check(value.withCString { pl_easy_set_string(raw, option, $0) }, option)
  }

  /// The list must live until the transfer has ended.
  func set(_ option: CURLoption, _ list: StringList) throws(TransportError) {
    try check(pl_easy_set_list(raw, option, list.raw), option)
  }

  /// libcurl copies the bytes, which are the body of a POST.
  func setBody(_ bytes: [UInt8]) throws(TransportError) {
    try set(CURLOPT_POSTFIELDSIZE_LARGE, large: bytes.count)
    let status = bytes.withUnsafeBytes { bytes in
      // An empty array may have no address; libcurl takes "no body" from a missing one.
      withUnsafePointer(to: 0 as CChar) { empty in
        pl_easy_set_string(raw, CURLOPT_COPYPOSTFIELDS, bytes.baseAddress?.assumingMemoryBound(to: CChar.self) ?? empty)
      }
    }
    try check(status, CURLOPT_COPYPOSTFIELDS)
  }

  /// Ends a pause that the write callback asked for. Calls it with what has been waiting.
  func resume() { curl_easy_pause(raw, CURLPAUSE_CONT) }

  func allowOnlyHTTP() throws(TransportError) {
    try check(pl_easy_allow_only_http(raw), CURLOPT_URL)
  }

  func long(_ info: CURLINFO) -> Int {
    var value = 0
    _ = pl_easy_get_long(raw, info, &value)
    return value
  }

  func large(_ info: CURLINFO) -> Int {
    var value: curl_off_t = 0
    _ = pl_easy_get_offset(raw, info, &value)
    return Int(value)
  }

  /// A time that libcurl took, zero for a phase that was not reached.
  func duration(_ info: CURLINFO) -> Duration { .microseconds(large(info)) }

  /// To be called when an HTTP/1 transfer has ended: makes sure that its connection is not used again if the server has
  /// sent more than it announced. That must not be taken for the answer to the next request.
  func endConnectionWithUnreadBytes() {
    _ = pl_easy_end_connection_with_unread_bytes(raw)
  }

  /// The one place where an option's status becomes an error.
  func check(_ status: CURLcode, _ option: CURLoption) throws(TransportError) {
    guard status != CURLE_OK else { return }
    let kind: TransportError.Kind = option == CURLOPT_URL ? .invalidURL : .other
    throw TransportError(
      kind, "libcurl refuses \(Self.subject(of: option)): \(String(cString: curl_easy_strerror(status)))")
  }

  private static func subject(of option: CURLoption) -> String {
    switch option {
    case CURLOPT_URL: "the URL"
    case CURLOPT_HTTP_VERSION: "this HTTP version"
    case CURLOPT_PROXY: "the proxy"
    case CURLOPT_PINNEDPUBLICKEY: "the pinned public key"
    case CURLOPT_CAINFO, CURLOPT_SSLCERT, CURLOPT_SSLKEY, CURLOPT_SSL_VERIFYPEER: "a TLS option"
    default: "an option of the request"
    }
  }
}

/// The one owner of a libcurl list of texts.
final class StringList {
  private(set) var raw: UnsafeMutablePointer<curl_slist>?

  init(_ texts: [String] = []) throws(TransportError) {
    for text in texts { try append(text) }
  }

  deinit {
    curl_slist_free_all(raw)
  }

  func append(_ text: String) throws(TransportError) {
    if text.utf8.contains(0) { throw TransportError(.other, "'\(text)' holds a NUL character") }
    guard let longer = curl_slist_append(raw, text) else { throw TransportError(.other, "out of memory") }
    raw = longer
  }
}
