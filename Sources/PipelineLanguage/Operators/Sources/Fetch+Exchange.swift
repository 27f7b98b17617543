// How the request of a fetch is sent.

import Diagnostics

extension FetchStep {
  static let auth = Parameter(
    "auth", .auth, "says who asks; takes the place of the client's, and null leaves that out")
  static let retry = Parameter(
    "retry", .requestRetry,
    "sends the request again where it fails, as the operator of that name runs its steps again")
  static let poll = Parameter(
    "poll", .poll,
    "sends the request again until something is true of what comes back")
  static let redirects = Parameter(
    "redirects", .count(from: 0), "how many redirects are followed at most; none where left out")
  static let keepHeaders = Parameter(
    "keepHeaders", .boolean, "true: headers, cookies and credentials go along with a redirect to another origin")
  static let timeout = Parameter(
    "timeout", .timeouts, "the bounds of the transfer; a duration alone is the total")

  static let exchangeKeys: [any AnyParameter] = [auth, retry, poll, redirects, keepHeaders, timeout]
}

extension FetchStep {
  /// Whether it says `auth: null`.
  package var leavesOutAuth: Bool {
    if case AuthChoice.none? = auth { true } else { false }
  }

  /// How many requests may be sent for one value.
  static func requests(retry: RequestRetry?, poll: Poll?, redirects: Int) -> Amount {
    var amount = Amount.one
    if redirects > 0 { amount = (amount + .exactly(redirects)).orLess }
    if let poll { amount = (amount * .exactly(poll.mostAsked)).orLess }
    if let retry { amount = amount.withMost((amount * (.one + .exactly(retry.times))).most) }
    return amount
  }
}

extension Poll {
  /// How often a request is sent at most: every answer but the last is followed by a pause.
  fileprivate var mostAsked: Int {
    let pauses = timeout / every
    return pauses < 1e15 ? Int(pauses) + 1 : Int(1e15)
  }
}

extension ParseSite {
  /// What the client says that a fetch goes through, as far as that is known before a run.
  func settings(of client: ClientReference) -> ClientDeclaration? {
    switch client {
    case .declared(let place), .byURL(only: let place?):
      file.clients.names.indices.contains(place) ? file.names.clientDeclarations[file.clients.names[place]] : nil
    case .byURL(only: nil): nil
    }
  }
}

extension Finding {
  static let keepsWithoutRedirects = Finding(
    "'keepHeaders' does nothing here", reason: "no redirect is followed", hint: "add 'redirects: 5'", severity: .warning
  )
}
