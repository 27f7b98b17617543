import HTTP
import PipelineLanguage

extension Option {
  /// curl's names with curl's meaning.
  static let transfer = [
    Option("insecure", short: "k", "accept any certificate"),
    Option("cacert", value: "FILE", "trust the authorities in this file"),
    Option("proxy", short: "x", value: "URL", "go through this proxy"),
    Option("resolve", value: "HOST:PORT:ADDRESS", "take this address for a host"),
    Option("connect-to", value: "HOST1:PORT1:HOST2:PORT2", "connect to another host"),
    Option("max-time", value: "SECONDS", "the longest that a request may take"),
    Option("connect-timeout", value: "SECONDS", "the longest that connecting may take"),
    Option("http1.1", "speak HTTP/1.1"),
    Option("http2", "speak HTTP/2 where the server does"),
  ]
}

extension TransferOptions {
  init(_ arguments: ParsedArguments) {
    self.init()
    insecure = arguments.has("insecure")
    caFile = arguments.value("cacert")
    proxy = arguments.value("proxy")
    resolve = arguments.values("resolve")
    connectTo = arguments.values("connect-to")
    switch arguments.last(of: ["http1.1", "http2"]) {
    case "http1.1": version = .http1
    case "http2": version = .http2
    default: break
    }
  }
}

/// A number of seconds as curl takes it, or a duration with its unit; nothing for 0, with which curl means no limit.
func seconds(_ arguments: ParsedArguments, _ option: String) throws(UsageError) -> Duration? {
  guard let text = arguments.value(option) else { return nil }
  if let duration = parseDuration(text) ?? parseDuration(text + "s") { return duration > .zero ? duration : nil }
  throw UsageError("--\(option) is a time", hint: "'\(text)' was given; write 30 or 30s")
}
