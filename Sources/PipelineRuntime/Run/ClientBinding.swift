import Diagnostics
import Files
import HTTP
import PipelineLanguage
import Values

/// Fills in the clients' templates, once for the run.
///
/// - Throws: what cannot be evaluated, at its place in the file.
func bindClients(
  of pipeline: Pipeline, variables: RunVariables, options: RunOptions, report: RunReport
) throws(Diagnostic) -> [RequestBuilder.Client] {
  var clients: [RequestBuilder.Client] = []
  for declaration in pipeline.clients {
    do {
      let scope = ClientScope(variables: variables, report: report)
      let lookup: VariableLookup = { variables.value(of: $0)?.value }
      var baseURL = try declaration.baseURL.map { try scope.text(of: $0) }
      if let mock = options.mockURL { baseURL = mock }
      if let url = baseURL, !isAbsoluteURL(url) {
        throw Diagnostic(
          .error, "the baseURL of '\(declaration.name)' is no absolute URL", in: declaration.source,
          at: declaration.baseURL?.range ?? declaration.range, reason: "it is '\(url)'")
      }
      var headers: [(name: String, values: [String])] = []
      for header in declaration.headers { headers.append((header.name, try scope.fieldTexts(of: header.value))) }
      var query: [(name: String, values: [String])] = []
      for field in declaration.query { query.append((field.name, try scope.fieldTexts(of: field.value))) }
      var authorization: Authorization?
      if let auth = declaration.auth {
        let texts = try auth.templates.map { try scope.text(of: $0) }
        if let fault = Authorization.fault(of: auth, texts) {
          throw Diagnostic(
            .error, fault, in: declaration.source, at: auth.templates[0].range,
            reason: "in the client '\(declaration.name)'")
        }
        authorization = Authorization(auth, texts)
      }
      var transfer = options.transfer
      if declaration.version != .any { transfer.version = declaration.version }
      if let proxy = declaration.proxy { transfer.proxy = try scope.text(of: proxy) }
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

/// What the templates of clients see; what they make of secrets is masked.
private struct ClientScope {
  let variables: RunVariables
  let report: RunReport

  func text(of template: TextTemplate) throws(EvaluationError) -> String {
    let texts = try texts(template.formulas) { lookup throws(EvaluationError) in [try template.text(.null, lookup)] }
    return texts[0]
  }

  func fieldTexts(of template: ValueTemplate) throws(EvaluationError) -> [String] {
    try texts(template.formulas) { lookup throws(EvaluationError) in try template.fieldTexts(.null, lookup) }
  }

  private func texts(
    _ formulas: [Formula], _ body: (VariableLookup) throws(EvaluationError) -> [String]
  ) throws(EvaluationError) -> [String] {
    var trace = SecretTrace(TracedValue(.null))
    let texts: [String]
    do throws(EvaluationError) {
      texts = try body { trace.read(variables.value(of: $0)) }
    } catch {
      throw trace.masking(error) { () throws(EvaluationError) in _ = try body { variables.value(of: $0)?.other } }
    }
    if trace.readsSecret {
      let twins = (try? body { variables.value(of: $0)?.other })?.map(JSONValue.string)
      _ = trace.hiding(texts.map(JSONValue.string), twins, of: formulas.map(\.text), from: report)
    }
    return texts
  }
}
