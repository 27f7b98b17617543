import Diagnostics
import Files
import HTTP
import PipelineLanguage
import Values

/// Fills in the clients' templates, once for the run.
///
/// - Throws: what cannot be evaluated, at its place in the file.
func bindClients(
  of pipeline: Pipeline, variables: RunVariables, options: RunOptions
) throws(Diagnostic) -> [RequestBuilder.Client] {
  var clients: [RequestBuilder.Client] = []
  for declaration in pipeline.clients {
    do {
      let lookup: VariableLookup = { variables.value(of: $0) }
      var baseURL = try declaration.baseURL?.text(.null, lookup)
      if let mock = options.mockURL { baseURL = mock }
      if let url = baseURL, !isAbsoluteURL(url) {
        throw Diagnostic(
          .error, "the baseURL of '\(declaration.name)' is no absolute URL", in: declaration.source,
          at: declaration.baseURL?.range ?? declaration.range, reason: "it is '\(url)'")
      }
      var headers: [(name: String, values: [String])] = []
      for header in declaration.headers { headers.append((header.name, try header.value.fieldTexts(.null, lookup))) }
      var query: [(name: String, values: [String])] = []
      for field in declaration.query { query.append((field.name, try field.value.fieldTexts(.null, lookup))) }
      var authorization: Authorization?
      if let auth = declaration.auth {
        let texts = try auth.templates.map { try $0.text(.null, lookup) }
        if let fault = Authorization.fault(of: auth, texts) {
          throw Diagnostic(
            .error, fault, in: declaration.source, at: auth.templates[0].range,
            reason: "in the client '\(declaration.name)'")
        }
        authorization = Authorization(auth, texts)
      }
      var transfer = options.transfer
      if declaration.version != .any { transfer.version = declaration.version }
      if let proxy = declaration.proxy { transfer.proxy = try proxy.text(.null, lookup) }
      if let tls = declaration.tls {
        // An included file's paths are relative to that file.
        let folder =
          declaration.source === pipeline.source
          ? options.fileDirectory : Paths.folder(of: declaration.source.name)
        let path: (String) -> String = { Paths.resolve($0, against: folder) }
        transfer.caFile = tls.ca.map(path) ?? transfer.caFile
        transfer.certificateFile = tls.certificate.map(path) ?? transfer.certificateFile
        transfer.keyFile = tls.key.map(path) ?? transfer.keyFile
        transfer.pinnedPublicKey = tls.pin ?? transfer.pinnedPublicKey
        transfer.insecure = tls.insecure || transfer.insecure
      }
      clients.append(
        RequestBuilder.Client(
          declaration: declaration, baseURL: baseURL, headers: headers, query: query, authorization: authorization,
          jar: declaration.keepsCookies ? CookieJar() : nil,
          options: transfer,
          concurrency: try declaration.concurrency.value(lookup), origin: baseURL.flatMap { origin(of: $0) }))
    } catch let error as EvaluationError {
      throw Diagnostic(
        .error, error.message, in: error.formula.source, at: error.formula.range,
        reason: "in the client '\(declaration.name)'", hint: error.hint)
    } catch let error as Diagnostic {
      throw error
    } catch {
      preconditionFailure("a client's templates fail in one way only")
    }
  }
  return clients
}
