import Diagnostics
import HTTP
import YAML

extension PipelineParser {
  static let clientKeys = MappingDeclaration(
    "a client",
    [
      ClientKey.baseURL, ClientKey.headers, ClientKey.query, ClientKey.auth, ClientKey.retry, ClientKey.redirects,
      ClientKey.keepHeaders, ClientKey.cookies, ClientKey.timeout,
      ClientKey.accept, ClientKey.errorBody,
      ClientKey.proxy, ClientKey.tls, ClientKey.http, ClientKey.concurrency,
    ])

  func clients(_ section: YAMLNode) -> [ClientDeclaration] {
    entries(section).map { entry in
      var client = ClientDeclaration(name: entry.name, source: file.source, range: entry.key.range)
      if entry.value.isNull { return client }
      // What a client says is fixed for the run: inputs and the environment, no value of a stream.
      let site = ParseSite(file: file)
      let fields = file.fields(of: entry.value, Self.clientKeys)
      client.baseURL = fields.read(ClientKey.baseURL, at: site)
      client.headers = fields.read(ClientKey.headers, at: site) ?? []
      client.query = fields.read(ClientKey.query, at: site) ?? []
      if case .some(let auth)? = fields.read(ClientKey.auth, at: site), !file.reportAuthTwice(client.headers) {
        client.auth = auth
      }
      client.retry = fields.read(ClientKey.retry, at: site)
      client.redirects = fields.read(ClientKey.redirects, at: site)
      client.keepsHeaders = fields.read(ClientKey.keepHeaders, at: site)
      client.keepsCookies = fields.read(ClientKey.cookies, at: site) ?? false
      client.timeouts = fields.read(ClientKey.timeout, at: site)
      client.accept = fields.read(ClientKey.accept, at: site)
      client.errorBody = fields.read(ClientKey.errorBody, at: site)
      client.proxy = fields.read(ClientKey.proxy, at: site)
      client.tls = fields.read(ClientKey.tls, at: site)
      if let word = fields.read(ClientKey.http, at: site) {
        client.version = TransferOptions.Version(rawValue: word) ?? .any
      }
      if let count = fields.read(ClientKey.concurrency, at: site) { client.concurrency = count }
      client.files = site.files
      return client
    }
  }
}

/// The keys of a client.
private enum ClientKey {
  static let baseURL = Parameter(
    "baseURL", .url, "what relative URLs are joined to; may hold ${ $inputs… } and ${ $env… }")
  static let headers = Parameter("headers", .named("header"), "header fields for its origin; a list repeats one")
  static let query = Parameter("query", .named("query parameter"), "added to each URL; a list repeats the key")
  static let auth = Parameter(
    "auth", .auth, "says who asks, to its origin, as its headers do")
  static let retry = Parameter(
    "retry", .requestRetry,
    "sends a request again where it fails, as the operator of that name runs its steps again")
  static let redirects = Parameter(
    "redirects", .count(from: 0), "how many redirects are followed at most; none where left out")
  static let keepHeaders = Parameter(
    "keepHeaders", .boolean, "true: headers, cookies and credentials go along with a redirect to another origin")
  static let cookies = Parameter(
    "cookies", .boolean, "true: what its server sets is sent back to it, as long as the run lasts")
  static let timeout = Parameter("timeout", .timeouts, "the bounds of each transfer; a duration alone is the total")
  static let accept = Parameter("accept", .statuses, "the statuses that are fine; 200–299 where left out")
  static let errorBody = Parameter(
    "errorBody", .typeName, "the type of a refusal's body, whose message is shown and which is $error.body")
  static let proxy = Parameter(
    "proxy", .template(), "the URL of the proxy; by curl's environment variables where left out")
  static let tls = Parameter("tls", .tls, "certificates; a server's is always verified unless insecure")
  static let http = Parameter("http", .keyword(["1.1", "2"]), "the version of HTTP that is spoken")
  static let concurrency = Parameter(
    "concurrency", .computedCount(from: 1), "requests in flight at most; 8 where left out")
}

extension ParameterType where Value == TLSOptions {
  private static let ca = Parameter("ca", .text, "a file of authorities to trust")
  private static let certificate = Parameter("cert", .text, "a file with the client's certificate")
  private static let key = Parameter("key", .text, "a file with the certificate's key")
  private static let pin = Parameter("pin", .text, "the public key that the server must have")
  private static let insecure = Parameter("insecure", .boolean, "true accepts any certificate")
  private static let keys = MappingDeclaration("tls", [ca, certificate, key, pin, insecure])

  fileprivate static let tls = ParameterType(
    "a mapping of ca, cert, key, pin and insecure", schema: keys.schema
  ) { node, site in
    let fields = site.fields(of: node, keys)
    var options = TLSOptions()
    func path(_ parameter: Parameter<String>) -> String? {
      guard let path = fields.read(parameter, at: site) else { return nil }
      if let range = fields[parameter.name]?.range {
        site.files.append(FileReference(path: path, use: .read, range: range, source: site.file.source))
      }
      return path
    }
    options.ca = path(ca)
    options.certificate = path(certificate)
    options.key = path(key)
    options.pin = fields.read(pin, at: site)
    options.insecure = fields.read(insecure, at: site) ?? false
    if options.insecure, let node = fields[insecure.name] { site.report(.insecure, at: node) }
    return options
  }
}

extension Finding {
  fileprivate static let insecure = Finding(
    "any certificate is accepted", reason: "whoever is on the way can read and change what is sent",
    hint: "trust the server's own authority with 'ca', or say so for one run with '-k'", severity: .warning)
}
