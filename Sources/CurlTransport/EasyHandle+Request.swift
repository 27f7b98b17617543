import CCurl
import HTTP

extension EasyHandle {
  /// Sets a freshly reset handle up for a request. Returns what must live until the transfer has ended.
  func configure(
    for request: Request, url: RequestURL, upload: UploadBody, userAgent: String
  ) throws(TransportError) -> [StringList] {
    try set(CURLOPT_NOSIGNAL, true)
    try allowOnlyHTTP()
    try set(CURLOPT_PATH_AS_IS, true)
    try set(CURLOPT_URL, url.encoded)
    try set(CURLOPT_SUPPRESS_CONNECT_HEADERS, true)
    // Refused where the transfer before ended so early that its buffer, of this size, is still there.
    _ = pl_easy_set_long(raw, CURLOPT_BUFFERSIZE, 32 << 10)
    try set(CURLOPT_CONNECTTIMEOUT_MS, Self.milliseconds(request.timeouts.connect))
    try setMethod(of: request, upload: upload)
    let headers = try HeaderList(request, upload: upload)
    if headers.needsUserAgent { try set(CURLOPT_USERAGENT, userAgent) }
    var lists: [StringList] = []
    if let list = headers.list {
      try set(CURLOPT_HTTPHEADER, list)
      lists.append(list)
    }
    try setOptions(request.options, lists: &lists)
    return lists
  }

  private func setMethod(of request: Request, upload: UploadBody) throws(TransportError) {
    try RequestMethod.check(request.method)
    if request.method == "HEAD" {
      guard upload.size ?? 0 == 0 else { throw TransportError(.other, "a HEAD request can't carry a body") }
      return try set(CURLOPT_NOBODY, true)
    }
    switch upload {
    case .none where !RequestMethod.announcesNoBody(request.method):
      if request.method == "GET" { return }
    case .none:
      try setBody([])
    case .small(let bytes):
      try setBody(bytes)
    case .large, .file, .parts:
      try set(CURLOPT_UPLOAD, true)
      try set(CURLOPT_INFILESIZE_LARGE, large: upload.size ?? 0)
      // Memory for as long as the transfer lives, so only for bodies that profit. A larger piece has left the processor's
      // cache before it is sent.
      try set(CURLOPT_UPLOAD_BUFFERSIZE, min(256 << 10, max(64 << 10, upload.size ?? 0)))
    }
    // With a body, libcurl's own idea of the method is PUT or POST.
    try set(CURLOPT_CUSTOMREQUEST, request.method)
  }

  /// Gives back the memory that the upload of a large body took.
  func releaseUploadBuffer() {
    // A new size makes libcurl let go of the buffer that it has.
    _ = pl_easy_set_long(raw, CURLOPT_UPLOAD_BUFFERSIZE, 64 << 10)
  }

  private func setOptions(_ options: TransferOptions, lists: inout [StringList]) throws(TransportError) {
    switch options.version {
    case .any: break
    case .http1: try set(CURLOPT_HTTP_VERSION, CURL_HTTP_VERSION_1_1)
    case .http2: try set(CURLOPT_HTTP_VERSION, CURL_HTTP_VERSION_2_0)
    }
    if let proxy = options.proxy { try set(CURLOPT_PROXY, proxy) }
    if let file = options.caFile { try set(CURLOPT_CAINFO, file) }
    if let file = options.certificateFile { try set(CURLOPT_SSLCERT, file) }
    if let file = options.keyFile { try set(CURLOPT_SSLKEY, file) }
    if let pin = options.pinnedPublicKey { try set(CURLOPT_PINNEDPUBLICKEY, pin) }
    if options.insecure {
      try set(CURLOPT_SSL_VERIFYPEER, false)
      try set(CURLOPT_SSL_VERIFYHOST, 0)
    }
    for (option, entries) in [(CURLOPT_RESOLVE, options.resolve), (CURLOPT_CONNECT_TO, options.connectTo)]
    where !entries.isEmpty {
      let list = try StringList(entries)
      try set(option, list)
      lists.append(list)
    }
  }

  /// libcurl reads zero as its default of five minutes, so "unlimited" is a very long time.
  private static func milliseconds(_ timeout: Duration?) -> Int {
    guard let timeout else { return Int(Int32.max) }
    return min(max(1, timeout.wholeMilliseconds), Int(Int32.max))
  }
}

/// What a method (RFC 9110, section 9) may be and means for a request without a body.
enum RequestMethod {
  static func check(_ method: String) throws(TransportError) {
    guard !method.isEmpty, method.utf8.allSatisfy(\.isTokenCharacter) else {
      throw TransportError(
        .other, "'\(method)' can't be a request's method: only letters, digits and !#$%&'*+-.^_`|~ can")
    }
  }

  /// Servers expect these to say how long their body is even where there is none (RFC 9110, section 8.6).
  static func announcesNoBody(_ method: String) -> Bool {
    method == "POST" || method == "PUT" || method == "PATCH"
  }
}

extension UInt8 {
  /// A character of a token (RFC 9110, section 5.6.2).
  var isTokenCharacter: Bool {
    switch self {
    case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
      UInt8(ascii: "0")...UInt8(ascii: "9"):
      true
    default: "!#$%&'*+-.^_`|~".utf8.contains(self)
    }
  }
}
