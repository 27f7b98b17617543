import Diagnostics
import HTTP
import YAML

extension PipelineParser {
  static let clientKeys = [
    "baseURL", "headers", "query", "timeout", "accept", "errorBody", "proxy", "tls", "http", "concurrency",
  ]

  func clients(_ section: YAMLNode) -> [ClientDeclaration] {
    entries(section).map { entry in
      var client = ClientDeclaration(name: entry.name, range: entry.key.range)
      if entry.value.isNull { return client }
      // What a client says is fixed for the run: inputs and the environment, no value of a stream.
      let site = ParseSite(file: file)
      let fields = file.fields(of: entry.value, known: Self.clientKeys, what: "a client")
      client.baseURL = fields["baseURL"].flatMap { ParameterType<TextTemplate>.url.read($0, site) }
      client.headers = fields["headers"].flatMap { ParameterType.named("header").read($0, site) } ?? []
      client.query = fields["query"].flatMap { ParameterType.named("query parameter").read($0, site) } ?? []
      client.timeouts = fields["timeout"].flatMap { ParameterType<Timeouts>.timeouts.read($0, site) }
      client.accept = fields["accept"].flatMap { ParameterType<StatusSet>.statuses.read($0, site) }
      client.errorBody = fields["errorBody"].flatMap { ParameterType<TypeReference>.typeName.read($0, site) }
      client.proxy = fields["proxy"].flatMap { ParameterType<TextTemplate>.template().read($0, site) }
      client.tls = fields["tls"].map { tls($0) }
      if let node = fields["http"], let word = ParameterType<String>.keyword(["1.1", "2"]).read(node, site) {
        client.version = TransferOptions.Version(rawValue: word) ?? .any
      }
      if let node = fields["concurrency"],
        let count = ParameterType<CountSource>.computedCount(from: 1).read(node, site)
      {
        client.concurrency = count
      }
      return client
    }
  }

  private func tls(_ node: YAMLNode) -> TLSOptions {
    let fields = file.fields(of: node, known: ["ca", "cert", "key", "pin", "insecure"], what: "tls")
    var options = TLSOptions()
    options.ca = fields["ca"].flatMap { text($0) }
    options.certificate = fields["cert"].flatMap { text($0) }
    options.key = fields["key"].flatMap { text($0) }
    options.pin = fields["pin"].flatMap { text($0) }
    options.insecure =
      fields["insecure"].flatMap { ParameterType<Bool>.boolean.read($0, ParseSite(file: file)) } ?? false
    return options
  }
}
