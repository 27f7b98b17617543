import CCurl
import HTTP

/// `CURLE_TOO_LARGE`, which libcurl before 8.6 does not know.
private let tooLarge = CURLcode(rawValue: 100)

/// What is known of a failed transfer, and the words for it.
struct TransferFailure {
  let request: Request
  let url: RequestURL
  /// libcurl's words, which serve where ours know no better.
  let reason: String
  /// What the system said, if it was the system that failed.
  let systemReason: String?
  let isReset: Bool
  /// Zero before an answer began.
  let status: Int
  let received: Int
  let announced: Int?

  private var endpoint: String { url.endpoint }
  private var host: String { url.host }

  func error(for code: CURLcode) -> TransportError {
    switch code {
    case CURLE_URL_MALFORMAT:
      return TransportError(.invalidURL, "the URL is not valid: \(detail(for: code))")
    case CURLE_UNSUPPORTED_PROTOCOL:
      return TransportError(.receive, "what \(endpoint) answers is not HTTP/1 or HTTP/2")
    case CURLE_COULDNT_RESOLVE_HOST:
      return TransportError(.resolve, "could not resolve host '\(host)'")
    case CURLE_COULDNT_RESOLVE_PROXY:
      return TransportError(.proxy, "could not resolve the host of the proxy")
    case CURLE_COULDNT_CONNECT:
      return connectError
    case CURLE_OPERATION_TIMEDOUT:
      let limit = request.timeouts.connect.map { " within \($0.inWords)" } ?? ""
      return TransportError(.timeout, "could not connect to \(endpoint)\(limit) (timeout 'connect')")
    case CURLE_PROXY:
      return TransportError(.proxy, "the proxy failed: \(detail(for: code))")
    case CURLE_SSL_CONNECT_ERROR, CURLE_PEER_FAILED_VERIFICATION, CURLE_SSL_PINNEDPUBKEYNOTMATCH, CURLE_SSL_CERTPROBLEM,
      CURLE_SSL_CACERT_BADFILE, CURLE_SSL_CIPHER, CURLE_SSL_ISSUER_ERROR, CURLE_SSL_INVALIDCERTSTATUS,
      CURLE_SSL_ENGINE_NOTFOUND, CURLE_SSL_CRL_BADFILE, CURLE_USE_SSL_FAILED:
      return tlsError(for: code)
    case CURLE_GOT_NOTHING:
      return TransportError(.receive, "\(endpoint) closed the connection without an answer")
    case CURLE_PARTIAL_FILE:
      return truncatedError
    case CURLE_SEND_ERROR:
      return TransportError(.send, "the connection to \(endpoint) was lost while sending: \(detail(for: code))")
    case CURLE_RECV_ERROR:
      return receiveError(for: code)
    case CURLE_BAD_CONTENT_ENCODING:
      return TransportError(.encoding, "the body of the answer can't be unpacked: \(detail(for: code))")
    case CURLE_OUT_OF_MEMORY where received == 0, tooLarge:
      // What libcurl says of a header line that outgrows its buffer of 100 KiB.
      return TransportError(.tooLarge, "a header of the answer is too large")
    case CURLE_HTTP2, CURLE_HTTP2_STREAM, CURLE_HTTP3:
      return TransportError(.receive, "\(endpoint) ended the stream: \(detail(for: code))")
    case CURLE_WEIRD_SERVER_REPLY:
      return TransportError(.receive, "the answer of \(endpoint) is not valid HTTP: \(detail(for: code))")
    default:
      return TransportError(.other, "the transfer with \(endpoint) failed: \(detail(for: code))")
    }
  }

  /// Lower case first, as all messages are.
  private func detail(for code: CURLcode) -> String {
    let text = reason.isEmpty ? systemReason ?? String(cString: curl_easy_strerror(code)) : reason
    return Self.lowercasedFirst(text)
  }

  private static func lowercasedFirst(_ text: String) -> String {
    let second = text.dropFirst().first
    return second?.isLowercase == true || second == " " ? text.prefix(1).lowercased() + text.dropFirst() : text
  }
}

// MARK: Kinds with more to say

extension TransferFailure {
  private var connectError: TransportError {
    let cause = systemReason ?? "no address answers"
    // "Failed to connect to HOST port PORT after …": with a proxy or `connectTo` that is another than the URL's.
    let words = reason.split(separator: " ")
    if words.starts(with: ["Failed", "to", "connect", "to"]), words.count > 6, words[5] == "port" {
      let peer = "\(words[4]):\(words[6])"
      let named = endpoint.replacing("[", with: "").replacing("]", with: "")
      if peer != named {
        let isProxy = request.options.proxy?.isEmpty == false
        return TransportError(
          isProxy ? .proxy : .connect,
          "could not connect to \(isProxy ? "the proxy " : "")\(peer) (for \(endpoint)): \(cause)")
      }
    }
    return TransportError(.connect, "could not connect to \(endpoint): \(cause)")
  }

  private var truncatedError: TransportError {
    let counts = announced.map { "\(received) of \($0) bytes" } ?? "\(received) bytes, before the end of the body"
    return TransportError(.truncated, "the connection was closed after \(counts)")
  }

  private func receiveError(for code: CURLcode) -> TransportError {
    if reason.contains("CONNECT") || reason.contains("from proxy") {
      return TransportError(.proxy, "the proxy refuses to connect to \(endpoint): \(detail(for: code))")
    }
    if reason.contains("oo large response headers") {
      return TransportError(.tooLarge, "the headers of the answer are larger than \(ResponseHead.limit >> 10) KiB")
    }
    guard isReset || reason.contains("reset by peer") else {
      return TransportError(.receive, "receiving from \(endpoint) failed: \(detail(for: code))")
    }
    if status == 0 { return TransportError(.receive, "\(endpoint) reset the connection before it answered") }
    let counts = announced.map { "\(received) of \($0) bytes" } ?? "\(received) bytes"
    return TransportError(.receive, "\(endpoint) reset the connection after \(counts) of the body")
  }

  private func tlsError(for code: CURLcode) -> TransportError {
    let cause = Self.tlsCause(detail(for: code))
    let message =
      switch code {
      case CURLE_PEER_FAILED_VERIFICATION, CURLE_SSL_ISSUER_ERROR, CURLE_SSL_INVALIDCERTSTATUS:
        "the TLS certificate of \(endpoint) is not trusted: \(cause)"
      case CURLE_SSL_PINNEDPUBKEYNOTMATCH: "the public key of \(endpoint) is not the pinned one"
      case CURLE_SSL_CERTPROBLEM: "the client's certificate or key can't be used: \(cause)"
      case CURLE_SSL_CACERT_BADFILE:
        "the file of trusted certificates '\(request.options.caFile ?? "")' can't be used"
      default: "no TLS connection to \(endpoint): \(cause)"
      }
    return TransportError(.tls, message)
  }

  /// Takes OpenSSL's scaffolding from around its reason: `error:0A00010B:SSL routines::wrong version number`,
  /// `OpenSSL SSL_connect: Connection reset by peer in connection to …`, `SSL certificate problem: …`.
  private static func tlsCause(_ text: String) -> String {
    var text = text[...]
    if let marker = text.firstRange(of: "error:") {
      text = text[marker.lowerBound...]
      if let colon = text.lastIndex(of: ":") { text = text[text.index(after: colon)...] }
    }
    for prefix in ["SSL certificate problem: ", "SSL: "] where text.hasPrefix(prefix) {
      text = text.dropFirst(prefix.count)
    }
    if let marker = text.firstRange(of: "SSL_connect: ") { text = text[marker.upperBound...] }
    if let marker = text.firstRange(of: " in connection to") { text = text[..<marker.lowerBound] }
    if text.hasPrefix("SSL_ERROR_") { text = "the connection was closed" }
    return lowercasedFirst(String(text))
  }
}
