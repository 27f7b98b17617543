import CCurl
import HTTP

#if canImport(Darwin)
  import Darwin
#elseif canImport(Glibc)
  import Glibc
#else
  import Musl
#endif

extension EasyHandle {
  var timings: Timings {
    var timings = Timings()
    timings.nameLookup = duration(CURLINFO_NAMELOOKUP_TIME_T)
    timings.connect = duration(CURLINFO_CONNECT_TIME_T)
    timings.tls = duration(CURLINFO_APPCONNECT_TIME_T)
    timings.firstByte = duration(CURLINFO_STARTTRANSFER_TIME_T)
    timings.total = duration(CURLINFO_TOTAL_TIME_T)
    return timings
  }

  var httpVersion: String {
    switch long(CURLINFO_HTTP_VERSION) {
    case CURL_HTTP_VERSION_1_0: "1.0"
    case CURL_HTTP_VERSION_2_0: "2"
    case CURL_HTTP_VERSION_3: "3"
    default: "1.1"
    }
  }

  /// What a transfer died of, in the user's words.
  /// - Parameter received: Bytes of the body that came before.
  func failure(_ code: CURLcode, of request: Request, url: RequestURL, received: Int) -> TransportError {
    var system = Int32(truncatingIfNeeded: long(CURLINFO_OS_ERRNO))
    // Where there was no descriptor for a socket, libcurl does not say so.
    if code == CURLE_COULDNT_CONNECT, system == 0 { system = descriptorShortage() }
    let announced = large(CURLINFO_CONTENT_LENGTH_DOWNLOAD_T)
    return TransferFailure(
      request: request, url: url, reason: reason, systemReason: system == 0 ? nil : systemReason(system),
      isReset: system == ECONNRESET,
      status: long(CURLINFO_RESPONSE_CODE), received: received, announced: announced > 0 ? announced : nil
    ).error(for: code)
  }
}

/// The system's error number if the process can open nothing more, else zero.
private func descriptorShortage() -> Int32 {
  let descriptor = open("/dev/null", O_RDONLY | O_CLOEXEC)
  if descriptor < 0 { return errno }
  close(descriptor)
  return 0
}
