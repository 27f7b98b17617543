// Where a fetch goes: its client, method, URL, and the fields that go with it.

extension FetchStep {
  static let client = Parameter(
    "client", .client, "who sends it; may be left out where the file has one client only or the URL is absolute")
  static let method = Parameter("method", .method, "any other method, such as PURGE; needs url")
  static let url = Parameter("url", .url, "the URL for method")
  static let headers = Parameter(
    "headers", .named("header"), "header fields; a list repeats one, null leaves it out, the client's too")
  static let query = Parameter(
    "query", .named("query parameter"), "added to the URL; a list repeats the key, null leaves it out")

  /// `get: URL`, `post: URL`, …
  static let verbs = ["get", "post", "put", "patch", "delete", "head", "options"].map {
    Parameter($0, .url, "the URL, fetched with \($0.uppercased())")
  }

  static let targetKeys: [any AnyParameter] = [client] + verbs + [method, url, headers, query]

  /// `nil` where a mistake was reported.
  static func target(_ arguments: Arguments) -> (client: ClientReference, method: String, url: TextTemplate)? {
    var targets = verbs.compactMap { verb in arguments[verb].map { (method: verb.name.uppercased(), url: $0) } }
    if let method = arguments[method] {
      guard let url = arguments[url] else {
        let verb = verbs.first { $0.name == method.lowercased() }?.name
        arguments.report(Finding("'method' needs 'url'", hint: verb.map { "or write '\($0): URL'" }))
        return nil
      }
      targets.append((method, url))
    } else if arguments[url] != nil {
      arguments.report(Finding("'url' needs 'method'", hint: "or write 'get: URL'"))
      return nil
    }
    guard let target = targets.first, targets.count == 1 else {
      arguments.report(
        targets.isEmpty
          ? Finding("the fetch has no URL", reason: "it needs one of get, post, put, patch, delete, head, options")
          : Finding("the fetch has two methods", reason: "'\(targets[0].method)' and '\(targets[1].method)'"))
      return nil
    }
    guard let client = arguments.site.client(arguments[client], for: target.url) else { return nil }
    return (client, target.method, target.url)
  }
}

/// The client of a fetch: one of the file's, or the bare one that knows no base URL and adds nothing.
package enum ClientReference: Sendable, Equatable {
  case declared(Int)
  /// Known only with the URL: the file's only client for a relative one, the bare one for an absolute one.
  case byURL(only: Int?)
}
