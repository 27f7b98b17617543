// How the request of a fetch is sent.

extension FetchStep {
  static let timeout = Parameter(
    "timeout", .timeouts, "the bounds of the transfer; a duration alone is the total")

  static let exchangeKeys: [any AnyParameter] = [timeout]
}
